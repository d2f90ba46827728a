/** Filled in elsewhere: `$TOKEN`, `${{ secrets.X }}`, `{password}`, `%PASS%`, `****`, `xxxx`. */
export function isVariable(value: string): boolean {
  return /^\$|\$[({]|[{}]|^%\w+%$|^(.)\1+$|^\*{3}|^<|^\[redacted:/.test(value)
}

/** An expression, a path, an address, a plain number or a word of the language rather than a value. */
export function isCode(value: string): boolean {
  return /^(?:[A-Za-z_]\w*\.)+[A-Za-z_]\w*$|^\.{0,2}\/|^https?:\/\/|^\d{1,11}[,.]?$|^(?:undefined|process|required|string)\b/.test(
    value,
  )
}

/** Letters and digits with at least `bits` a character: no word, no name. */
export function isMixed(value: string, bits = 2.5): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value) && entropy(value) >= bits
}

/** Mixed, and not an identifier with a number in it (`sha256Hash`, `oauth2_token`), nor an expression. */
export function isRandom(value: string): boolean {
  if (isVariable(value) || isCode(value) || !isMixed(value, 3)) return false
  const turns = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0
  return turns >= 4 || /[^\w.:/@-]/.test(value) || (value.length >= 24 && turns >= 3)
}

/** Shannon's entropy of the characters, in bits a character. */
function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}
