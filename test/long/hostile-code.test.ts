import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { CodeQuestion } from '../../packages/code-insight/src/analysis/questions.ts'
import { plainGit } from '../../packages/guarded/test/trap-repository.ts'
import { CodeChild } from '../../src/adapters/code/child.ts'
import { CHECKED, callersIn } from '../adapters/code/code-projects.ts'
import { makeHostile, WHOLE } from '../adapters/code/hostile-project.ts'
import { dist, until } from '../daemon/world.ts'

/** All of the hostile files, and what reads them; `errors` are those of its process. */
function hostile() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-hostile-')))
  // Node's own cannot, where paths are too long
  onTestFinished(() => void execFileSync('rm', ['-rf', top]))
  const dir = makeHostile(top, WHOLE)
  const errors: string[] = []
  const code = new CodeChild({
    ...{ program: join(dist, 'code.js'), grammars: join(dist, 'grammars'), indexes: join(top, 'code'), ...CHECKED },
    ...{ env: process.env, log: { error: (message, more) => void errors.push(message, JSON.stringify(more)) } },
  })
  onTestFinished(() => code.close())
  const peak = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${code.pid}/status`, 'utf8'))?.[1]) / 1024
  return { dir, code, errors, peak }
}

test('a line of 200 MB, 5,000 levels of folders and 100,000 symbols in a file are read, without git, in 1 GB', async () => {
  const { dir, code, errors, peak } = hostile()
  const began = performance.now()
  await until('the index is complete', async () => {
    const { index } = await code.ask(dir, { kind: 'outline', target: 'good.py' }, { folder: dir })
    return index.complete && index.pending === 0
  })
  const callers = await code.ask(dir, { kind: 'callers', target: 'src/good.ts:good' }, { folder: dir })
  expect(callersIn(callers)).toEqual(['src/user.ts <module> @4'])
  expect(errors).toEqual([])
  console.log(`${Math.round(peak())} MB, ${Math.round((performance.now() - began) / 1000)} s`)
  expect(peak()).toBeLessThan(1_000)
})

const QUESTIONS: readonly CodeQuestion[] = [
  ...(['graph', 'dead', 'arch', 'index'] as const).map((kind) => ({ kind })),
  ...(['outline', 'callers', 'callees', 'imports', 'importers'] as const).map((kind) => ({ kind, target: 'good.py' })),
  { kind: 'impact', target: 'src/good.ts:good', depth: 10 },
  { kind: 'search', query: 'good', extras: [], limit: 20 },
  { kind: 'signatures', snippet: 'good()', file: 'src/user.ts' },
]

test('the same in a repository with 120,000 untracked files besides: every question is answered within the limit of one', async () => {
  const { dir, code, peak } = hostile()
  plainGit(dir, 'init', '-q')
  plainGit(dir, 'add', 'src/good.ts', 'src/user.ts', 'good.py', 'package.json', 'tsconfig.json', 'many.py', 'long.py')
  plainGit(dir, 'commit', '-qm', 'Begin')
  writeFileSync(join(dir, 'good.py'), 'def careful(more):\n    return 1\n')
  for (let folder = 0; folder < 1_200; folder++) {
    mkdirSync(join(dir, `g${folder}`))
    for (let n = 0; n < 100; n++) writeFileSync(join(dir, `g${folder}/f${n}.py`), `def f${folder}_${n}(): pass\n`)
  }
  for (const question of [{ kind: 'diff', base: 'HEAD' } as const, ...QUESTIONS]) {
    const began = performance.now()
    const answer = await code.ask(dir, question, { folder: dir })
    console.log(question.kind, `${((performance.now() - began) / 1000).toFixed(1)} s, ${Math.round(peak())} MB`)
    expect(answer.kind).toBe(question.kind)
    if (answer.kind !== 'diff') continue
    expect(answer.changes).toContainEqual(expect.objectContaining({ name: 'careful', change: 'signature' }))
    expect(answer.notes).toContainEqual(expect.stringContaining('was not read'))
  }
  expect(peak()).toBeLessThan(1_000)
})
