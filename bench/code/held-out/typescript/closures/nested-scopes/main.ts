export function tokenize(source: string): string[] {
  let at = 0
  const tokens: string[] = []

  const peek = (): string => source.charAt(at)
  const advance = (): string => source.charAt(at++)

  function word(): string {
    let text = ''
    while (isLetter(peek())) text += advance()
    return text
  }

  while (at < source.length) {
    if (isLetter(peek())) tokens.push(word())
    else {
      const c = advance()
      if (c.trim()) tokens.push(c)
    }
  }
  return tokens
}

function isLetter(c: string): boolean {
  return /[a-z]/i.test(c)
}

const word = (): string => 'outer'

console.log(tokenize('let x = y;'), word())
