import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { TextEntry } from '../../outline.ts'
import { readLines, textLanguage } from '../../text-language.ts'

const TABLE = /^\s*\[{1,2}\s*([^[\]]+?)\s*\]{1,2}\s*(?:#.*)?$/
const KEY = /^\s*((?:[\w-]+|"[^"]+"|'[^']+')(?:\s*\.\s*(?:[\w-]+|"[^"]+"|'[^']+'))*)\s*=\s*(.*)$/
const LONG = /"""|'''/

/** Tables with their keys; lines within a text or a list of several lines are neither. */
function tablesOf(text: string): readonly TextEntry[] {
  const found: TextEntry[] = []
  let [level, depth, ends]: [number, number, string | undefined] = [1, 0, undefined]
  for (const [at, line] of readLines(text).entries()) {
    if (ends !== undefined) {
      if (line.includes(ends)) ends = undefined
      continue
    }
    if (depth > 0) {
      depth += opened(line)
      continue
    }
    const table = TABLE.exec(line)?.[1]
    const [, key, value = ''] = KEY.exec(line) ?? []
    if (table !== undefined) {
      found.push({ name: table, kind: 'section', line: at + 1, level: 1, signature: `[${table}]` })
      level = 2
    } else if (key !== undefined) found.push({ name: key.replace(/["']/g, ''), kind: 'entry', line: at + 1, level })
    if (table !== undefined) continue
    ends = longEnd(value)
    if (ends === undefined) depth = opened(value)
  }
  return found
}

/** What ends a text that goes on in the next line. */
function longEnd(value: string): string | undefined {
  const quotes = LONG.exec(value)?.[0]
  return quotes !== undefined && value.split(quotes).length % 2 === 0 ? quotes : undefined
}

/** How many more lists a line opens than it closes. */
function opened(line: string): number {
  const plain = line.replace(/"(?:\\.|[^"\\])*"|'[^']*'/g, '').replace(/#.*$/, '')
  return plain.split(/[[{]/).length - plain.split(/[\]}]/).length
}

/** The tables of a document, with their keys. */
export default textLanguage({ name: cleanLiteral`toml`, isSettings: true, files: ['.toml'], entries: tablesOf })
