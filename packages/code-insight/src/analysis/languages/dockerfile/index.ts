import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { TextEntry } from '../../outline.ts'
import { readLines, textLanguage } from '../../text-language.ts'

const INSTRUCTION = /^\s*([A-Za-z]+)\s+(\S.*)$/
/** Of these, the values are nobody's to show. */
const SETTING = /^(?:ENV|ARG|LABEL)$/
const MOST = 100

/** Build stages, and the instructions in each. */
function stagesOf(text: string): readonly TextEntry[] {
  const found: TextEntry[] = []
  let [isContinued, ends, hasStage]: [boolean, string | undefined, boolean] = [false, undefined, false]
  for (const [at, line] of readLines(text).entries()) {
    if (ends !== undefined) {
      if (line.trim() === ends) ends = undefined
      continue
    }
    if (/^\s*(?:#|$)/.test(line)) continue
    const [, word = '', rest = ''] = isContinued ? [] : (INSTRUCTION.exec(line) ?? [])
    isContinued = /[\\`]\s*$/.test(line)
    ends = /<<-?\s*["']?(\w+)/.exec(rest)?.[1]
    const name = word.toUpperCase()
    if (name === '') continue
    if (name === 'FROM') hasStage = true
    found.push(name === 'FROM' ? stageAt(rest, at + 1) : instructionAt(name, rest, at + 1, hasStage ? 2 : 1))
  }
  return found
}

const stageAt = (rest: string, line: number): TextEntry => ({
  name: /\sas\s+(\S+)/i.exec(rest)?.[1] ?? /^(?:--\S+\s+)*(\S+)/.exec(rest)?.[1] ?? 'FROM',
  kind: 'section',
  line,
  level: 1,
  signature: `FROM ${rest}`.slice(0, MOST),
})

function instructionAt(name: string, rest: string, line: number, level: number): TextEntry {
  const keys = Array.from(rest.matchAll(/(?:^|\s)([\w.-]+)=/g), ([, key = '']) => key)
  const [first = ''] = rest.split(/[\s=]/, 1)
  const shown = SETTING.test(name) ? (keys.length > 0 ? keys : [first]).join(' ') : rest.replace(/\s*[\\`]\s*$/, '')
  return { name, kind: 'entry', line, endLine: line, level, signature: `${name} ${shown}`.slice(0, MOST) }
}

/** The stages and instructions of a build. */
export default textLanguage({
  name: cleanLiteral`dockerfile`,
  isSettings: true,
  files: ['.dockerfile', '.containerfile', 'dockerfile', 'containerfile'],
  entries: stagesOf,
})
