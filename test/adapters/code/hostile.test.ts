import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CodeQuestion } from '../../../packages/code-insight/src/analysis/questions.ts'
import { CodeChild } from '../../../src/adapters/code/child.ts'
import { dist, until } from '../../daemon/world.ts'
import { CHECKED, callersIn, namesIn } from './code-projects.ts'
import { makeHostile, SECRET, SMALL } from './hostile-project.ts'

let top: string
let dir: string
let code: CodeChild
beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-hostile-')))
  dir = makeHostile(top, SMALL)
  code = new CodeChild({
    ...{ program: join(dist, 'code.js'), grammars: join(dist, 'grammars'), indexes: join(top, 'code'), ...CHECKED },
    ...{ env: process.env, answerMs: 300_000, log: { error: () => undefined } },
  })
})
afterAll(() => {
  code.close()
  // Node's own cannot, where paths are too long
  execFileSync('rm', ['-rf', top])
})

const ask = (question: CodeQuestion) => code.ask(dir, question, { folder: dir })
const QUESTIONS: readonly CodeQuestion[] = [
  { kind: 'search', query: SECRET, extras: [], limit: 20 },
  { kind: 'callees', target: 'src/user.ts' },
  { kind: 'imports', target: 'src/user.ts' },
  { kind: 'importers', target: 'src/good.ts' },
  { kind: 'impact', target: 'src/good.ts:good', depth: 10 },
  { kind: 'graph', target: undefined },
  { kind: 'dead', target: undefined },
  { kind: 'arch', target: undefined },
  { kind: 'index', target: undefined },
  { kind: 'outline', target: '.' },
  { kind: 'outline', target: 'source.py' },
  { kind: 'outline', target: 'linked' },
  { kind: 'signatures', snippet: 'good()', language: undefined, file: 'src/user.ts' },
]

test('a project of hostile files is read, and nothing outside of it', async () => {
  await until('the index is complete', async () => {
    const { index } = await ask({ kind: 'outline', target: 'good.py' })
    return index.complete && index.pending === 0
  })
  expect(callersIn(await ask({ kind: 'callers', target: 'src/good.ts:good' }))).toEqual(['src/user.ts <module> @4'])
  expect(namesIn(await ask({ kind: 'outline', target: 'good.py' }))).toEqual(['careful'])
  const answers: unknown[] = []
  for (const question of QUESTIONS) answers.push(await ask(question).catch(String))
  // The question itself is repeated
  expect(JSON.stringify(answers.slice(1))).not.toContain(SECRET)
  for (const name of readdirSync(join(top, 'code')))
    expect(readFileSync(join(top, 'code', name)).includes(SECRET), name).toBe(false)
})

test.runIf(process.platform === 'linux')('the process that reads them stays small', () => {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${code.pid}/status`, 'utf8'))?.[1]
  expect(Number(peak) / 1024).toBeLessThan(500)
})
