import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import { visit } from 'jsonc-parser'
import type { TextEntry } from '../../outline.ts'
import { textLanguage } from '../../text-language.ts'

const DEEPEST = 3

/** The keys of objects within objects; what stands in lists has no names. */
function keysOf(text: string): readonly TextEntry[] {
  const found: TextEntry[] = []
  let [level, lists] = [0, 0]
  let last: { -readonly [K in keyof TextEntry]: TextEntry[K] } | undefined
  visit(text, {
    onObjectBegin: () => {
      level++
      if (last !== undefined) last.kind = 'section'
      last = undefined
    },
    onObjectEnd: () => {
      level--
    },
    onArrayBegin: () => {
      lists++
      last = undefined
    },
    onArrayEnd: () => {
      lists--
    },
    onLiteralValue: () => {
      last = undefined
    },
    onObjectProperty: (name, _offset, _length, line) => {
      if (lists > 0 || level > DEEPEST) return
      last = { name, kind: 'entry', line: line + 1, level }
      found.push(last)
    },
  })
  return found
}

/** The keys of a document, three levels deep. */
export default textLanguage({
  name: cleanLiteral`json`,
  files: ['.json', '.jsonc', '.json5', '.webmanifest'],
  entries: keysOf,
})
