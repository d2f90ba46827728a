import type { CodeLine } from '../../conventions.ts'

/** The lines of a Python file without comments, and without documentation except for its examples. */
export function* pythonLines(lines: readonly string[]): Iterable<CodeLine> {
  let quote = ''
  let [isHead, isBodyNext] = [false, true]
  for (const [at, text] of lines.entries()) {
    const code = text.trim()
    if (quote !== '') {
      if (/^(?:>>>|\.\.\.) /.test(code)) yield { line: at + 1, text }
      if (text.includes(quote)) quote = ''
      continue
    }
    if (code === '' || code.startsWith('#')) continue
    const [opening, mark = ''] = (isBodyNext && /^[rRuU]?("""|''')/.exec(code)) || []
    if (opening !== undefined) {
      if (!code.slice(opening.length).includes(mark)) quote = mark
    } else yield { line: at + 1, text: text.replace(/\s#[^'"]*$/, '') }
    isHead ||= /^(?:async\s+def|def|class)\b/.test(code)
    isBodyNext = isHead && /:\s*(?:#.*)?$/.test(code)
    if (isBodyNext || opening !== undefined) isHead = false
  }
}
