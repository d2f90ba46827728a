import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CodeChild } from '../../src/adapters/syntax/child.ts'
import { CHECKED, callersIn } from '../adapters/syntax/code-projects.ts'
import { makeHostile, WHOLE } from '../adapters/syntax/hostile-project.ts'
import { dist, until } from '../daemon/world.ts'

test('a line of 200 MB, 5,000 levels of folders and 100,000 symbols in a file are read, without git, in 1 GB', async () => {
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
  const began = performance.now()
  await until('the index is complete', async () => {
    const { index } = await code.ask(dir, { kind: 'outline', target: 'good.py' }, { folder: dir })
    return index.complete && index.pending === 0
  })
  const callers = await code.ask(dir, { kind: 'callers', target: 'src/good.ts:good' }, { folder: dir })
  expect(callersIn(callers)).toEqual(['src/user.ts <module> @4'])
  expect(errors).toEqual([])
  const peak = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${code.pid}/status`, 'utf8'))?.[1]) / 1024
  console.log(`${Math.round(peak)} MB, ${Math.round((performance.now() - began) / 1000)} s`)
  expect(peak).toBeLessThan(1_000)
})
