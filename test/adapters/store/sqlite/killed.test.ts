import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'esbuild'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../../src/adapters/store/sqlite/store.ts'
import { parseQuery } from '../../../../src/domain/retrieval/query.ts'
import { scratch, workerUrl } from './fresh.ts'

const ROOT = join(import.meta.dirname, '../../../..')

/**
 * A process that commits events with a prompt each, reports which ones were acknowledged, and never exits on its own.
 */
async function writerIn(folder: string, name: string): Promise<ChildProcess> {
  const outfile = join(folder, `${name}.mjs`)
  await build({
    stdin: { contents: PROGRAM, resolveDir: import.meta.dirname, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    absWorkingDir: ROOT,
  })
  const child = spawn(process.execPath, [outfile, join(folder, 'hindcast.db'), workerUrl.href, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const PROGRAM = `
import { openStore } from '../../../../src/adapters/store/sqlite/store.ts'
import { anEvent, aPrompt, commit, event, prompt } from '../../../contract/records.ts'
const [file, url, name] = process.argv.slice(2)
const store = await openStore({ file, workerUrl: new URL(url) })
for (let at = 0; ; at++) {
  const id = name + at
  const said = { id: 'p' + id, session: name, event: id, text: 'needle ' + id }
  await commit(store.journal, [event(anEvent({ id, session: name, output: 'x'.repeat(at % 5000) })), prompt(aPrompt(said))])
  process.stdout.write(id + '\\n')
}
`

/** Kills a writer during its commits and returns what was acknowledged. */
async function acknowledged(child: ChildProcess, afterMs: number): Promise<string[]> {
  const said: string[] = []
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  lines.on('line', (line) => said.push(line))
  await once(lines, 'line')
  await sleep(afterMs)
  const ended = once(child, 'close')
  child.kill('SIGKILL')
  await ended
  return said
}

describe('a process killed during its commits', () => {
  test('has lost nothing acknowledged and left nothing half-written, three times in a row', async () => {
    const folder = scratch()
    const told: string[] = []
    for (const [round, ms] of [50, 130, 210].entries()) {
      told.push(...(await acknowledged(await writerIn(folder, `w${round}-`), ms)))
    }
    await allKept(folder, told)
  })

  test('two processes that write concurrently keep everything', async () => {
    const folder = scratch()
    const children = await Promise.all([writerIn(folder, 'a'), writerIn(folder, 'b')])
    const told = await Promise.all(children.map((child) => acknowledged(child, 300)))
    expect(Math.min(...told.map(({ length }) => length))).toBeGreaterThan(0)
    await allKept(folder, told.flat())
  })
})

async function allKept(folder: string, told: readonly string[]): Promise<void> {
  const store = await openStore({ file: join(folder, 'hindcast.db'), workerUrl })
  onTestFinished(() => store.close())
  const kept = (await store.evidence.events({ limit: 1e6 })).map(({ id }) => id)
  expect(told.length).toBeGreaterThan(3)
  expect(kept).toEqual(expect.arrayContaining([...told]))
  const { events, prompts } = await store.evidence.counts()
  expect(prompts).toBe(events)
  const found = await store.memories.search({ match: parseQuery('needle'), kind: 'prompt', limit: events })
  expect(found).toHaveLength(events)
}
