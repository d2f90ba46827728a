import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import { createScanner } from 'jsonc-parser'
import type { TextEntry } from '../../outline.ts'
import { textLanguage } from '../../text-language.ts'

const DEEPEST = 3

/** The scanner's kinds of tokens, which it declares in a form that is gone when types are. */
const TOKEN = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, colon: 6, string: 10, end: 17 } as const

/** The keys of objects within objects; what stands in lists has no names. Token by token: a text may be nested to any depth. */
function keysOf(text: string): readonly TextEntry[] {
  const scanner = createScanner(text, true)
  const found: TextEntry[] = []
  let [level, lists] = [0, 0]
  let before: Pick<TextEntry, 'name' | 'line'> | undefined
  let key: typeof before
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    if (key !== undefined && lists === 0 && level <= DEEPEST)
      found.push({ name: key.name, line: key.line, level, kind: token === TOKEN.openBrace ? 'section' : 'entry' })
    key = token === TOKEN.colon ? before : undefined
    before =
      token === TOKEN.string ? { name: scanner.getTokenValue(), line: scanner.getTokenStartLine() + 1 } : undefined
    if (token === TOKEN.openBrace) level++
    else if (token === TOKEN.closeBrace) level--
    else if (token === TOKEN.openBracket) lists++
    else if (token === TOKEN.closeBracket) lists--
  }
  return found
}

/** The keys of a document, three levels deep. */
export default textLanguage({
  name: cleanLiteral`json`,
  isSettings: true,
  files: ['.json', '.jsonc', '.json5', '.webmanifest'],
  entries: keysOf,
})
