import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../src/adapters/store/sqlite/store.ts'
import { scratch, workerUrl } from '../adapters/store/sqlite/fresh.ts'

/** A daemon of which the clock is some minutes ahead. Its one behaviour says that it tries, then hangs or throws. */
const PROGRAM = `
import { openStore } from '../../src/adapters/store/sqlite/store.ts'
import { behaviour, on } from '../../src/domain/behaviour.ts'
import { createEngine } from '../../src/engine/engine.ts'
import { portsOf } from './ports.ts'
const [file, url, minutes, how] = process.argv.slice(2)
const store = await openStore({ file, readers: 1, workerUrl: new URL(url) })
const ports = portsOf(store, [])
const hanging = {
  ...ports.memories,
  records: (filter) => {
    if (filter.noun !== 'observation') return ports.memories.records(filter)
    console.log('trying')
    return new Promise(() => {})
  },
}
const ill = behaviour({
  name: 'ill',
  summary: 'Never does what it owes.',
  reactions: [on('PostToolUse', {
    lane: 'later', onFailure: 'retry',
    needs: () => how === 'hang' ? { found: { fact: 'records', noun: 'observation', session: 's1', limit: 1 } } : {},
    decide: () => { throw new Error('ill') },
  })],
})
const engine = createEngine({ behaviours: [ill], ports: {
  ...ports, memories: hanging, clock: { now: () => Date.now() + minutes * 60_000 },
} })
if (minutes === '0') await engine.take({
  name: 'PostToolUse', at: Date.now(), session: 's1', host: 'test', via: 'hook', promptId: 'p1',
  tool: 'Bash', toolUseId: 't', act: { kind: 'shell', command: 'ls' }, input: {}, result: { text: '' },
  identity: { parts: ['t', 'post'], ordinal: false },
})
await engine.start()
await engine.drain()
console.log(JSON.stringify(await store.jobs.counts()))
setInterval(() => {}, 1_000)
`

async function built(folder: string): Promise<string> {
  const outfile = join(folder, 'program.mjs')
  await build({
    stdin: { contents: PROGRAM, resolveDir: import.meta.dirname, loader: 'ts' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    outfile,
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    format: 'esm',
    logLevel: 'silent',
  })
  return outfile
}

/** Runs the program until its first line, then kills it as a power cut would. */
async function killedAfterLine(args: readonly string[]): Promise<string> {
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const [line] = (await once(lines, 'line')) as [string]
  child.kill('SIGKILL')
  await once(child, 'exit')
  return line
}

describe('the queue, across killed processes', () => {
  test('a job is retried after a kill, backs off, and after five attempts is a dead letter', async () => {
    const folder = scratch()
    const file = join(folder, 'hindcast.db')
    const program = await built(folder)
    const run = (minutes: number, how: string) => killedAfterLine([program, file, workerUrl.href, String(minutes), how])
    expect(await run(0, 'hang')).toBe('trying')
    for (const minutes of [0.1, 2, 4])
      expect(JSON.parse(await run(minutes, 'throw'))).toEqual({ pending: 1, failed: 0 })
    expect(JSON.parse(await run(4, 'throw')), 'not due yet').toEqual({ pending: 1, failed: 0 })
    expect(JSON.parse(await run(6, 'throw'))).toEqual({ pending: 0, failed: 1 })
    const store = await openStore({ file, readers: 1, workerUrl })
    onTestFinished(() => store.close())
    expect(await store.jobs.nextDue()).toBeUndefined()
    expect(await store.evidence.counts()).toMatchObject({ events: 1 })
  })
})
