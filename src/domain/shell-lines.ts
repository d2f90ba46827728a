/**
 * The logical lines of a shell text: split at newlines that stand in no quotes; comments and the bodies of here-documents
 * are left out, escaped newlines joined. One pass.
 */
export function logicalLines(text: string): string[] {
  const lines: string[] = []
  const pending: string[] = []
  let line = ''
  let quote = ''
  let at = 0
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === '\n') {
      const next = pending.length > 0 ? afterBodies(text, at + 1, pending.splice(0)) : at + 1
      if (quote !== '') line += char
      else if (line.trim() !== '') lines.push(line)
      if (quote === '') line = ''
      at = next
    } else if (char === '\\' && quote !== "'") {
      if (text[at + 1] !== '\n') line += text.slice(at, at + 2)
      at += 2
    } else if (char === '#' && quote === '' && /[\s;|&(]/.test(text[at - 1] ?? ' ')) {
      at = endOfLine(text, at)
    } else {
      const delimiter = char === '<' && quote !== "'" ? hereDelimiter(text, at) : undefined
      if (delimiter !== undefined) pending.push(delimiter.word)
      else if (char === quote) quote = ''
      else if (quote === '' && (char === '"' || char === "'")) quote = char
      line += delimiter?.text ?? char
      at += delimiter?.text.length ?? 1
    }
  }
  return line.trim() === '' ? lines : [...lines, line]
}

/** `<<EOF`, `<<-'EOF'` … at an offset; not `<<<`. */
function hereDelimiter(text: string, at: number): { word: string; text: string } | undefined {
  HERE.lastIndex = at
  const match = text[at - 1] === '<' ? null : HERE.exec(text)
  return match === null ? undefined : { word: match[2] ?? '', text: match[0] }
}
const HERE = /<<-?[ \t]{0,8}(["']?)([A-Za-z_][\w.-]{0,60})\1/y

/** The offset behind the here-documents that begin at `at`. */
function afterBodies(text: string, at: number, delimiters: readonly string[]): number {
  let [from, open] = [at, 0]
  while (from < text.length && open < delimiters.length) {
    const end = endOfLine(text, from)
    if (text.slice(from, end).trim() === delimiters[open]) open++
    from = end + 1
  }
  return Math.min(from, text.length)
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}
