import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasTerminals } from '../at-terminal.ts'
import { commandLine } from '../cli/command-line.ts'
import { kill, type World } from '../daemon/world.ts'
import { ask, call, live, say, startedWorlds } from './turns.ts'

const start = startedWorlds()
const ALPHA = '3f2a1b7c-0000-4000-8000-000000000001'
const BETA = '9d8e7f6a-0000-4000-8000-000000000002'

let world: World
let file: string
beforeAll(async () => {
  world = await start()
  file = join(world.project, 'pricing.py')
  writeFileSync(file, 'price = 1\n')
  for (const [session, task] of [
    [ALPHA, 'Round the prices to two decimals'],
    [BETA, 'Move the prices to the new table'],
  ] as const)
    await live(world, session, [
      { hook_event_name: 'SessionStart', source: 'startup' },
      ask(`${session} 1`, task),
      ask(`${session} 2`, 'yes'),
    ])
})

const edit = (n: string) => ({
  ...{ hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_use_id: n },
  tool_input: { file_path: file, old_string: '1', new_string: '2' },
})
const result = (n: string) => ({
  ...{ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_use_id: n },
  ...{ tool_input: { command: 'ls' }, tool_response: { stdout: '', stderr: '', interrupted: false } },
})
const claims = async (): Promise<{ path: string; sessionId: string }[]> => (await world.api('claims')).claims
/** What the client gets as context beside the next result. */
const told = async (session: string): Promise<string> => {
  const { body } = await say(world, session, result(crypto.randomUUID()))
  return JSON.parse(body).hookSpecificOutput?.additionalContext ?? ''
}

describe('peers', () => {
  test('lists the running sessions with what each does and holds, the last active first', async () => {
    await say(world, ALPHA, edit('e1'))
    await say(world, ALPHA, result('r1'))
    const { peers } = await world.api('peers')
    expect(peers).toEqual([
      {
        ...{ sessionId: ALPHA, project: expect.any(String), projectName: 'project', branch: null, worktree: null },
        ...{ host: 'claude-code', attended: null, title: '', titleFrom: null },
        ...{ workingOn: 'Round the prices to two decimals', workingOnBy: 'user' },
        ...{ startedAt: expect.any(Number), lastSeen: expect.any(Number), claims: [file] },
      },
      expect.objectContaining({ sessionId: BETA, workingOn: 'Move the prices to the new table', claims: [] }),
    ])
    expect((await commandLine(world, 'peers')).stdout).toMatch(/SESSION.*\n3f2a1b7c.*Round the prices/)
    expect((await commandLine(world, 'peers', '--project', '/')).stdout).toBe('')
  })
})

describe('claims', () => {
  test('lists who holds which file, since when and until when', async () => {
    expect((await world.api('claims')).claims).toEqual([
      {
        ...{ path: file, sessionId: ALPHA, project: expect.any(String), worktree: null, branch: null },
        ...{ since: expect.any(Number), expiresAt: expect.any(Number), workingOn: 'Round the prices to two decimals' },
      },
    ])
    expect((await commandLine(world, 'claims')).stdout).toMatch(/pricing\.py +3f2a1b7c/)
  })

  test('take needs a session if several are running, and names them', async () => {
    const { code, stderr } = await commandLine(world, 'claims', 'take', 'pricing.py')
    expect([code, stderr]).toEqual([2, expect.stringMatching(/several sessions are running .*9d8e7f6a.*--session/s)])
    expect((await call(world, 'claims', { action: 'take', path: file, session: 'nope' })).error.why).toBe(
      "no running session matches 'nope'",
    )
    expect((await call(world, 'claims', { action: 'take' })).status).toBe(400)
  })

  test('an agent cannot take a file from a running session, nor release one', async () => {
    const taken = await call(world, 'claims', { action: 'take', path: file, session: BETA })
    expect(taken.error).toMatchObject({ code: 'needs-person', why: `session 3f2a1b7c is editing '${file}'` })
    expect((await call(world, 'claims', { action: 'release', path: file })).error.code).toBe('needs-person')
    expect(await claims()).toMatchObject([{ sessionId: ALPHA }])
  })

  test('an agent can take a file that nobody holds', async () => {
    const other = join(world.project, 'free.py')
    writeFileSync(other, '')
    const taken = await call(world, 'claims', { action: 'take', path: other, session: '9d8e' })
    expect(taken.claims).toContainEqual(expect.objectContaining({ path: other, sessionId: BETA }))
  })

  test.skipIf(!hasTerminals)('a person gives a file to another session, and releases it', async () => {
    const held = async () => (await claims()).find(({ path }) => path === file)?.sessionId
    await world.atTerminal('claims', 'take', 'pricing.py', '--session', '9d8e')
    expect(await held()).toBe(BETA)
    const { shown } = await world.atTerminal('claims', 'release', 'pricing.py')
    expect(shown).toContain('released 1 file')
    expect(await held()).toBeUndefined()
    expect((await world.atTerminal('claims', 'release', 'pricing.py')).shown).toMatch(/no session is editing/)
    await world.atTerminal('claims', 'release', '--session', '9d8e')
    expect(await claims()).toEqual([])
  })
})

describe('tell', () => {
  test('sends a note to the session that a prefix names, with its next result, once', async () => {
    const sent = await world.api('tell', { session: '9d8e', text: 'The migration is merged' })
    expect(sent).toEqual({ id: expect.stringMatching(/^n_/), to: [BETA] })
    const context = await told(BETA)
    expect(context).toContain(`${sent.id} just now, an agent or script wrote in a terminal “The migration is merged”`)
    expect(await told(BETA)).not.toContain('migration')
    expect((await world.api('show', { ids: [sent.id] })).items[0]).toMatchObject({ kind: 'peer-note', recipient: BETA })
  })

  test('a note survives a restart of the daemon, and what was delivered is not delivered again', async () => {
    await world.api('tell', { all: true, text: 'First the tests', project: world.project })
    expect(await told(BETA)).toContain('First the tests')
    for (const pid of world.daemons()) kill(pid)
    await world.start()
    expect(await told(BETA)).not.toContain('First the tests')
    expect(await told(ALPHA)).toContain('First the tests')
  })

  test.skipIf(!hasTerminals)('a person tells all with --all, every word being the note', async () => {
    const { shown } = await world.atTerminal('tell', '--all', 'please', 'pause', 'your', 'pushes')
    expect(shown).toContain('to 2 sessions')
    expect(await told(ALPHA)).toMatch(
      /Note from the user\nn_\w+ just now, user wrote in a terminal “please pause your pushes”/,
    )
  })

  test.each([
    [{ session: 'nope', text: 'x' }, 404, "no running session matches 'nope'"],
    [{ text: 'x' }, 400, 'tell needs a session, or --all'],
    [{ all: true, text: 'x' }, 400, 'tell --all needs a project folder'],
    [{ session: ALPHA }, 400, 'tell needs text'],
    [{ session: ALPHA, text: '<private>x</private>' }, 400, 'tell needs text'],
    [{ session: ALPHA, text: 'x'.repeat(1_001) }, 400, 'at most 1000 characters, not 1001'],
    [{ all: true, text: 'x', project: '/' }, 404, 'no other session is running in this project'],
  ])('%j is refused (%i)', async (input, status, why) => {
    const refused = await call(world, 'tell', input)
    expect([refused.status, refused.error.why]).toEqual([status, expect.stringContaining(why)])
  })

  test('an ended session cannot be told', async () => {
    await say(world, 'gone', { hook_event_name: 'SessionStart', source: 'startup' })
    await say(world, 'gone', { hook_event_name: 'SessionEnd', reason: 'other' })
    const refused = await call(world, 'tell', { session: 'gone', text: 'x' })
    expect(refused.error.message).toBe(
      "no running session matches 'gone' (to list running sessions, run hindcast peers)",
    )
  })

  test('a note that is sent again is the same one, and whoever sends twenty in ten minutes has to wait', async () => {
    const sent = { session: BETA, text: 'The tests are green' }
    const [first, again] = [await world.api('tell', sent), await world.api('tell', sent)]
    expect(again).toEqual(first)
    let taken = 0
    let refused: { readonly why?: string } | undefined
    for (let n = 0; n < 30 && refused === undefined; n++) {
      const reply = await world.api('tell', { ...sent, text: `Flood ${n}` })
      refused = reply.error
      if (refused === undefined) taken++
    }
    expect(taken).toBeLessThan(20)
    expect(refused?.why).toBe('you sent 20 notes in the last 10 minutes')
  })
})
