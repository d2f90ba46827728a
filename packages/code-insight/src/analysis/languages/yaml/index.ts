import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { TextEntry } from '../../outline.ts'
import { readLines, textLanguage } from '../../text-language.ts'

const DEEPEST = 3
const KEY =
  /^( *)(?:"([^"]+)"|'([^']+)'|([^\s#'"&*!|>%@`{}[\],?:-](?:[^#:]|:(?!\s|$))*|-[^\s#:](?:[^#:]|:(?!\s|$))*)) *:(?:[ \t]+(.*))?$/

/** A tag or an anchor, which stands before a value. */
const PROPERTIES = /^(?:[!&]\S*(?:\s+|$))*/

/** Keys by their indentation; what stands in lists and in texts of several lines has no names. */
function keysOf(text: string): readonly TextEntry[] {
  const found: TextEntry[] = []
  const around: number[] = []
  /** Lines that are indented by more belong to a list, or go on with a value. */
  let within: number | undefined
  for (const [at, line] of readLines(text).entries()) {
    if (line.trim() === '' || /^\s*#/.test(line)) continue
    const indent = line.search(/\S/)
    if (within !== undefined && indent > within) continue
    within = /^ *-(?: |$)/.test(line) ? indent : undefined
    const key = within === undefined ? KEY.exec(line) : null
    if (key === null) continue
    while ((around.at(-1) ?? -1) >= indent) around.pop()
    around.push(indent)
    const [, , double, single, plain, written = ''] = key
    const value = written.replace(PROPERTIES, '').replace(/^#.*/, '')
    if (value !== '') within = indent
    const name = (double ?? single ?? plain ?? '').trim()
    const kind = value === '' ? 'section' : 'entry'
    if (around.length <= DEEPEST) found.push({ name, kind, line: at + 1, level: around.length })
  }
  return found
}

/** The keys of a document, three levels deep. */
export default textLanguage({ name: cleanLiteral`yaml`, isSettings: true, files: ['.yaml', '.yml'], entries: keysOf })
