import { describe, expect, test } from 'vitest'
import { type LabelledProgram, labelledPrograms } from '../../../bench/code/labelled.ts'
import { factsOfFolder, resolvedFolder } from '../../../bench/code/resolved.ts'
import type { CodePlace } from '../../../packages/code-insight/src/analysis/graph.ts'
import type { Entity, ImportFact } from '../../../packages/code-insight/src/analysis/outline.ts'
import { realParser } from '../../../packages/code-insight/test/process/grammars.ts'

// The files are renewed by `npx vitest run --project unit test/bench/code/read.test.ts -u`; read what changes before you commit it

const programs = labelledPrograms()
const titleOf = ({ construct, name }: LabelledProgram) => `${construct}/${name}`
const placeOf = ({ file, name, line }: CodePlace) => `${file} ${name}:${line}`

const entity = ({ kind, name, line, startLine, endLine, signature, doc, exported, parent, marks }: Entity) => {
  const place = `${startLine}${line === startLine ? '' : `(${line})`}-${endLine}`
  const more = [exported ? 'exported' : '', parent === undefined ? '' : `in ${parent}`, ...marks].filter(Boolean)
  return [`${kind} ${name} ${place}`, ...more, signature, ...(doc === undefined ? [] : [doc])].join(' · ')
}
const imported = ({ module, line, names, isExport, isType }: ImportFact) =>
  `${isExport ? 'export' : 'import'}${isType ? ' type' : ''} ${module} {${names.join(', ')}} @${line}`

describe.each(['javascript', 'python', 'typescript'])('of the labelled programs in %s', (language) => {
  const own = programs.filter((program) => program.language === language)

  test('the outline is what it was', async () => {
    const lines: string[] = []
    for (const program of own.filter(({ construct }) => construct === 'programs'))
      for (const [file, { outline }] of await factsOfFolder(program.folder, await realParser()))
        lines.push(`# ${program.name}/${file}`, ...outline.imports.map(imported), ...outline.entities.map(entity))
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`read/${language}.outlines.txt`)
  })

  test('what is used without being called, and which calls lead nowhere known or to several, is what it was', async () => {
    const lines: string[] = []
    for (const program of own) {
      const files = [...(await resolvedFolder(program.folder, await realParser())).values()]
      const used = files.flatMap(({ references }) =>
        references.map(({ from, to, line }) => `${placeOf(from)} uses ${placeOf(to)} @${line}`),
      )
      const open = files.flatMap(({ unresolved }) =>
        unresolved.map(({ file, name, line, text }) => `${file} ${name} @${line} ${text}`),
      )
      const unsure = files.flatMap(({ edges }) =>
        edges.flatMap(({ from, to, line, confidence }) =>
          confidence === 1 ? [] : [`${placeOf(from)} may call ${placeOf(to)} @${line} (${confidence.toFixed(2)})`],
        ),
      )
      lines.push(`# ${titleOf(program)}`, ...used, ...open, ...unsure)
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`read/${language}.uses.txt`)
  })
})
