import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../daemon/world.ts'
import { doctor, type Examined, examined } from './examined.ts'

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.start()
  await world.api('connect', { host: 'claude-code' })
})
afterEach(() => {
  for (const path of made.splice(0).reverse()) rmSync(path, { recursive: true, force: true })
})
afterAll(() => world.remove())

const made: string[] = []
function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  made.push(path)
}

const MINUTE = 60_000
const folderOf = (dir: string) => join(world.user, '.claude/projects', dir.replace(/[^a-zA-Z0-9]/g, '-'))
const dirOf = (name: string) => join(world.root, name)

/** One session of the client in a project, as its transcript: a prompt and an answer at these times, then other lines. */
function transcript(
  name: string,
  session: string,
  times: readonly number[],
  more: object = {},
  ...ends: object[]
): void {
  const dir = dirOf(name)
  mkdirSync(dir, { recursive: true })
  const base = { cwd: dir, sessionId: session, entrypoint: 'cli', version: '2.1.330', ...more }
  const lines = times.flatMap((at, n) => {
    const timestamp = new Date(at).toISOString()
    return [
      { type: 'user', uuid: `${session}-u${n}`, timestamp, message: { role: 'user', content: 'paint it' }, ...base },
      { type: 'assistant', uuid: `${session}-a${n}`, timestamp, message: { role: 'assistant', content: [] }, ...base },
    ]
  })
  put(join(folderOf(dir), `${session}.jsonl`), [...lines, ...ends].map((line) => `${JSON.stringify(line)}\n`).join(''))
}

const hook = (name: string, session: string, event: string) =>
  world.post(
    '/hook',
    JSON.stringify({
      session_id: session,
      cwd: dirOf(name),
      hook_event_name: event,
      prompt_id: session,
      prompt: 'paint it',
    }),
  )

async function arrivals(more: object = {}): Promise<Examined> {
  const document = await world.api('doctor', { only: 'arrivals', from: world.project, ...more })
  return examined(document.ok ? 0 : 1, document)
}
const details = async () => (await arrivals()).checks.flatMap(({ ok, detail }) => (ok === false ? [detail] : []))

describe('a project whose client works, but whose hooks do not arrive', () => {
  const now = () => Date.now() + MINUTE

  test('is named with its session and since when; one whose hooks arrive is not', async () => {
    transcript('heard', 's-heard', [now()])
    await hook('heard', 's-heard', 'UserPromptSubmit')
    transcript('silent', '0f0f0f0f-1', [now()])
    const found = await details()
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(
      /^hooks have not arrived from \S+\/silent since \d{4}-\d\d-\d\d \d\d:\d\d: session 0f0f0f0f was active just now, but no event of it arrived; cause not known$/,
    )
    expect((await arrivals()).of('arrivals')?.remedy).toMatch(/^in that folder, run claude --debug hooks/)
  })

  test('is named as well if they stopped arriving in the middle of a session', async () => {
    await hook('stopped', 's-stopped', 'UserPromptSubmit')
    transcript('stopped', 's-stopped', [Date.now(), Date.now() + 60 * MINUTE])
    expect(await details()).toEqual([expect.stringMatching(/stopped since .+ its latest event arrived just now/)])
  })

  test.each([
    [
      '.claude/settings.local.json',
      { disableAllHooks: true },
      /possible cause: disableAllHooks turns off all hooks \(\S+silent\/.claude\/settings.local.json\)$/,
    ],
    ['.claude/settings.json', { disableAllHooks: true }, /possible cause: disableAllHooks/],
    [
      '.claude/settings.json',
      { env: { HTTP_PROXY: 'http://p:1' } },
      /possible cause: HTTP_PROXY sends local hooks through a proxy/,
    ],
    [
      '.claude/settings.json',
      { env: { CLAUDE_CODE_SIMPLE: '1' } },
      /possible cause: CLAUDE_CODE_SIMPLE turns off user hooks/,
    ],
  ])('is named with the cause that its %s has: %j', async (file, settings, cause) => {
    transcript('silent', '0f0f0f0f-1', [now()])
    put(join(dirOf('silent'), file), JSON.stringify(settings))
    expect(await details()).toEqual([expect.stringMatching(cause)])
  })

  test("is named with every possible cause, also one in settings that the client may not apply, such as an organisation's", async () => {
    transcript('silent', '0f0f0f0f-1', [now()])
    put(join(dirOf('silent'), '.claude/settings.json'), '{"disableAllHooks":true}')
    put(join(world.user, '.claude/remote-settings.json'), '{"allowManagedHooksOnly":true}')
    expect(await details()).toEqual([
      expect.stringMatching(
        /possible causes: disableAllHooks.+; allowManagedHooksOnly.+remote-settings.json, which the client may not apply\)$/,
      ),
    ])
  })
})

describe('what clients say became of our answers', () => {
  const answers = async () => examined(1, await world.api('doctor', { only: 'answers' })).of('answers')
  const report = (attachment: object, after = 0) => ({
    type: 'attachment',
    timestamp: new Date(Date.now() + MINUTE + after).toISOString(),
    attachment: { hookEvent: 'PostToolUse', ...attachment },
  })
  const refused = () => ({
    type: 'hook_non_blocking_error',
    stderr: `connect ECONNREFUSED 127.0.0.1:${world.endpoint().port}`,
  })
  const late = () => ({
    type: 'hook_cancelled',
    command: `http://127.0.0.1:${world.endpoint().port}/hook`,
    timedOut: true,
    timeoutMs: 500,
  })
  const used = { type: 'hook_success', command: '/home/dev/.hindcast/app/1/hindcast-run hook', stdout: '{}' }
  const sessionWith = (...reports: object[]) => transcript('app', 's-app', [Date.now() + MINUTE], {}, ...reports)

  test('is counted by kind, with the latest reason', async () => {
    sessionWith(...[used, refused(), refused(), refused(), late()].map((one, n) => report(one, n)))
    expect(await answers()).toEqual({
      name: 'answers',
      ok: false,
      detail:
        'in the newest session of 1 project, clients report 1 used answer, and 3 that failed, 1 that came too late; the latest just now, at PostToolUse: no answer within 0.5 s',
      remedy: expect.stringMatching(/hindcast behaviours/),
    })
  })

  test('is no problem while it is rare', async () => {
    sessionWith(report(used), report(refused()))
    expect(await answers()).toMatchObject({ ok: null, detail: expect.stringMatching(/1 that failed; .+ECONNREFUSED/) })
  })

  test('is the reason given where nothing arrives', async () => {
    sessionWith(report(refused()))
    expect((await arrivals()).of('arrivals')).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/its client says of our hook at PostToolUse: connect ECONNREFUSED/),
    })
    sessionWith(report(refused(), -24 * 60 * MINUTE))
    expect((await arrivals()).of('arrivals')).toMatchObject({ ok: null })
  })

  test("says nothing about other programs' hooks, nor about another port that begins like ours", async () => {
    const other = { type: 'hook_non_blocking_error', stderr: 'marvin: command not found', command: 'marvin hook' }
    const near = { ...refused(), stderr: `${refused().stderr}0` }
    sessionWith(...[other, near, other, near].map((one) => report(one)))
    expect(await answers()).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/0 used answers, and no failure$/),
    })
  })
})

describe('nothing is said of a project', () => {
  const later = () => Date.now() + MINUTE

  test('whose session is older than the connection', async () => {
    transcript('old', 's-old', [Date.now() - 60 * MINUTE])
    expect(await details()).toEqual([])
  })

  test("whose transcript has grown only by the client's own lines", async () => {
    const at = new Date(later() + 60 * MINUTE).toISOString()
    await hook('titled', 's-titled', 'UserPromptSubmit')
    transcript('titled', 's-titled', [Date.now()], {}, { type: 'ai-title', aiTitle: 'Paint', timestamp: at })
    expect(await details()).toEqual([])
  })

  test('that was paused then, also after the pause', async () => {
    await world.api('pause', { project: dirOf('paused'), for: '2h' })
    transcript('paused', 's-paused', [Date.now()])
    expect(await details()).toEqual([])
    await world.api('resume')
    expect(await details()).toEqual([])
  })

  test('whose session was forgotten', async () => {
    await hook('gone', 's-gone', 'UserPromptSubmit')
    transcript('gone', 's-gone', [Date.now()])
    await world.api('forget', { session: 's-gone', yes: true })
    expect(await details()).toEqual([])
  })

  test('whose own file switches recording off', async () => {
    transcript('off', 's-off', [later()])
    put(join(dirOf('off'), '.hindcast.yaml'), 'enabled: false\n')
    expect(await details()).toEqual([])
  })

  test('as a failure, if another program started the client, which may read no settings', async () => {
    transcript('library', 's-library', [later()], { entrypoint: 'sdk-py' })
    expect((await arrivals()).of('arrivals')).toMatchObject({
      ok: null,
      detail: expect.stringMatching(/library since .+; another program started it/),
    })
  })
})

test("doctor in a project's folder names what its own settings stop, before any session shows it", async () => {
  put(join(world.project, '.claude/settings.local.json'), '{"disableAllHooks":true}')
  const document = await world.api('doctor', { only: 'connection', from: world.project })
  expect(examined(1, document).of('hooks')).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/^disableAllHooks turns off all hooks \(\S+project\/.claude\/settings.local.json\)$/),
  })
})

describe('a proxy that gets the requests of a session', () => {
  const begin = async (id: string, requests: string) => {
    const payload = { session_id: id, cwd: world.project, hook_event_name: 'SessionStart', source: 'startup' }
    const headers = { 'x-hindcast-client': '1;cli;1', 'x-hindcast-requests': requests }
    return JSON.parse((await world.post('/hook', JSON.stringify(payload), headers)).body).systemMessage ?? ''
  }

  test("is named at the session's start, unless the proxy is spared or events come by commands", async () => {
    const said =
      /HTTP_PROXY sends local hooks through a proxy \(the environment\), .+ add 127.0.0.1 to NO_PROXY, or run/
    expect(await begin('proxied', ';HTTP_PROXY=set;NO_PROXY=localhost')).toMatch(said)
    expect(await begin('spared', ';HTTP_PROXY=set;NO_PROXY=localhost,127.0.0.1')).not.toContain('PROXY')
    await world.api('connect', { host: 'claude-code', transport: 'command' })
    expect(await begin('by-command', ';HTTP_PROXY=set')).not.toContain('PROXY')
    await world.api('connect', { host: 'claude-code' })
  })

  test('is found by doctor, and gone around by --fix, with the environment of its caller', async () => {
    const caller = { environment: { HTTP_PROXY: 'http://p:1' } }
    const examine = async (fix: boolean) =>
      examined(1, await world.api('doctor', { only: 'connection', fix, caller, from: world.project }))
    expect((await examine(false)).of('hooks')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('HTTP_PROXY'),
    })
    const fixed = await examine(true)
    expect([fixed.of('hooks'), fixed.of('connection')]).toMatchObject([undefined, { ok: true }])
    const { connections } = await world.api('status')
    expect(connections).toMatchObject([{ transport: 'command', asked: 'http' }])
    await world.api('connect', { host: 'claude-code' })
  })
})

test('reconnecting does not begin the comparison anew; connecting after disconnecting does', async () => {
  transcript('silent', '0f0f0f0f-1', [Date.now()])
  await world.api('connect', { host: 'claude-code', transport: 'command' })
  await world.api('connect', { host: 'claude-code' })
  expect(await details()).toHaveLength(1)
  await world.api('disconnect', { host: 'claude-code' })
  await world.api('connect', { host: 'claude-code' })
  expect(await details()).toEqual([])
})

test('a silent project is found from the command line, too, when no daemon runs', async () => {
  transcript('silent', '0f0f0f0f-1', [Date.now() + 2 * MINUTE])
  await world.killAll()
  const { of } = await doctor(world, {}, '--only', 'arrivals')
  expect(of('arrivals')?.detail).toMatch(/^hooks have not arrived from \S+silent since/)
})
