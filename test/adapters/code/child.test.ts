import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CodeQuestion } from '../../../packages/code-insight/src/analysis/questions.ts'
import { CodeChild, type CodeChildOptions } from '../../../src/adapters/code/child.ts'
import { dist, isRunning, kill, until } from '../../daemon/world.ts'

let dir: string
let project: string
let indexes: string
const opened: CodeChild[] = []
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-code-')))
  project = join(dir, 'project')
  indexes = join(dir, 'code')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{}')
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((child) => child.close()))
  rmSync(dir, { recursive: true, force: true })
})

const QUESTION: CodeQuestion = { kind: 'arch' }

function childOf(more: Partial<CodeChildOptions> = {}): CodeChild {
  const program = join(dist, 'code.js')
  const log = { error: () => {} }
  const child = new CodeChild({ program, grammars: join(dist, 'grammars'), indexes, env: process.env, log, ...more })
  opened.push(child)
  return child
}

test('its process starts with the first question, and ends when idle', async () => {
  const child = childOf({ idleMs: 20 })
  expect(child.isRunning).toBe(false)
  await child.ask(project, QUESTION)
  expect(child.isRunning).toBe(true)
  await until('the process is gone', () => !child.isRunning)
  expect(await child.ask(project, QUESTION)).toMatchObject({ kind: 'arch' })
})

test('a question is asked again where its process was killed, and answered', async () => {
  const child = childOf()
  await child.ask(project, QUESTION)
  const { pid = 0 } = child
  const answer = child.ask(project, QUESTION)
  kill(pid)
  expect(await answer).toMatchObject({ kind: 'arch' })
  expect(child.pid).not.toBe(pid)
})

test('a question whose process dies again and again fails, and says so', async () => {
  const program = join(dir, 'dies.cjs')
  writeFileSync(program, "process.on('message', () => process.exit(3))")
  const child = childOf({ program })
  await expect(child.ask(project, QUESTION)).rejects.toMatchObject({
    code: 'code-failed',
    why: expect.stringContaining('ended (3)'),
  })
})

test('a question without an answer fails in time, and the stuck process is replaced', async () => {
  const program = join(dir, 'hangs.cjs')
  writeFileSync(program, "process.on('message', () => { for (;;); })")
  const child = childOf({ program, answerMs: 300 })
  await expect(child.ask(project, QUESTION)).rejects.toMatchObject({ code: 'code-failed' })
  const { pid = 0 } = child
  await until('the stuck process is gone', () => !isRunning(pid))
})

test('once it is closed nothing runs any more, not even a process that is stuck', async () => {
  const program = join(dir, 'hangs.cjs')
  writeFileSync(program, "process.on('SIGTERM', () => {}); process.on('message', () => { for (;;); })")
  const child = childOf({ program })
  const waiting = child.ask(project, QUESTION)
  const { pid = 0 } = child
  const [end] = await Promise.all([child.close(), expect(waiting).rejects.toMatchObject({ code: 'code-failed' })])
  expect([end, isRunning(pid)]).toEqual([undefined, false])
})

test('its process ends with it, and nobody waits forever', async () => {
  const child = childOf()
  await child.ask(project, QUESTION)
  const { pid = 0 } = child
  const waiting = child.ask(project, QUESTION)
  void child.close()
  await expect(waiting).rejects.toMatchObject({ code: 'code-failed' })
  await until('the process is gone', () => !isRunning(pid))
  await expect(child.ask(project, QUESTION)).rejects.toMatchObject({ code: 'code-failed' })
})

/** The processes that another one has started, and in which git looks at what it ignores. */
const gitsOf = (parent: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return stat.includes(` ${parent} `) && words.startsWith('git\0') && words.includes('--exclude-standard')
      } catch {
        return false
      }
    })

test.runIf(process.platform === 'linux')('a git that waits for a pipe ends with it', async () => {
  execFileSync('git', ['init', '-q'], { cwd: project })
  execFileSync('mkfifo', [join(project, '.gitignore')])
  const child = childOf()
  const waiting = child.ask(project, QUESTION).catch(() => undefined)
  let gits: readonly number[] = []
  await until('git waits', () => {
    gits = gitsOf(child.pid ?? 0)
    return gits.length > 0
  })
  child.close()
  await waiting
  await until('git is gone', () => !gits.some(isRunning))
})

test('an index is readable by its user alone, refreshed only if it exists, and deleted after a week without use', async () => {
  const child = childOf()
  await child.refresh(project)
  expect(child.isRunning).toBe(false)
  await child.ask(project, QUESTION)
  const [index = ''] = readdirSync(indexes)
  expect(statSync(join(indexes, index)).mode & 0o777).toBe(0o600)
  expect(statSync(indexes).mode & 0o777).toBe(0o700)
  await child.sweep(Date.now())
  expect(readdirSync(indexes)).toContain(index)
  child.close()
  const old = new Date(Date.now() - 8 * 24 * 3_600_000)
  utimesSync(join(indexes, index), old, old)
  await childOf().sweep(Date.now())
  expect(readdirSync(indexes)).toEqual([])
})

test('a damaged index, or one of another release, is made anew', async () => {
  await childOf().ask(project, QUESTION)
  for (const child of opened.splice(0)) child.close()
  const [index = ''] = readdirSync(indexes)
  for (const name of readdirSync(indexes)) if (name !== index) rmSync(join(indexes, name))
  writeFileSync(join(indexes, index), 'not a database '.repeat(1_000))
  expect(await childOf().ask(project, QUESTION)).toMatchObject({ kind: 'arch' })
})

test('a folder that does not exist is an error that names it', async () => {
  const missing = join(dir, 'missing')
  await expect(childOf().ask(missing, QUESTION)).rejects.toMatchObject({
    code: 'not-found',
    why: `no folder '${missing}'`,
  })
})

test('a project is indexed to its end, whatever others are asked about meanwhile', async () => {
  for (let at = 0; at < 600; at++)
    writeFileSync(join(project, `m${at}.ts`), `export const f${at} = (n: number) => n + ${at}\n`)
  const others = Array.from({ length: 4 }, (_, at) => join(dir, `other${at}`))
  for (const other of others) {
    mkdirSync(other)
    writeFileSync(join(other, 'package.json'), '{}')
    writeFileSync(join(other, 'a.ts'), 'export const a = 1\n')
  }
  const first = childOf({ idleMs: 20 })
  await first.ask(project, { kind: 'outline', target: 'm1.ts' })
  await Promise.all(others.map((other) => first.ask(other, { kind: 'outline', target: 'a.ts' })))
  await until('it has done all its work', () => !first.isRunning)
  const { index } = await childOf().ask(project, { kind: 'outline', target: 'm1.ts' })
  expect(index).toMatchObject({ complete: true, filesIndexed: 600 })
})
