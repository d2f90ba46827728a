import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { TextEntry } from '../../outline.ts'
import { readLines, textLanguage } from '../../text-language.ts'

const VARIABLE = /^ *(?:(?:export|override|private)\s+)*([A-Za-z_][\w.-]*)\s*(?::{0,3}|\?|\+|!)=/
const DEFINED = /^ *(?:(?:export|override)\s+)*define\s+([\w.-]+)/
const RULE = /^([^\s#:=][^#:=]*?)\s*::?(?![:=])([^=#]*)(?:#+\s*(.*))?$/
const MOST = 120

/** Targets with what they need, and variables without their values. */
function rulesOf(text: string): readonly TextEntry[] {
  const found: TextEntry[] = []
  let [comment, isContinued, depth]: [string | undefined, boolean, number] = [undefined, false, 0]
  for (const [at, line] of readLines(text).entries()) {
    if (depth > 0 && /^ *endef\b/.test(line)) depth--
    const entry = depth > 0 || isContinued || line.startsWith('\t') ? undefined : entryAt(line, at + 1, comment)
    isContinued = /\\\s*$/.test(line)
    if (entry) found.push(entry)
    if (DEFINED.test(line)) depth++
    comment = /^#+\s*(\S.*)$/.exec(line)?.[1]
  }
  return found
}

function entryAt(line: string, at: number, comment: string | undefined): TextEntry | undefined {
  const variable = VARIABLE.exec(line)?.[1] ?? DEFINED.exec(line)?.[1]
  if (variable !== undefined) return { name: variable, kind: 'variable', line: at, endLine: at, level: 1 }
  const [, target = '', needs = '', beside] = RULE.exec(line) ?? []
  // `.PHONY` and its like say how to build, not what
  if (target === '' || /^\.[A-Z_]+$/.test(target)) return undefined
  const signature = `${target}: ${needs.replace(/\\\s*$/, '').trim()}`.trim().slice(0, MOST)
  return { name: target, kind: 'entry', line: at, level: 1, signature, doc: beside ?? comment }
}

/** The targets and variables of a build. */
export default textLanguage({
  name: cleanLiteral`makefile`,
  files: ['makefile', 'gnumakefile', '.mk'],
  entries: rulesOf,
})
