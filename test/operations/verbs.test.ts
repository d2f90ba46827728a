import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, until, type World } from '../daemon/world.ts'

const recorded = join(import.meta.dirname, '../fixtures/claude-code-2.1.330')
const inOrder = ['SessionStart', 'UserPromptSubmit', 'PostToolUse-Edit', 'PostToolUse-Bash', 'Stop', 'SessionEnd']

let world: World
/** What the real client sent in its first recorded session, in /home/dev/app. */
let session: string
let prompts: string[]
/** What a search for a type that does not exist said while nothing was stored. */
let unknownOfNone: { readonly why: string }
beforeAll(async () => {
  world = makeWorld()
  await world.start()
  unknownOfNone = await failed('search', { query: 'app', type: 'bugfx' })
  const payloads = inOrder
    .flatMap((name) => readFileSync(join(recorded, `${name}.jsonl`), 'utf8').split('\n'))
    .filter(Boolean)
  session = JSON.parse(payloads[0] ?? '').session_id
  const own = payloads.filter((line) => JSON.parse(line).session_id === session)
  prompts = own.map((line) => JSON.parse(line)).flatMap(({ prompt }) => (prompt ? [prompt] : []))
  for (const line of own) await world.post('/hook', line)
  const elsewhere = {
    session_id: 'elsewhere',
    cwd: world.project,
    hook_event_name: 'UserPromptSubmit',
    prompt: 'Brew tea beside the app',
  }
  await world.post('/hook', JSON.stringify(elsewhere))
  await until('all that follows is done', async () => {
    await sleep(200)
    return (await world.api('status')).queue.pending === 0
  })
})
afterAll(() => world.remove())

interface Hit {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly at: number
  readonly score: number
  readonly sessionId: string
}
const search = async (input: object): Promise<Hit[]> => (await world.api('search', input)).results
const failed = async (verb: string, input: unknown) => {
  const { status, body } = await world.post(`/api/${verb}`, JSON.stringify(input))
  return { status, ...JSON.parse(body).error }
}

describe('search', () => {
  test('finds what a person asked, with its session, kind and score', async () => {
    const [prompt = ''] = prompts
    const [first] = await search({ query: prompt, kind: 'prompt', project: '/home/dev/app' })
    expect(first).toMatchObject({ kind: 'prompt', sessionId: session, score: 1 })
    expect(first?.title).toContain(prompt.slice(0, 10))
  })

  test('filters by project, as recorded or by folder; otherwise covers all, the current one first', async () => {
    const here = await search({ query: 'app', kind: 'prompt', project: world.project })
    expect(here.map(({ sessionId }) => sessionId)).toEqual(['elsewhere'])
    const there = await search({ query: 'app', kind: 'prompt', project: '/home/dev/app' })
    expect([...new Set(there.map(({ sessionId }) => sessionId))]).toEqual([session])
    const all = await search({ query: 'app', kind: 'prompt' })
    expect(all.length).toBe(here.length + there.length)
    expect((await search({ query: 'app', kind: 'prompt', from: world.project }))[0]?.sessionId).toBe('elsewhere')
    expect((await search({ query: 'app', kind: 'prompt', from: '/home/dev/app' }))[0]?.sessionId).toBe(session)
  })

  test('filters by kind, file and time, and limits the number', async () => {
    const events = await search({ query: 'app', kind: 'event' })
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['event']))
    expect((await search({ query: 'app', file: '/home/dev/app/app.mjs' })).length).toBeGreaterThan(0)
    expect(await search({ query: 'app', until: 'yesterday' })).toEqual([])
    expect((await search({ query: 'app', since: 'yesterday' })).length).toBeGreaterThan(0)
    expect((await search({ query: 'app', limit: 1 })).length).toBe(1)
  })

  test('a type or file that no record has is an error that says what would match; other empty results are not errors', async () => {
    expect(await failed('search', { query: 'app', file: '/no/such/file' })).toMatchObject({
      status: 404,
      code: 'not-found',
      why: "no record mentions file '/no/such/file'",
    })
    expect(await failed('search', { query: 'app', type: 'Bahs' })).toMatchObject({
      status: 404,
      why: "no record has type 'Bahs'; did you mean 'Bash'?",
      remedy: '',
    })
    expect((await failed('search', { query: 'app', type: 'nonsense' })).remedy).toMatch(
      /^use .*\banswer\b.*, or a tool such as \w+$/,
    )
    expect(await search({ query: 'xylophone', type: 'Bash', file: '/home/dev/app/app.mjs' })).toEqual([])
  })

  test('an unknown type is the same error where nothing is stored', () => {
    expect(unknownOfNone.why).toBe("no record has type 'bugfx'; did you mean 'bugfix'?")
  })

  test('an answer is found as kind answer', async () => {
    const answers = await search({ query: 'works', type: 'answer' })
    expect(answers.length).toBeGreaterThan(0)
    expect(answers).toEqual(await search({ query: 'works', type: 'Stop' }))
  })

  test.each([
    '',
    '   ',
    '"',
    'a AND',
    'NEAR(',
    '*',
    'app -',
    '(((',
    'x:y',
    "'; drop table events",
    '\u0000',
    '🦓',
    'ä'.repeat(5_000),
  ])('takes %j as plain words: never a syntax error', async (query) => {
    expect(await search({ query })).toBeInstanceOf(Array)
  })

  test.each([
    [{}, 'query is required'],
    [{ query: 5 }, 'query'],
    [{ query: 'x', limit: 0 }, "limit: '0' is less than 1"],
    [{ query: 'x', limit: 'many' }, "limit: 'many' is not a number"],
    [{ query: 'x', kind: 'promt' }, "; did you mean 'prompt'?"],
    [{ query: 'x', since: 'gobbledygook' }, "since: 'gobbledygook' is not a date or time"],
    [[], 'input'],
    [null, 'input'],
  ])('rejects %j with 400, naming what is invalid', async (input, named) => {
    expect(await failed('search', input)).toMatchObject({
      status: 400,
      code: 'bad-input',
      why: expect.stringContaining(named),
    })
  })

  test('is also available by GET; a verb that changes something is not, and neither is by HEAD', async () => {
    const { port, token } = world.endpoint()
    const ask = (path: string, method = 'GET') =>
      fetch(`http://127.0.0.1:${port}/api/${path}`, { method, headers: { authorization: `Bearer ${token}` } })
    const found = await ask('search?query=app&limit=1')
    expect([found.status, ((await found.json()) as { results: Hit[] }).results.length]).toEqual([200, 1])
    for (const verb of ['down', 'restart', 'connect', 'disconnect', 'config']) {
      expect((await ask(verb)).status, verb).toBe(400)
      expect((await ask(verb, 'HEAD')).status, verb).toBe(400)
    }
    expect((await ask('nonsense')).status).toBe(404)
    expect(await world.isAlive()).toBe(true)
  })
})

describe('show', () => {
  test('gives whole records in the requested order, by id or unique prefix', async () => {
    const [hit] = await search({ query: 'app', kind: 'prompt', project: '/home/dev/app' })
    const id = hit?.id ?? ''
    const [event] = await search({ query: 'app', kind: 'event' })
    const { items } = await world.api('show', { ids: [event?.id, id] })
    expect(items.map((item: Hit) => item.id)).toEqual([event?.id, id])
    expect(items[1]).toMatchObject({ kind: 'prompt', session, text: expect.any(String), origin: 'person' })
    expect((await world.api('show', { ids: id.slice(0, -2) })).items[0].id).toBe(id)
  })

  test('names the unknown ids, with 404', async () => {
    expect(await failed('show', { ids: ['o_0000', 'x'] })).toMatchObject({
      status: 404,
      code: 'not-found',
      why: "no record or session matches 'o_0000', 'x'",
    })
    expect(await failed('show', { ids: [] })).toMatchObject({ status: 400 })
  })

  test('summaries cite evidence that can be shown', async () => {
    const [summary] = await search({ query: 'app work', kind: 'summary' })
    expect(summary).toBeDefined()
    const { items } = await world.api('show', { ids: [summary?.id] })
    expect(items[0]).toMatchObject({ kind: 'summary', session })
    const { evidence } = items[0]
    expect((await world.api('show', { ids: evidence })).items.length).toBe(evidence.length)
  })
})

describe('context', () => {
  test('shows a later session what was done, citing records, within its budget; asking changes nothing', async () => {
    const before = (await world.api('status')).counts
    const { text, tokens, sections } = await world.api('context', { project: '/home/dev/app' })
    expect(text).toContain('app')
    expect(tokens).toBeGreaterThan(0)
    expect(tokens).toBeLessThanOrEqual(2_000)
    const ids = sections.flatMap((section: { ids: string[] }) => section.ids)
    expect((await world.api('show', { ids })).items.length).toBe(ids.length)
    expect(await world.api('context', { project: '/home/dev/app' })).toMatchObject({ text })
    expect((await world.api('status')).counts).toEqual(before)
  })

  test('shows nothing from one project in another', async () => {
    const empty = join(world.root, 'empty')
    mkdirSync(empty)
    expect(await world.api('context', { project: empty })).toMatchObject({
      sections: [{ behaviour: 'ask-agent', ids: [] }],
    })
  })

  test('accepts every event that has an answer, and rejects invalid input', async () => {
    const project = '/home/dev/app'
    const asked = { project, event: 'PreToolUse', tool: 'Read', input: '{"file_path":"/home/dev/app/app.mjs"}' }
    expect(await world.api('context', asked)).toMatchObject({ tokens: expect.any(Number) })
    expect(await failed('context', { project, event: 'NoSuchEvent' })).toMatchObject({
      status: 400,
      why: expect.stringMatching(/^unknown event 'NoSuchEvent'; use one of SessionStart, /),
    })
    expect(await failed('context', {})).toMatchObject({ status: 400 })
    expect(await failed('context', { project, input: '{' })).toMatchObject({ why: expect.stringContaining('not JSON') })
    expect(await failed('context', { project, session: 'nobody' })).toMatchObject({ status: 404 })
  })
})

/** What `logs` says of a session. */
interface ChainSaid {
  readonly session: string
  readonly events: readonly {
    readonly id: string
    readonly name: string
    readonly via: string
    readonly records: readonly string[]
    readonly jobs: readonly { readonly behaviour: string; readonly records: readonly string[] }[]
  }[]
  readonly unlinked: readonly string[]
}
const stopOf = (events: ChainSaid['events']) => events.find(({ name }) => name === 'Stop')

describe('status, config, logs', () => {
  test('status counts the records, and describes the running daemon', async () => {
    const { running, pid, port, uptimeMs, counts, queue, connections } = await world.api('status')
    expect({ running, pid, port }).toMatchObject({
      running: true,
      pid: world.endpoint().pid,
      port: world.endpoint().port,
    })
    expect(uptimeMs).toBeGreaterThan(0)
    expect(counts).toMatchObject({ projects: 2, sessions: 2, lessons: 0, experiences: 0 })
    expect(counts.prompts + counts.machinePrompts).toBe(prompts.length + 1)
    expect(queue).toEqual({ pending: 0, failed: 0 })
    expect(connections).toEqual([])
  })

  test('config lists every key with value, default, source and description; sets one', async () => {
    const { values, path } = await world.api('config')
    expect(path).toBe(join(world.home, 'config.yaml'))
    expect(values.port).toEqual({ value: 0, default: 37_777, from: 'environment', sentence: expect.any(String) })
    const set = { action: 'set', key: 'tokenBudget.prompt', value: '77' }
    expect((await world.api('config', set)).values['tokenBudget.prompt']).toMatchObject({ value: 77, from: 'file' })
    expect(readFileSync(path, 'utf8')).toContain('prompt: 77')
    for (const key of ['toString', 'nope'])
      expect(await failed('config', { action: 'get', key })).toMatchObject({
        status: 400,
        why: `unknown setting '${key}'`,
      })
  })

  test('logs shows the newest lines', async () => {
    await world.post('/hook', 'not json')
    const { lines } = await world.api('logs', { lines: 1 })
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0])).toMatchObject({ msg: 'hook', why: expect.stringContaining('not JSON') })
  })

  test('logs of a session lead from its first hook to its last record, by the job that made it', async () => {
    const { events, unlinked, ...found } = (await world.api('logs', { session })) as ChainSaid
    expect(found).toMatchObject({ session, dir: join(world.home, 'logs') })
    expect([events[0], events.at(-2)]).toMatchObject([{ name: 'SessionStart', via: 'hook' }, { name: 'SessionEnd' }])
    expect(events.map(({ name }) => name)).toEqual(expect.arrayContaining(inOrder.map((name) => name.split('-')[0])))
    const madeBy = (name: string) => stopOf(events)?.jobs.find(({ behaviour }) => behaviour === name)?.records
    const [observation] = await search({ query: 'app', kind: 'observation', project: '/home/dev/app' })
    expect([madeBy('observation'), madeBy('summary')]).toEqual([[observation?.id], [expect.stringMatching(/^m_/)]])
    const stored = (await world.api('timeline', { anchor: session, after: 200 })).items as Hit[]
    const ids = events.flatMap(({ id, records, jobs }) => [id, ...records, ...jobs.flatMap((job) => job.records)])
    expect(stored.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual([])
    expect([stored.length > 5, unlinked]).toEqual([true, []])
  })

  test('logs of a session are found by a prefix of its id, or by the id of anything in it', async () => {
    const { events } = (await world.api('logs', { session: session.slice(0, 8) })) as ChainSaid
    const made = stopOf(events)?.jobs.flatMap(({ records }) => records) ?? []
    for (const id of [events[0]?.id ?? '', made[0] ?? ''])
      expect(await world.api('logs', { session: id.slice(0, 12) })).toMatchObject({ session })
    expect(await failed('logs', { session: 'nope' })).toMatchObject({ status: 404, why: "no session matches 'nope'" })
  })
})
