import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import { behaviours } from '../../src/behaviours/registry.ts'
import { deriveId } from '../../src/domain/identity.ts'
import type { Ledger, Replayed, ReplayedTurn } from '../../src/ports.ts'
import { replaysOf } from '../../src/replay/replay.ts'
import { Transcripts, type TranscriptsParts } from '../../src/sources/transcripts/transcripts.ts'
import claudeCode from '../../src/wire/claude-code/index.ts'
import { workerUrl } from '../adapters/store/sqlite/fresh.ts'
import { world } from '../engine/world.ts'

const recorded = join(import.meta.dirname, '../fixtures/claude-code-2.1.330/transcripts')
const DAY = Date.parse('2026-01-02T00:00:00.000Z')

/** A transcript of one turn in which a file was edited, `hours` after the first day began. */
function turn(session: string, hours: number, asked: string, answered: string, file = 'kettle.ts'): string {
  const at = (second: number) => new Date(DAY + hours * 3_600_000 + second * 1_000).toISOString()
  const line = (type: string, second: number, content: unknown, more: object = {}) => {
    const place = { uuid: `${session}-${second}`, sessionId: session, cwd: '/gone/app', timestamp: at(second) }
    return `${JSON.stringify({ type, ...place, message: { role: type, model: 'claude-opus-4', content }, ...more })}\n`
  }
  const input = { file_path: `/gone/app/${file}`, old_string: 'whistle(1)', new_string: 'whistle(0)' }
  return [
    line('user', 1, asked),
    line('assistant', 2, [{ type: 'tool_use', id: `t-${session}`, name: 'Edit', input }]),
    line('user', 3, [{ type: 'tool_result', tool_use_id: `t-${session}`, content: 'done' }]),
    line('assistant', 4, [{ type: 'text', text: answered }]),
  ].join('')
}

const FIRST = turn(
  'first',
  1,
  'Why does the kettle whistle at night?',
  'Fixed the whistle of the kettle: its valve never closed. A bent spring had held it open since the last cleaning.',
)
const SECOND = turn('second', 3, 'The kettle whistles at night again', 'Closed the valve of the kettle.')
const THIRD = turn('third', 9, 'Does the kettle whistle in the morning?', 'Replaced the kettle: the valve was worn.')

/** A record of these transcripts, made as an import makes it, and replays over it. */
async function open(transcripts: Readonly<Record<string, string>>, beforeEach: () => Promise<void> = async () => {}) {
  const lived = await world(behaviours, { start: false })
  const { engine, store, ports, folder, file } = lived
  const projects = join(folder, 'projects')
  const dir = join(projects, '-gone-app')
  mkdirSync(dir, { recursive: true })
  for (const [name, text] of Object.entries(transcripts)) writeFileSync(join(dir, `${name}.jsonl`), text)
  const { sources, evidence } = store
  const absorb: TranscriptsParts['absorb'] = (batch) => engine.absorb(batch)
  const [wake, exclude] = [() => engine.wake(), () => []]
  const { clock, log, secrets } = ports
  const places = [{ host: claudeCode, folder: projects }]
  await new Transcripts({ sources, evidence, secrets, clock, log, absorb, wake, exclude, places }).run([])
  await engine.drain()
  const scratch = join(folder, 'scratch')
  const replays = replaysOf(
    ports,
    { giveWay: beforeEach },
    { values: () => ({ 'import.exclude': ['**/hidden.jsonl'] }) } as never,
    { file, workerUrl, scratch, places },
  )
  const run = (transcript: string, fromEmpty = false) => replays.run({ transcript, from: dir, fromEmpty })
  return { ...lived, dir, scratch, replays, run }
}

const start = ({ turns }: Replayed): ReplayedTurn => turns.find(({ event }) => event === 'SessionStart') as ReplayedTurn
const timeless = ({ turns, totals: { ms: _, ...totals } }: Replayed) => ({ turns, totals })

test('a session is told what others had recorded before it, and nothing later', async () => {
  const { run, store } = await open({ first: FIRST, second: SECOND, third: THIRD })
  const replayed = await run('second')
  expect(start(replayed).said).toContain('Fixed the whistle of the kettle')
  expect(start(replayed).note).toContain('1 observation from 1 session in this project')
  const told = JSON.stringify(replayed.turns.map(({ said, note, titles }) => [said, note, titles]))
  const later = await store.memories.observations({ session: 'third', limit: 9 })
  expect(later.length).toBeGreaterThan(0)
  for (const { id } of [...later, ...(await store.evidence.prompts({ session: 'third', limit: 9 }))])
    expect(told).not.toContain(id)
  expect(told).not.toContain('morning')
  for (const { sections, titles } of replayed.turns)
    for (const id of sections.flatMap(({ ids }) => ids)) expect(titles[id], id).toBeTypeOf('string')
})

test('each turn has its time, prompt, speakers, tokens and results; totals add up', async () => {
  const fixed = 'Fixed the whistle: the valve in kettle.ts never closed, because limescale had worn the hinge out.'
  const first = turn('first', 1, 'Fix the bug that makes the kettle whistle at night', fixed)
  const { run } = await open({ first, second: SECOND })
  const { turns, totals } = await run('second')
  expect(turns.map(({ event }) => event)).toEqual(['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'Stop'])
  const [began, asked, called, ended] = turns
  expect(began).toMatchObject({ title: 'startup', at: DAY + 3 * 3_600_000 + 1_000 })
  expect(began?.sections.map(({ behaviour }) => behaviour)).toContain('handoff')
  expect(asked).toMatchObject({ title: 'The kettle whistles at night again' })
  expect(asked?.effects).toContainEqual(expect.objectContaining({ behaviour: 'prompt', outcome: 'done' }))
  expect(called?.sections.map(({ behaviour }) => behaviour)).toEqual(['file-recall'])
  const made = expect.arrayContaining([expect.stringMatching(/^o_/)])
  expect(ended?.effects).toContainEqual(expect.objectContaining({ behaviour: 'observation', ids: made }))
  const told = turns.filter(({ said }) => said !== '')
  expect(totals).toMatchObject({ prompts: 1, calls: 1, told: told.length, unread: 0 })
  expect(totals.events).toBe(4)
  expect(totals.tokens).toBe(told.reduce((sum, { tokens }) => sum + tokens, 0))
})

test('from empty, a session knows only what it recorded itself', async () => {
  const resumed = `${SECOND}${JSON.stringify({ type: 'cost-state', sessionId: 'second' })}\n${turn('second', 20, 'Once more: why does it whistle?', 'It does not.').replaceAll('second-', 'again-').replaceAll('t-second', 't-again')}`
  const { run } = await open({ first: FIRST, second: resumed })
  const [full, empty] = [await run('second'), await run('second', true)]
  expect(empty.totals.tokens).toBeLessThan(full.totals.tokens)
  expect(start(empty)).toMatchObject({
    said: expect.not.stringContaining('whistle'),
    note: expect.stringContaining('nothing recorded in this project yet'),
  })
  expect(empty.turns.filter(({ event }) => event === 'SessionStart')).toMatchObject([
    { title: 'startup', said: expect.not.stringContaining('whistle') },
    { title: 'resume', said: expect.not.stringContaining('valve never closed') },
  ])
})

test('running it twice gives the same, with the stored event ids', async () => {
  const { run, store } = await open({ first: FIRST, second: SECOND })
  const [once, twice] = [await run('second'), await run('second')]
  expect(timeless(twice)).toEqual(timeless(once))
  const kept: readonly string[] = (await store.evidence.events({ session: 'second', limit: 99 })).map(({ id }) => id)
  // That a call is about to be made is told to behaviours and not kept
  for (const { event, eventId } of once.turns) expect(kept.includes(eventId)).toBe(event !== 'PreToolUse')
  const prompt = once.turns.find(({ event }) => event === 'UserPromptSubmit')
  expect(await store.memories.show([deriveId('p', prompt?.eventId ?? '')])).toHaveLength(1)
})

test('the real store does not change by a byte, and nothing is left of the scratch store', async () => {
  const { run, file, scratch, store } = await open({ first: FIRST, second: SECOND })
  await sleep(200)
  const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
  const state = async () => [
    hash(file),
    hash(`${file}-wal`),
    await store.turnLog.read({ limit: 99 }),
    await store.jobs.counts(),
  ]
  const before = await state()
  await run('second')
  await run('first', true)
  expect(await state()).toEqual(before)
  expect(readdirSync(scratch)).toEqual([])
  expect(statSync(scratch).mode & 0o777).toBe(0o700)
})

test('secrets are cut, private text leaves no trace, and forgotten or paused records stay out', async () => {
  const secret = `ghp_${'1234567890abcdefghijABCDEFGHIJ123456'}`
  const shown = turn('s1', 1, `Why does the kettle ${secret} whistle?`, 'Fixed the whistle of the kettle.')
  const hidden = turn('s2', 3, '<private>Bluebird is the name of the kettle</private>', 'Fixed Bluebird.')
  const { run, store } = await open({
    s1: shown,
    s2: hidden,
    first: FIRST,
    paused: turn('paused', 7, 'Kettle', 'Done.'),
  })
  const said = JSON.stringify([await run('s1'), await run('s2')])
  expect(said).toContain('redacted:')
  expect(said).not.toContain(secret)
  expect(said).not.toContain('Bluebird')
  await store.ledger.pause(cleaned({ session: 'paused', from: DAY }))
  expect((await run('paused')).turns).toEqual([])
  await store.ledger.forget({ session: 'first' }, DAY + 48 * 3_600_000)
  expect((await run('first')).turns).toEqual([])
  expect(JSON.stringify(await run('s1'))).not.toContain('at night')
})

test('a record forgotten during a replay is in no file and no answer afterwards', async () => {
  let events = 0
  let forgotten: Promise<unknown> | undefined
  const here: { ledger?: Ledger; scratch?: string } = {}
  const whileItRuns = async () => {
    if (++events !== 3) return
    forgotten = here.ledger
      ?.forget({ session: 'first' }, DAY + 48 * 3_600_000)
      .then(() => expect(leftovers(here.scratch ?? '').join()).not.toContain('night'))
  }
  const { replays, run, store, scratch } = await open(
    { first: FIRST, second: SECOND.replaceAll('at night', '') },
    whileItRuns,
  )
  store.changes.follow({ hear: ({ kind }) => (kind === 'forgotten' ? replays.restart() : undefined) })
  Object.assign(here, { ledger: store.ledger, scratch })
  const replayed = await run('second')
  expect(forgotten).toBeDefined()
  await forgotten
  expect(JSON.stringify(replayed)).not.toContain('night')
  expect(replayed.turns.length).toBeGreaterThan(0)
  expect(readdirSync(scratch)).toEqual([])
})

/** The text of all files below a folder. */
const leftovers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))

test('accepts a path or an id prefix, and refuses anything else; excluded files are not read', async () => {
  const { run, dir } = await open({ first: FIRST, second: SECOND })
  const byId = timeless(await run('sec'))
  expect(timeless(await run('second.jsonl'))).toEqual(byId)
  copyFileSync(join(dir, 'second.jsonl'), join(dir, 'hidden.jsonl'))
  for (const name of ['hidden.jsonl', './nothing.jsonl', 'nobody', ''])
    await expect(run(name), name).rejects.toThrow(/no transcript|no session|several/)
  writeFileSync(join(dir, 'never-imported.jsonl'), turn('never-imported', 30, 'And now?', 'Nothing.'))
  expect(start(await run('never-im')).said).not.toBe('')
})

test("a recorded session is replayed with its subagents' own calls; a fork begins where it branched off", async () => {
  const read = (name: string) => readFileSync(join(recorded, name), 'utf8')
  const sessionIn = (text: string) => /"sessionId":"([^"]+)"/.exec(text)?.[1] ?? ''
  const [work, fork] = [read('work.jsonl'), read('fork.jsonl')]
  const [WORK, FORK] = [sessionIn(work), sessionIn(fork)]
  const { run, dir } = await open({ [WORK]: work, [FORK]: fork })
  const alone = await run(WORK, true)
  mkdirSync(join(dir, WORK, 'subagents'), { recursive: true })
  for (const agent of ['a7e551d3858500c11', 'ab3dec1409379649d'])
    copyFileSync(join(recorded, `work.agent-${agent}.jsonl`), join(dir, WORK, `subagents/agent-${agent}.jsonl`))
  const whole = await run(WORK, true)
  expect(whole.totals.calls).toBeGreaterThan(alone.totals.calls)
  expect(whole.totals.unread).toBe(0)
  const forked = await run(FORK)
  expect(forked.turns[0]).toMatchObject({ event: 'SessionStart', title: 'fork' })
  expect(forked.totals.prompts).toBe(1)
})
