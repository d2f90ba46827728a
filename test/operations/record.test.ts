import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, until, type World } from '../daemon/world.ts'

const recorded = join(import.meta.dirname, '../fixtures/claude-code-2.1.330')
const inOrder =
  `SessionStart UserPromptSubmit PostToolUse-Read PostToolUse-Edit PostToolUse-Bash PostToolUseFailure-Bash
  SubagentStart SubagentStop Stop SessionEnd`.split(/\s+/)
const APP = '/home/dev/app'

let world: World
/** What the real client sent in its first recorded session. */
let payloads: Record<string, string>[]
let session: string
beforeAll(async () => {
  world = makeWorld()
  await world.start()
  const lines = inOrder.flatMap((name) => readFileSync(join(recorded, `${name}.jsonl`), 'utf8').split('\n'))
  const all = lines.filter(Boolean).map((line) => JSON.parse(line))
  session = all[0].session_id
  payloads = all.filter((payload) => payload.session_id === session)
  for (const payload of payloads) await world.post('/hook', JSON.stringify(payload))
  const elsewhere = { session_id: 'elsewhere', cwd: world.project }
  const tea = { ...elsewhere, hook_event_name: 'UserPromptSubmit', prompt: 'Brew tea beside the kettle' }
  await world.post('/hook', JSON.stringify(tea))
  await settled()
  const next = { session_id: 'next-one', cwd: APP, hook_event_name: 'SessionStart', source: 'startup' }
  await world.post('/hook', JSON.stringify(next))
  await settled()
})
afterAll(() => world.remove())

const settled = () =>
  until('all that follows is done', async () => {
    await sleep(200)
    return (await world.api('status')).queue.pending === 0
  })
const failed = async (verb: string, input: unknown) => {
  const { status, body } = await world.post(`/api/${verb}`, JSON.stringify(input))
  return { status, ...JSON.parse(body).error }
}
const ofName = (name: string) => payloads.filter((payload) => payload.hook_event_name === name)

interface Row {
  readonly id: string
  readonly kind: string
  readonly at: number
  readonly sessionId: string
}

describe('timeline', () => {
  test('centres on the best match of a query, with its neighbours in time order; whole records open by id', async () => {
    const { anchor, items } = await world.api('timeline', {
      anchor: 'make the app work',
      before: 2,
      after: 3,
      from: APP,
    })
    const at = items.findIndex(({ id }: Row) => id === anchor)
    expect([at, items.length]).toEqual([2, 6])
    expect(items.map((row: Row) => row.at)).toEqual(
      items.map((row: Row) => row.at).sort((a: number, b: number) => a - b),
    )
    const whole = await world.api('show', { ids: items.map(({ id }: Row) => id) })
    expect(whole.items).toHaveLength(6)
  })

  test('accepts an id or a unique prefix, and stays in its project', async () => {
    const { results } = await world.api('search', { query: 'kettle', kind: 'prompt' })
    const { anchor, items } = await world.api('timeline', { anchor: results[0].id.slice(0, -1) })
    expect(anchor).toBe(results[0].id)
    expect(new Set(items.map((row: Row) => row.sessionId))).toEqual(new Set(['elsewhere']))
  })

  test('works for an event that no search finds', async () => {
    const { items } = await world.api('show', { ids: [(await world.api('search', { query: 'kettle' })).results[0].id] })
    const { anchor, items: around } = await world.api('timeline', { anchor: items[0].event })
    expect(anchor).toBe(items[0].event)
    expect(around.map((row: Row) => row.id)).toContain(items[0].id)
  })

  test("with a session's id starts at its beginning, and further pages stay in that session", async () => {
    const whole = await world.api('timeline', { anchor: session, after: 200 })
    expect(new Set(whole.items.map((row: Row) => row.sessionId))).toEqual(new Set([session]))
    expect(whole.anchor).toBe(whole.items[0].id)
    const page = await world.api('timeline', { anchor: session.slice(0, 8), after: 3 })
    const next = await world.api('timeline', { anchor: page.items.at(-1).id, session, before: 0, after: 200 })
    const ids = [...page.items, ...next.items.slice(1)].map((row: Row) => row.id)
    expect(ids).toEqual(whole.items.map((row: Row) => row.id))
    expect(await failed('timeline', { anchor: ids[0], session: 'nobody' })).toMatchObject({ code: 'not-found' })
  })

  test('words that match nothing give an empty timeline; an unknown id is an error', async () => {
    expect(await world.api('timeline', { anchor: 'xylophone' })).toEqual({ anchor: null, items: [] })
    expect(await world.api('timeline', { anchor: 'x_y the of' })).toEqual({ anchor: null, items: [] })
    expect(await failed('timeline', { anchor: 'o_0123456789abcdef' })).toMatchObject({ status: 404, code: 'not-found' })
    expect(await failed('timeline', { anchor: 'app', before: -1 })).toMatchObject({ status: 400 })
  })
})

describe('sessions', () => {
  const FIELDS = `id project source parent startedAt endedAt endReason durationMs prompts tools failures corrections
    lessonsLearned lessonsApplied outcome`.split(/\s+/)

  test('counts what happened in each, and says how it turned out', async () => {
    const { sessions } = await world.api('sessions', { project: APP })
    expect(sessions.map(({ id }: Row) => id)).toEqual(['next-one', session])
    const [, first] = sessions
    expect(Object.keys(first)).toEqual(expect.arrayContaining(FIELDS))
    const asked = ofName('UserPromptSubmit').filter(({ prompt }) => !prompt?.startsWith('<'))
    expect(first).toMatchObject({
      prompts: asked.length,
      tools: ofName('PostToolUse').length + ofName('PostToolUseFailure').length,
      failures: ofName('PostToolUseFailure').length,
      endReason: 'other',
      parent: null,
      corrections: 0,
      outcome: 'PARTIAL_PLUS',
      outcomeBy: 'inferred',
      open: false,
      title: asked[0]?.prompt,
      projectName: 'app',
    })
    expect(first.durationMs).toBe(first.endedAt - first.startedAt)
  })

  test('covers all projects, the current one first, up to the limit', async () => {
    const ids = async (input: object) => (await world.api('sessions', input)).sessions.map(({ id }: Row) => id)
    expect(await ids({ from: world.project })).toEqual(['elsewhere', 'next-one', session])
    expect(await ids({ from: APP })).toEqual(['next-one', session, 'elsewhere'])
    expect(await ids({ from: world.project, limit: 2 })).toEqual(['elsewhere', 'next-one'])
  })

  test('by agent: counts the work of subagents by type', async () => {
    const { agents } = await world.api('sessions', { by: 'agent' })
    const types = new Set(ofName('SubagentStop').map((payload) => payload.agent_type))
    expect(new Set(agents.map(({ agent }: { agent: string }) => agent))).toEqual(types)
    for (const { runs } of agents) expect(runs).toBeGreaterThan(0)
  })
})

describe('summary', () => {
  test('gives the checkpoints of a session by a prefix of its id, newest first', async () => {
    const { summaries } = await world.api('summary', { session: session.slice(0, 6) })
    expect(summaries.length).toBeGreaterThan(0)
    for (const each of summaries) expect(each).toMatchObject({ id: expect.stringMatching(/^m_/), session })
    expect(summaries.map((each: Row) => each.at)).toEqual(
      summaries
        .map((each: Row) => each.at)
        .sort()
        .reverse(),
    )
    expect(await world.api('summary', { session: 'elsewhere' })).toEqual({ summaries: [] })
  })

  test('an unknown session is an error', async () => {
    expect(await failed('summary', { session: 'nobody' })).toMatchObject({ status: 404 })
    expect(await failed('summary', {})).toMatchObject({ status: 400 })
  })
})

describe('why', () => {
  test('says what was injected at the start of a session, by which behaviour and from which records', async () => {
    const { entries, titles } = await world.api('why', { session: 'next-one' })
    const told = entries.find(({ behaviour }: { behaviour: string }) => behaviour === 'handoff')
    expect(told).toMatchObject({
      at: expect.any(Number),
      event: 'SessionStart',
      effect: expect.stringContaining('context'),
      ms: expect.any(Number),
      outcome: 'said',
    })
    expect(told.ids.length).toBeGreaterThan(0)
    for (const id of told.ids) expect(titles[id]).toBeTypeOf('string')
  })

  test('says what was done event by event, in order', async () => {
    const { entries } = await world.api('why', { session })
    expect(entries[0]).toMatchObject({ event: 'SessionStart' })
    const kept = entries.filter(({ behaviour }: { behaviour: string }) => behaviour === 'prompt')
    expect(kept).toHaveLength(ofName('UserPromptSubmit').length)
    const made = entries.find(({ behaviour }: { behaviour: string }) => behaviour === 'observation')
    expect(made).toMatchObject({ outcome: 'done', ids: expect.arrayContaining([expect.stringMatching(/^o_/)]) })
  })

  test('without an argument takes the newest session of the current folder', async () => {
    expect((await world.api('why', { from: APP })).session).toBe('next-one')
    expect((await world.api('why', { from: world.project })).session).toBe('elsewhere')
    expect((await world.api('why', { from: world.user })).session).toBe('next-one')
    expect((await world.api('why', { project: world.user })).error.code).toBe('not-found')
    expect((await world.api('why', { session, limit: 2 })).entries).toHaveLength(2)
  })
})

describe('behaviours', () => {
  interface Listed {
    readonly name: string
    readonly on: boolean
    readonly said: number
  }
  const starts = async (id: string): Promise<string> => {
    const payload = { session_id: id, cwd: APP, hook_event_name: 'SessionStart', source: 'startup' }
    return (await world.post('/hook', JSON.stringify(payload))).body
  }

  test('lists each with its summary, failures, p95 and how often it spoke', async () => {
    const { behaviours } = await world.api('behaviours')
    const index = behaviours.find(({ name }: Listed) => name === 'session-index')
    expect(index).toMatchObject({ on: true, failures: 0, summary: expect.stringContaining('recent records') })
    expect([index.said > 0, index.p95Ms > 0]).toEqual([true, true])
    for (const { on, failures } of behaviours) expect({ on, failures }).toEqual({ on: true, failures: 0 })
  })

  test('a switch takes effect at once in the running daemon, and is written to config.yaml', async () => {
    expect(await starts('told')).toContain('Last session')
    const off = await world.api('behaviours', { action: 'off', name: 'handoff' })
    expect(off.behaviours).toMatchObject([{ name: 'handoff', on: false }])
    expect(await starts('untold')).not.toContain('Last session')
    expect(readFileSync(join(world.home, 'config.yaml'), 'utf8')).toContain('handoff: false')
    await world.api('behaviours', { action: 'on', name: 'handoff' })
    expect(await starts('told again')).toContain('Last session')
  })

  test('a changed setting also takes effect at once', async () => {
    await world.api('config', { action: 'set', key: 'enabled', value: 'false' })
    expect(await starts('silent')).toBe('{}')
    await world.api('config', { action: 'set', key: 'enabled', value: 'true' })
    expect(await starts('spoken to')).toContain('hindcast-context')
  })

  test('rejects an unknown name, and a switch without a name', async () => {
    expect(await failed('behaviours', { action: 'off', name: 'nope' })).toMatchObject({ status: 400 })
    expect(await failed('behaviours', { action: 'off' })).toMatchObject({ status: 400 })
  })
})

describe('show', () => {
  test('opens a session by a prefix of its id: its row, its prompts and its handoff', async () => {
    const [record] = (await world.api('search', { query: 'kettle' })).results
    const { items } = await world.api('show', { ids: [session.slice(0, 8), record.id] })
    expect(items[0]).toMatchObject({
      kind: 'session',
      id: session,
      source: expect.any(String),
      summary: { session, id: expect.stringMatching(/^m_/) },
    })
    expect(items[0].prompts).toHaveLength(ofName('UserPromptSubmit').length)
    // As the list of sessions counts them: without what a machine sent
    const { sessions } = await world.api('sessions', { project: APP })
    expect(items[0].promptCount).toBe(sessions.find(({ id }: Row) => id === session).prompts)
    expect(items[1]).toMatchObject({ id: record.id, kind: 'prompt' })
    expect((await world.api('show', { ids: 'elsewhere' })).items[0]).toMatchObject({ summary: null })
  })
})

test('search can be limited to a folder', async () => {
  const found = async (file: string): Promise<Row[]> => (await world.api('search', { query: 'app', file })).results
  expect((await found(`${APP}/sub`)).length).toBeGreaterThan(0)
  expect((await found(APP)).length).toBeGreaterThan((await found(`${APP}/sub/`)).length)
  expect((await world.api('search', { query: 'app', file: `${APP}/su` })).error.code).toBe('not-found')
})
