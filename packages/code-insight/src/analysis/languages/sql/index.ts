import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { EntityKind, TextEntry } from '../../outline.ts'
import { textLanguage } from '../../text-language.ts'

const KINDS: Readonly<Record<string, EntityKind>> = {
  TABLE: 'class',
  VIEW: 'class',
  TYPE: 'type',
  DOMAIN: 'type',
  FUNCTION: 'function',
  PROCEDURE: 'function',
  TRIGGER: 'function',
  INDEX: 'variable',
  SEQUENCE: 'variable',
  SCHEMA: 'namespace',
}
/** A name in any of the quotes that dialects have, with those of what it is in. */
const PART = String.raw`(?:"[^"\n]+"|\x60[^\x60\n]+\x60|\[[^\]\n]+\]|[\p{L}_][\p{L}\p{N}_$#]*)`

/** What creates something: its kind and name. The words between say how, and in which dialect. */
function definition(): RegExp {
  const kinds = Object.keys(KINDS).join('|')
  const before = String.raw`(?:OR\s+(?:REPLACE|ALTER)|TEMP(?:ORARY)?|UNIQUE|GLOBAL|LOCAL|UNLOGGED|MATERIALIZED|RECURSIVE|EXTERNAL|FOREIGN|VIRTUAL|CONSTRAINT|CLUSTERED|NONCLUSTERED|FULLTEXT|SPATIAL|AGGREGATE|EDITIONABLE|DEFINER\s*=\s*\S+|ALGORITHM\s*=\s*\w+|SQL\s+SECURITY\s+\w+)\s+`
  const name = String.raw`(${PART}(?:\s*\.\s*${PART})*)`
  return new RegExp(
    String.raw`\bCREATE\s+(?:${before})*(${kinds})\s+(?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(?!ON\b)${name}`,
    'giu',
  )
}

/** The text with comments, and what stands in quotes as values, blanked: every place stays. */
function blanked(text: string): string {
  const blank = (part: string): string => part.replace(/[^\n]/g, ' ')
  return text.replace(/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)/g, blank)
}

/** What the text creates, by name. */
function entries(text: string): readonly TextEntry[] {
  const lines = text.split('\n')
  let [line, at] = [1, 0]
  return [...blanked(text).matchAll(definition())].map((found) => {
    const [whole, kind = '', written = ''] = found
    const nameAt = found.index + whole.length - written.length
    for (; at < nameAt; at++) if (text[at] === '\n') line++
    return {
      name: /([^.]*)$/.exec(written)?.[1]?.replace(/^\s*["`[]?|["`\]]?\s*$/g, '') ?? written,
      kind: KINDS[kind.toUpperCase()] ?? 'variable',
      line,
      level: 1,
      signature: whole.replace(/\s+/g, ' '),
      ...said(lines, line),
    }
  })
}

/** The comment in the line before. */
function said(lines: readonly string[], line: number): { readonly doc?: string } {
  const doc = /^\s*--+\s*(\S.*?)\s*$/.exec(lines[line - 2] ?? '')?.[1]
  return doc === undefined ? {} : { doc }
}

/** SQL: what a script creates. */
export default textLanguage({ name: cleanLiteral`sql`, files: ['.sql', '.ddl', '.psql'], entries })
