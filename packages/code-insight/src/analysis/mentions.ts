import type { CodeLine } from './conventions.ts'
import { languageNamed } from './known-languages.ts'

/** The lines of a file as far as they are code. `language`: its name; undefined for a file without code. */
export function codeLines(lines: readonly string[], language: string | undefined): Iterable<CodeLine> {
  return languageNamed(language)?.conventions?.codeLines(lines) ?? plainLines(lines)
}

function* plainLines(lines: readonly string[]): Iterable<CodeLine> {
  for (const [at, text] of lines.entries()) if (!/^\s*(?:\/\/|#\s|<!--)/.test(text)) yield { line: at + 1, text }
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
