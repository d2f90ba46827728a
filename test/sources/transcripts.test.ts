import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import { behaviours } from '../../src/behaviours/registry.ts'
import { discover } from '../../src/sources/transcripts/discover.ts'
import { Transcripts, type TranscriptsParts } from '../../src/sources/transcripts/transcripts.ts'
import claudeCode from '../../src/wire/claude-code/index.ts'
import { type World, world } from '../engine/world.ts'

const recorded = join(import.meta.dirname, '../fixtures/claude-code-2.1.330/transcripts')

/** A world with an empty folder of transcripts, and the source over it. */
async function open(over: Partial<TranscriptsParts> = {}) {
  const lived = await world(behaviours, { start: false })
  const projects = join(lived.folder, 'projects')
  const folder = join(projects, '-app')
  mkdirSync(folder, { recursive: true })
  return { ...lived, folder, projects, transcripts: sourceOver(lived, projects, over) }
}

const sourceOver = (
  { engine, store, ports }: World,
  projects: string,
  over: Partial<TranscriptsParts>,
): Transcripts => {
  const { sources, evidence } = store
  const absorb: TranscriptsParts['absorb'] = (batch) => engine.absorb(batch)
  return new Transcripts({
    ...{ sources, evidence, secrets: ports.secrets, clock: ports.clock, log: ports.log, absorb, exclude: () => [] },
    ...{ places: [{ host: claudeCode, folder: projects }], wake: () => engine.wake() },
    ...over,
  })
}

/** The recorded session `work` with its subagents', and its fork, as the client lays them down. */
function layDown(folder: string, between = ''): void {
  const lines = readFileSync(join(recorded, 'work.jsonl'), 'utf8').split('\n')
  writeFileSync(
    join(folder, `${WORK}.jsonl`),
    lines.map((each, n) => `${n % 8 === 7 ? between : ''}${each}`).join('\n'),
  )
  mkdirSync(join(folder, WORK, 'subagents'), { recursive: true })
  for (const agent of AGENTS)
    copyFileSync(join(recorded, `work.agent-${agent}.jsonl`), join(folder, WORK, `subagents/agent-${agent}.jsonl`))
  copyFileSync(join(recorded, 'fork.jsonl'), join(folder, `${FORK}.jsonl`))
}
const sessionIn = (name: string): string => {
  const [, id = ''] = /"sessionId":"([^"]+)"/.exec(readFileSync(join(recorded, name), 'utf8')) ?? []
  return id
}
const WORK = sessionIn('work.jsonl')
const FORK = sessionIn('fork.jsonl')
const AGENTS = ['a7e551d3858500c11', 'ab3dec1409379649d']

/** All that is kept but the order in which it came. */
async function kept({ store }: World) {
  const events = await store.evidence.events({ limit: 10_000 })
  const prompts = await Promise.all([WORK, FORK].map((session) => store.evidence.prompts({ session, limit: 1_000 })))
  return {
    events: events.map(({ seq: _, ...event }) => event).sort((a, b) => (a.id < b.id ? -1 : 1)),
    prompts,
    sessions: await store.evidence.sessions({ limit: 100 }),
  }
}

const line = (value: object): string => `${JSON.stringify(value)}\n`
const prompt = (uuid: string, text: string, over: object = {}) =>
  line({
    ...{ type: 'user', uuid, sessionId: 's', cwd: '/gone', timestamp: '2026-01-02T03:04:05.000Z', ...over },
    message: { role: 'user', content: text },
  })

test('a second import reports the same counts, reads nothing and stores nothing twice', async () => {
  const here = await open()
  layDown(here.folder)
  const first = await here.transcripts.run([])
  const record = await kept(here)
  expect(first).toMatchObject({ files: 4, sessions: 2, errors: [] })
  expect(first.prompts).toBeGreaterThan(2)
  expect(here.transcripts.progress()).toMatchObject({ running: false, filesDone: 4, events: first.events })
  expect(await here.transcripts.run([])).toEqual({ ...first, added: 0, known: 2 })
  expect(here.transcripts.progress().events).toBe(0)
  expect(await kept(here)).toEqual(record)
})

test('killed after any batch and run again, it gives the same records', async () => {
  // A batch by itself
  const long = line({ type: 'never-heard-of', text: 'x'.repeat(130 * 1024) })
  const whole = await open()
  layDown(whole.folder, long)
  await whole.transcripts.run([])
  const record = await kept(whole)
  const here = await open()
  layDown(here.folder, long)
  let kills = 0
  for (let done: unknown; done === undefined; kills++) {
    let batches = 0
    const absorb: TranscriptsParts['absorb'] = async (batch) => {
      // Later each time: a batch is read again where the place before it could not be kept
      if (batches++ === 1 + kills) throw new Error('killed')
      return here.engine.absorb(batch)
    }
    done = await sourceOver(here, here.projects, { absorb })
      .run([])
      .catch((error: Error) => {
        expect(error.message).toBe('killed')
      })
  }
  expect(kills).toBeGreaterThan(2)
  const again = await kept(here)
  const placeless = (text: unknown) => JSON.parse(JSON.stringify(text).replaceAll(here.folder, whole.folder))
  expect(placeless(again)).toEqual(record)
})

test("a fork's repeated history stays with its original session", async () => {
  const here = await open()
  layDown(here.folder)
  await here.transcripts.run([])
  const { evidence } = here.store
  const forked = await evidence.events({ session: FORK, limit: 1_000 })
  const lived = await evidence.events({ session: WORK, limit: 1_000 })
  expect(forked.filter(({ name }) => name === 'UserPromptSubmit')).toHaveLength(1)
  expect(lived.length).toBeGreaterThan(forked.length)
})

test('a fork of a fork comes after both, whenever the files were written and whatever their names', async () => {
  const { folder, projects } = await open()
  const said = (session: string, uuid: string, by?: string) =>
    line({ type: 'assistant', uuid, sessionId: session, timestamp: '2026-01-02T03:04:05.000Z', requestSessionId: by })
  // What names the fork stands far behind the head
  const long = line({ type: 'never-heard-of', text: 'x'.repeat(3 * 1024 * 1024) })
  const orders = [
    ['a', 'b', 'c'],
    ['c', 'b', 'a'],
    ['b', 'c', 'a'],
  ] as const
  for (const [first, fork, forkOfFork] of orders) {
    const files = {
      [first]: said(first, 'u1') + long,
      [fork]: said(fork, 'u1', first) + long + said(fork, 'u2'),
      [forkOfFork]: said(forkOfFork, 'u1', first) + long + said(forkOfFork, 'u2', fork) + said(forkOfFork, 'u3'),
    }
    for (const [at, name] of [forkOfFork, fork, first].entries()) {
      writeFileSync(join(folder, `${name}.jsonl`), files[name] ?? '')
      utimesSync(join(folder, `${name}.jsonl`), at, at)
    }
    const found = await discover([{ host: claudeCode, folder: projects }], [], [])
    expect(found.map(({ session }) => session)).toEqual([first, fork, forkOfFork])
  }
})

test('torn, merged, unknown, garbled and blank lines are skipped, and counted by file and line', async () => {
  const here = await open()
  const path = join(here.folder, 's.jsonl')
  writeFileSync(
    path,
    Buffer.concat([
      Buffer.from(prompt('u1', 'the first')),
      Buffer.from(`${prompt('u2', 'glued').trimEnd()}${prompt('u3', 'to this')}`),
      Buffer.from('{"type":"user","uuid":"u4","mess\n'),
      Buffer.from('\n'),
      Buffer.from(line({ type: 'never-heard-of', sessionId: 's' })),
      Buffer.from(prompt('u5', 'gar*bled').replace('*', '\xff'), 'latin1'),
      Buffer.from('{"type":"user","uuid":"u6","message":{"role"'),
    ]),
  )
  const told = await here.transcripts.run([])
  expect(told).toMatchObject({ sessions: 1, prompts: 4 })
  expect(told.errors).toEqual([
    { path, line: 3, why: expect.stringContaining('character') },
    { path, line: 6, why: 'not all of it is UTF-8' },
    { path, line: 7, why: 'the file ends in the middle of this line' },
  ])
  expect(await here.transcripts.run([])).toEqual({ ...told, added: 0, known: 1 })
})

test('an incomplete last line is read once it is complete', async () => {
  const here = await open()
  const path = join(here.folder, 's.jsonl')
  const [first, second] = [prompt('u1', 'the first'), prompt('u2', 'the second')]
  writeFileSync(path, first + second.slice(0, 40))
  expect(await here.transcripts.run([])).toMatchObject({ prompts: 1 })
  appendFileSync(path, second.slice(40))
  expect(await here.transcripts.run([])).toMatchObject({ prompts: 2, errors: [] })
})

test('lines are numbered as in an editor, even after one that was read before its newline', async () => {
  const { folder, transcripts } = await open()
  writeFileSync(join(folder, 's.jsonl'), prompt('u1', 'the first') + prompt('u2', 'the second').trimEnd())
  expect(await transcripts.run([])).toMatchObject({ prompts: 2, errors: [] })
  appendFileSync(join(folder, 's.jsonl'), `\n{"torn\n${prompt('u3', 'the fourth')}{"torn`)
  expect((await transcripts.run([])).errors.map(({ line: at }) => at)).toEqual([3, 5])
})

test('a line over 32 MB is skipped and reported, and those after it are read', async () => {
  const here = await open()
  const path = join(here.folder, 's.jsonl')
  const [before, behind] = [prompt('u0', 'before it'), prompt('u2', 'behind it')]
  writeFileSync(path, before + prompt('u1', 'x'.repeat(33 * 1024 * 1024)) + behind)
  const told = await here.transcripts.run([])
  expect(told).toMatchObject({ prompts: 2 })
  expect(told.errors).toEqual([{ path, line: 2, why: expect.stringContaining('longer than') }])
})

test('a truncated or replaced file is read again, without storing anything twice', async () => {
  const here = await open()
  const path = join(here.folder, 's.jsonl')
  writeFileSync(path, prompt('u1', 'the first') + prompt('u2', 'the second'))
  expect(await here.transcripts.run([])).toMatchObject({ prompts: 2 })
  writeFileSync(path, prompt('u1', 'the first'))
  expect(await here.transcripts.run([])).toMatchObject({ prompts: 2 })
  writeFileSync(`${path}.new`, prompt('u3', 'a third') + prompt('u1', 'the first') + prompt('u4', 'a fourth'))
  renameSync(`${path}.new`, path)
  expect(await here.transcripts.run([])).toMatchObject({ prompts: 4 })
})

test('links are not followed, and files in import.exclude are not read', async () => {
  const here = await open({ exclude: () => ['**/-secret/**', '/home/*/hidden'] })
  const elsewhere = join(here.folder, '../../elsewhere.jsonl')
  writeFileSync(elsewhere, prompt('u1', 'elsewhere'))
  symlinkSync(elsewhere, join(here.folder, 'link.jsonl'))
  mkdirSync(join(here.folder, '../-secret'))
  writeFileSync(join(here.folder, '../-secret/s2.jsonl'), prompt('u2', 'secret'))
  writeFileSync(join(here.folder, 's3.jsonl'), prompt('u3', 'hidden', { cwd: '/home/dev/hidden' }))
  writeFileSync(join(here.folder, 's4.jsonl'), prompt('u4', 'shown'))
  expect(await here.transcripts.survey([])).toMatchObject({ projects: 1, sessions: 1, files: 1 })
  expect(await here.transcripts.run([])).toMatchObject({ files: 1, prompts: 1 })
  expect(await here.transcripts.survey([])).toMatchObject({ files: 1, unread: 0 })
})

test("no secret and no private text reaches the disk, not even in the reader's state", async () => {
  const here = await open()
  const path = join(here.folder, 's.jsonl')
  const secret = `ghp_${'1234567890abcdefghijABCDEFGHIJ123456'}`
  const timestamp = '2026-01-02T03:04:06.000Z'
  const queued = { type: 'queue-operation', operation: 'enqueue', sessionId: 's', timestamp }
  const content = `use ${secret} <private>and Bluebird</private>`
  writeFileSync(path, prompt('u1', content) + line({ ...queued, content }))
  await here.transcripts.run([])
  const prompts = await here.store.evidence.prompts({ session: 's', limit: 10 })
  const stored = JSON.stringify([prompts, await kept(here), await here.store.sources.cursor(cleaned(path))])
  expect(stored).toContain('redacted:')
  expect(stored).not.toContain(secret)
  expect(stored).not.toContain('Bluebird')
})

test('a stored position contains no text; events after it are reported once', async () => {
  const here = await open()
  const path = join(here.folder, 's.jsonl')
  const now = new Date().toISOString()
  const asked = prompt('u1', 'Look for it', { timestamp: now })
  const common = { sessionId: 's', cwd: '/gone', timestamp: now }
  const saying = (uuid: string, ...content: object[]) =>
    line({ ...common, type: 'assistant', uuid, message: { model: 'm', content } })
  const calling = saying('a1', { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'grep Bluebird' } })
  const queued = line({ ...common, type: 'queue-operation', operation: 'enqueue', content: 'and Bluebird' })
  const block = { type: 'tool_result', tool_use_id: 't1', content: 'Bluebird was there' }
  const came = line({ ...common, type: 'user', uuid: 'u2', message: { role: 'user', content: [block] } })
  const steps = [asked, calling, queued, came, saying('a2', { type: 'text', text: 'Bluebird is found' })]
  for (const step of steps) {
    appendFileSync(path, step)
    await here.transcripts.catchUp()
    await here.transcripts.run([])
    expect(JSON.stringify(await here.store.sources.cursor(cleaned(path)))).not.toContain('Bluebird')
  }
  const events = await here.store.evidence.events({ session: 's', limit: 100 })
  expect(events.map(({ name }) => name)).toEqual(['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop'])
})

test('catching up continues earlier files and reads known sessions, and nothing else', async () => {
  const here = await open()
  const [known, foreign] = [join(here.folder, 's.jsonl'), join(here.folder, 'other.jsonl')]
  writeFileSync(known, prompt('u1', 'the first'))
  await here.transcripts.run([known])
  appendFileSync(known, prompt('u2', 'the second'))
  writeFileSync(foreign, prompt('u3', 'never asked for', { sessionId: 'other' }))
  await here.transcripts.catchUp()
  expect(await here.store.evidence.counts()).toMatchObject({ sessions: 1, prompts: 2 })
})

test('after a complete import, catching up also reads sessions that no hook reported', async () => {
  const here = await open()
  writeFileSync(join(here.folder, 's.jsonl'), prompt('u1', 'the first'))
  await here.transcripts.run([])
  writeFileSync(join(here.folder, 'other.jsonl'), prompt('u2', 'while the daemon was away', { sessionId: 'other' }))
  await sourceOver(here, here.projects, {}).catchUp()
  expect(await here.store.evidence.counts()).toMatchObject({ sessions: 2, prompts: 2 })
})
