import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { TextEntry } from '../../outline.ts'
import { readLines, textLanguage } from '../../text-language.ts'

const INSTRUCTION = /^\s*([A-Za-z]+)\s+(\S.*)$/
/** Of these, what follows may stand in further lines, up to a word of its own. */
const WITH_TEXTS = /^(?:RUN|COPY|ADD)$/
const TEXT = /(?:^|\s)\d*<<(-?)(["']?)([^\s<"';|&)]+)\2(?=[\s;|&)]|$)/g
/** Of these, the values are nobody's to show. */
const SETTING = /^(?:ENV|ARG|LABEL)$/
const MOST = 100

/** Build stages, and the instructions in each. */
function stagesOf(text: string): readonly TextEntry[] {
  const found: TextEntry[] = []
  const texts: { readonly end: string; readonly isIndented: boolean }[] = []
  let [isContinued, last, hasStage] = [false, '', false]
  for (const [at, line] of readLines(text).entries()) {
    const [open] = texts
    if (open !== undefined) {
      if ((open.isIndented ? line.trimStart() : line) === open.end) texts.shift()
      continue
    }
    if (/^\s*(?:#|$)/.test(line)) continue
    const [, word = '', rest = ''] = isContinued ? [] : (INSTRUCTION.exec(line) ?? [])
    const name = word.toUpperCase()
    if (!isContinued) last = name
    isContinued = /[\\`]\s*$/.test(line)
    if (WITH_TEXTS.test(last))
      for (const [, dash, , end = ''] of line.matchAll(TEXT)) texts.push({ end, isIndented: dash === '-' })
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
  const shown = SETTING.test(name) ? keysIn(rest).join(' ') : rest.replace(/\s*[\\`]\s*$/, '')
  return { name, kind: 'entry', line, endLine: line, level, signature: `${name} ${shown}`.slice(0, MOST) }
}

/** `A=1 "b.c"="x y"`, or the key alone that a value follows. */
function keysIn(rest: string): readonly string[] {
  const plain = rest.replace(/\\.|(?:"(?:\\.|[^"\\])*"|'[^']*')(?!=)/g, '')
  const [first = ''] = plain.split(/\s/, 1)
  return first.includes('=')
    ? Array.from(plain.matchAll(/(?:^|\s)["']?([\w.-]+)["']?=/g), ([, key = '']) => key)
    : [first]
}

/** The stages and instructions of a build. */
export default textLanguage({
  name: cleanLiteral`dockerfile`,
  isSettings: true,
  files: ['.dockerfile', '.containerfile', 'dockerfile', 'containerfile'],
  entries: stagesOf,
})
