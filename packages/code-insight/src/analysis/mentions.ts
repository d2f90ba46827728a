/** A line of a file as far as it is code. */
export interface CodeLine {
  /** From 1. */
  readonly line: number
  readonly text: string
}

/**
 * The lines of a file without comments, and in Python without documentation, except for its examples. Where that is not certain, text
 * is taken for code. `language`: undefined for a file without code.
 */
export function codeLines(lines: readonly string[], language: string | undefined): Iterable<CodeLine> {
  if (language === 'python') return pythonLines(lines)
  return language === undefined ? plainLines(lines) : scriptLines(lines)
}

function* plainLines(lines: readonly string[]): Iterable<CodeLine> {
  for (const [at, text] of lines.entries()) if (!/^\s*(?:\/\/|#\s|<!--)/.test(text)) yield { line: at + 1, text }
}

/** A comment of several lines is seen where it begins a line: elsewhere it may be a pattern of paths in a string. */
function* scriptLines(lines: readonly string[]): Iterable<CodeLine> {
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

function* pythonLines(lines: readonly string[]): Iterable<CodeLine> {
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

/** The names that stand in a line. */
export function* namesIn(text: string): Iterable<string> {
  for (const [name] of text.matchAll(NAME)) yield name
}

const NAME = /#?[\p{L}_$][\p{L}\p{N}_$]*/gu

/** Part of a name that the program completes when it runs: `'visit_' + kind`, `on${event}`. */
export interface NamePart {
  readonly starts: string
  readonly ends: string
}

/** The parts of names that a line composes. */
export function* partsIn(text: string): Iterable<NamePart> {
  for (const form of COMPOSED)
    for (const { groups } of text.matchAll(form)) {
      const { starts = '', ends = '' } = groups ?? {}
      if (/_$/.test(starts) || /^_/.test(ends) || starts.length + ends.length >= SHORTEST) yield { starts, ends }
    }
}

/** Whether a name may be what a program composes of a part; the rest begins a word of its own. */
export function isComposed(name: string, { starts, ends }: NamePart): boolean {
  if (!name.startsWith(starts) || !name.endsWith(ends) || name.length <= starts.length + ends.length) return false
  const rest = name.slice(starts.length, name.length - ends.length)
  return (
    (starts === '' || /[_$]$/.test(starts) || /^[_$\p{Lu}\p{N}]/u.test(rest)) &&
    (ends === '' || /^[_$\p{Lu}]/u.test(ends))
  )
}

/** Shorter ones are parts of words more often than of names. */
const SHORTEST = 2
const WORD = '[\\p{L}_$][\\p{L}\\p{N}_$]*'
const COMPOSED: readonly RegExp[] = [
  new RegExp(`(['"])(?<starts>${WORD})\\1\\s*(?:\\+|%|\\.format\\b|\\.concat\\b)`, 'gu'),
  /\+\s*(['"])(?<ends>[\p{L}\p{N}_$]+)\1/gu,
  new RegExp(`(['"])(?<starts>${WORD})?(?:%s|\\{[^}'"]*\\})(?<ends>[\\p{L}\\p{N}_$]+)?\\1`, 'gu'),
  new RegExp(`\`(?<starts>${WORD})?\\$\\{[^}\`]*\\}(?<ends>[\\p{L}\\p{N}_$]+)?\``, 'gu'),
]
