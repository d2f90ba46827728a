import type { CodeLine } from '../../conventions.ts'

/**
 * The lines of a script without comments. A comment of several lines is seen where it begins a line: elsewhere it may be a
 * pattern of paths in a string.
 */
export function* scriptLines(lines: readonly string[]): Iterable<CodeLine> {
  let isComment = false
  for (const [at, text] of lines.entries()) {
    const begins = /^\s*\/\*/.exec(text)
    if (isComment || begins !== null) {
      const end = text.indexOf('*/', isComment ? 0 : (begins?.[0].length ?? 0))
      isComment = end < 0
      if (end >= 0) yield { line: at + 1, text: text.slice(end + 2) }
    } else if (!/^\s*\/\//.test(text)) yield { line: at + 1, text: text.replace(/\s\/\/[^'"`]*$/, '') }
  }
}
