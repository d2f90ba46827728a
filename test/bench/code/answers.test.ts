import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LABELLED } from '../../../bench/code/labelled.ts'
import { factsOfFolder, resolvedFolder, sourcesOf } from '../../../bench/code/resolved.ts'
import { answerOf, filesOfAnswer, filesOfQuestion } from '../../../packages/code-insight/src/analysis/answer.ts'
import type { CodeQuestion } from '../../../packages/code-insight/src/analysis/questions.ts'
import type { CodeView } from '../../../packages/code-insight/src/analysis/view.ts'
import { memoryView } from '../../../packages/code-insight/test/analysis/answers/memory-view.ts'
import { realParser } from '../../../packages/code-insight/test/process/grammars.ts'

// The files are renewed by `npx vitest run --project unit test/bench/code/answers.test.ts -u`; read what changes before you commit it

/** A labelled program as it is analysed, beside a test of it, a copy and a manifest. */
async function viewOf(program: string): Promise<CodeView> {
  const root = join(LABELLED, program)
  const facts = await factsOfFolder(root, await realParser())
  const calls = [...(await resolvedFolder(root, await realParser())).values()]
  const { target } = sourcesOf(root, facts)
  const line = (from: { file: string; name: string }, to: { file: string; name: string }, at: number) =>
    `${from.file} ${from.name} -> ${to.file} ${to.name} @${at}`
  const [first = ''] = facts.keys()
  return memoryView({
    files: {
      ...Object.fromEntries([...facts.keys()].map((path) => [path, readFileSync(join(root, path), 'utf8')])),
      'vendor/copy.js': 'export function main() {}',
      'package.json': `{ "bin": "${first}" }`,
    },
    entities: Object.fromEntries(
      [...facts].map(([path, { outline }]) => [
        path,
        outline.entities.map(({ kind, name, startLine, endLine, exported, marks }) =>
          [kind, name, `${startLine}-${endLine}`, ...(exported ? ['exported'] : []), ...marks].join(' '),
        ),
      ]),
    ),
    calls: calls.flatMap(({ edges }) =>
      edges.map((edge) => `${line(edge.from, edge.to, edge.line)} ${edge.confidence}`),
    ),
    uses: calls.flatMap(({ references }) => references.map((each) => line(each.from, each.to, each.line))),
    unresolved: calls.flatMap(({ unresolved }) => unresolved),
    imports: [...facts].flatMap(([path, { outline }]) =>
      outline.imports.map(({ module, names, line: at, isExport, isType }) => {
        const to = target(module, path)
        const where = to.kind === 'file' ? to.path : `${module}:`
        return `${path} -> ${where} ${names.join(',')} @${at}${isExport ? ' export' : ''}${isType ? ' type' : ''}`
      }),
    ),
    about: { 'vendor/copy.js': { isVendored: true } },
  })
}

function questionsOf(view: CodeView): readonly CodeQuestion[] {
  const named = [...view.entities()].filter(({ file }) => file !== 'vendor/copy.js')
  const names = [...new Set(named.map(({ entity }) => entity.name))].slice(0, 25)
  const files = [...view.files()].map(({ path }) => path)
  return [
    ...files.flatMap((target): CodeQuestion[] =>
      (['outline', 'imports', 'importers', 'callees'] as const).map((kind) => ({ kind, target })),
    ),
    ...names.flatMap((target): CodeQuestion[] => [
      { kind: 'callers', target },
      { kind: 'callees', target },
      { kind: 'impact', target, depth: 3 },
    ]),
    ...(['graph', 'dead', 'arch', 'index'] as const).map((kind): CodeQuestion => ({ kind })),
    ...['parse', 'add item', 'main run'].map(
      (query): CodeQuestion => ({ kind: 'search', query, extras: ['vendored', 'docs'], limit: 8 }),
    ),
    { kind: 'callers', target: 'nothingOfTheKind' },
    { kind: 'outline', target: 'no/such/folder' },
  ]
}

const short = (value: unknown): string =>
  JSON.stringify(value, (key, part) =>
    ['languages', 'tiers', 'index', 'entities', 'signature'].includes(key) ? undefined : part,
  )

test.each([
  'javascript/programs/scheduler',
  'python/programs/plugin-host',
  'python/programs/bank-ledger',
  'typescript/programs/undo-history',
  'typescript/re-exports/barrel',
])('what is answered about %s is what it was', async (program) => {
  const view = await viewOf(program)
  const lines = questionsOf(view).map((question) => {
    const answer = answerOf(question, view)
    const files = [...filesOfQuestion(question, view), '|', ...filesOfAnswer(answer)].join(' ')
    return `${JSON.stringify(question)}\n  ${short(answer)}\n  ${files}`
  })
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`answers/${program.split('/').at(-1)}.txt`)
})
