import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../src/operations/registry.ts'
import { commandLine } from '../cli/command-line.ts'
import { makeWorld, until, type World } from '../daemon/world.ts'

const WORD = 'zwergpinguin'

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.start()
})
afterAll(() => world.remove())

const transcriptOf = (session: string) => join(world.user, `${session}.jsonl`)
const say = async (session: string, more: object): Promise<object> => {
  const base = { session_id: session, cwd: world.project, transcript_path: transcriptOf(session) }
  return JSON.parse((await world.post('/hook', JSON.stringify({ ...base, ...more }))).body)
}
const start = { hook_event_name: 'SessionStart', source: 'startup' }
const ask = (n: number, prompt: string) => ({ hook_event_name: 'UserPromptSubmit', prompt_id: `pr-${n}`, prompt })
const bash = (n: number, id: string, stdout: string, command = 'npm test') => ({
  ...{ hook_event_name: 'PostToolUse', prompt_id: `pr-${n}`, tool_name: 'Bash', tool_use_id: id },
  ...{ tool_input: { command }, tool_response: { stdout, stderr: '', interrupted: false } },
})
const write = (n: number, id: string, name: string, content: string) => ({
  ...{ hook_event_name: 'PostToolUse', prompt_id: `pr-${n}`, tool_name: 'Write', tool_use_id: id },
  tool_input: { file_path: join(world.project, name), content },
  tool_response: { type: 'create', filePath: join(world.project, name), content, structuredPatch: [] },
})
const stop = (n: number, message: string) => ({
  ...{ hook_event_name: 'Stop', prompt_id: `pr-${n}`, stop_hook_active: false },
  last_assistant_message: message,
})

/** The hook payloads of a turn about something. */
const turn = (n: number, word: string): object[] => [
  ask(n, `Teach the parser about the ${word}`),
  write(n, `toolu_w${n}`, 'parser.mjs', `export const parse = () => '${word}'\n`),
  bash(n, `toolu_b${n}`, `AssertionError: ${word} is undefined\n`, `node check.mjs --${word}`),
  stop(n, `I taught the parser about the ${word}.`),
]
const live = async (session: string, payloads: readonly object[]): Promise<void> => {
  for (const payload of payloads) await say(session, payload)
  await settled()
}
const settled = () =>
  until('nothing is owed', async () => {
    await sleep(100)
    return (await world.api('status')).queue.pending === 0
  })
const found = async (query: string): Promise<{ id: string; kind: string }[]> =>
  (await world.api('search', { query, limit: 100 })).results
const call = async (verb: string, input: object) => {
  const reply = await world.post(`/api/${verb}`, JSON.stringify(input))
  return { status: reply.status, ...JSON.parse(reply.body) }
}
/** Files in the home that contain a text, according to grep. */
const holding = (text: string): string[] => {
  try {
    return execFileSync('grep', ['-rlai', '--', text, world.home], { encoding: 'utf8' }).split('\n').filter(Boolean)
  } catch {
    return []
  }
}

describe('forget', () => {
  const turns = () => [...turn(1, 'heron'), ...turn(2, WORD), ...turn(3, 'ostrich')]
  let before: { id: string; kind: string }[]
  beforeAll(async () => {
    writeFileSync(transcriptOf('one'), `${JSON.stringify({ text: `Teach the parser about the ${WORD}` })}\n`)
    await live('one', [start, ...turns()])
    before = await found(WORD)
  })

  test("the text to forget is in prompts, events, observations and summaries, and in the home's files", () => {
    expect(new Set(before.map(({ kind }) => kind))).toEqual(new Set(['prompt', 'event', 'observation', 'summary']))
    expect(holding(WORD)).not.toEqual([])
  })

  test('without --yes it lists what would be deleted and deletes nothing, over HTTP and in a pipe', async () => {
    const refused = await call('forget', { match: WORD })
    expect(refused).toMatchObject({ status: 409, error: { code: 'unconfirmed' } })
    expect(refused.error.why).toMatch(
      /^would permanently delete \d+ records \(derived ones included\): 1 prompt, \d+ events, 1 handoff, \d+ observations?, \d+ summar(y|ies)(, and what is still being derived from them)?$/,
    )
    const { code, stdout, stderr } = await commandLine(world, 'forget', '--match', WORD)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^ {2}p_[0-9a-f]+ {2}prompt {7}Teach the parser about the zwergpinguin$/m)
    expect(stderr).toMatch(/^The same text is also in 1 transcript, .+:\n {2}\S+one\.jsonl$/m)
    expect(stderr).toMatch(/\nWould permanently delete .+\.\nNothing was deleted\. To delete, rerun with --yes\.\n$/)
    expect(await found(WORD)).toEqual(before)
  })

  test('no log file contains what was said', () => {
    expect(holding(WORD).filter((file) => file.includes('/logs/'))).toEqual([])
  })

  test('no byte of it remains under the home, no search finds it, and its transcript is listed', async () => {
    const { code, stdout } = await commandLine(world, 'forget', '--match', WORD, '--yes', '--json')
    expect(code).toBe(0)
    const { forgotten, stillIn } = JSON.parse(stdout)
    expect(forgotten).toMatchObject({ prompts: 1, sessions: 0 })
    expect(forgotten.observations).toBeGreaterThan(0)
    expect(stillIn).toEqual([transcriptOf('one')])
    expect(holding(WORD)).toEqual([])
    expect(await found(WORD)).toEqual([])
    expect((await call('show', { ids: before.map(({ id }) => id) })).status).toBe(404)
  })

  test('the other records still open, each by its id', async () => {
    for (const word of ['heron', 'ostrich']) {
      const ids = (await found(word)).map(({ id }) => id)
      expect(ids.length).toBeGreaterThan(3)
      expect((await world.api('show', { ids })).items.map(({ id }: { id: string }) => id)).toEqual(ids)
    }
  })

  test('the same event reported again is rejected, and not answered', async () => {
    const { counts } = await world.api('status')
    await live('one', turns().slice(4, 8))
    expect(holding(WORD)).toEqual([])
    expect((await world.api('status')).counts).toMatchObject({ prompts: counts.prompts, events: counts.events })
    await live('one', turn(4, 'stork'))
    expect((await found('stork')).length).toBeGreaterThan(3)
  })

  test('by id, a record is deleted with its evidence and everything derived from that', async () => {
    const observed = (await found('stork')).find(({ kind }) => kind === 'observation')
    expect(observed).toBeDefined()
    const { forgotten } = await world.api('forget', { ids: [observed?.id], yes: true })
    expect(forgotten.events).toBeGreaterThan(0)
    expect((await call('show', { ids: [observed?.id] })).status).toBe(404)
  })

  test('a whole session leaves nothing, even if it continues afterwards', async () => {
    await live('two', [start, ...turn(5, 'gannet')])
    expect(await world.api('forget', { session: 'two', yes: true })).toMatchObject({ forgotten: { sessions: 1 } })
    expect(holding('gannet')).toEqual([])
    await live('two', [start, ...turn(6, 'cormorant')])
    expect((await found('cormorant')).length).toBeGreaterThan(3)
    expect(await found('gannet')).toEqual([])
  })

  test.each([
    [{}, 400],
    [{ ids: ['e_1'], match: 'x' }, 400],
    [{ ids: ['e_nobody'], yes: true }, 404],
    [{ session: 'nobody', yes: true }, 404],
    [{ match: '' }, 400],
  ])('%j is refused', async (input, status) => {
    expect((await call('forget', input)).status).toBe(status)
  })

  test('a selection that matches nothing asks no question', async () => {
    expect(await world.api('forget', { match: 'nosuchword' })).toMatchObject({ forgotten: { events: 0 }, stillIn: [] })
  })
})

describe('pause', () => {
  test('of a session: nothing is stored or answered until it is resumed, others continue', async () => {
    await live('three', [start, ask(10, 'Count the puffins')])
    const paused = await world.api('pause', { session: 'thr' })
    expect(paused).toEqual({ paused: [{ scope: 'session three', until: null }] })
    await live('three', turn(11, 'albatross'))
    await live('four', [start, ask(12, 'Count the albatross eggs')])
    expect((await found('albatross')).map(({ kind }) => kind)).toEqual(['prompt'])
    expect(await world.api('resume', { session: 'three' })).toEqual({ paused: [] })
    await live('three', [ask(13, 'Count the razorbills')])
    expect((await found('razorbills')).length).toBe(1)
  })

  test('of everything leaves no trace of a new session, and tells it nothing', async () => {
    await world.api('pause')
    const silent = await say('five', start)
    expect(silent).toEqual({})
    await live('five', turn(14, 'kittiwake'))
    expect(holding('kittiwake')).toEqual([])
    expect((await commandLine(world, 'status')).stdout).toMatch(/^Paused +everything, until you run hindcast resume$/m)
    await world.api('resume')
    expect(JSON.stringify(await say('nine', start))).toContain('hindcast-context')
    expect((await commandLine(world, 'status')).stdout).not.toMatch(/paused/)
  })

  test("of a project, resolved from the person's folder, lasts as long as given", async () => {
    const elsewhere = join(world.root, 'elsewhere')
    mkdirSync(elsewhere)
    const { stdout } = await commandLine(world, 'pause', '--project', '--for', '2h', '--json')
    const [one] = JSON.parse(stdout).paused
    expect(one.scope).toBe(`project ${world.project}`)
    expect(Math.abs(one.until - Date.now() - 7_200_000)).toBeLessThan(60_000)
    await live('six', turn(15, 'fulmar'))
    await say('seven', { ...ask(16, 'Draw a fulmar'), cwd: elsewhere })
    expect((await found('fulmar')).map(({ kind }) => kind)).toEqual(['prompt'])
    const resumed = await commandLine(world, 'resume', '--project', world.project)
    expect(resumed.stdout).toBe('Nothing is paused.\n')
  })

  test.each(['gibberish', 'yesterday'])('--for %j is a usage error', async (words) => {
    const { code, stderr } = await commandLine(world, 'pause', '--for', words)
    expect([code, stderr.includes(words)]).toEqual([2, true])
    expect((await world.api('status')).paused).toEqual([])
  })

  test('ends when its time is up', async () => {
    const { stdout } = await commandLine(world, 'pause', '--for', '1 second', '--json')
    expect(JSON.parse(stdout).paused).toHaveLength(1)
    await until('it is over', async () => (await world.api('status')).paused.length === 0)
    await live('eight', [ask(17, 'Name the gulls')])
    expect((await found('gulls')).length).toBe(1)
  })
})

test('none of these is a tool for agents', () => {
  const own = operations.filter(({ name }) => ['forget', 'pause', 'resume'].includes(name))
  expect(own.map(({ forAgents = false }) => forAgents)).toEqual([false, false, false])
})
