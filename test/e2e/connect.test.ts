import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runHeadless } from './lab/headless.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { inProject, makeWorld, type World } from './lab/world.ts'

let world: World
const settings = () => join(world.home, '.claude', 'settings.json')

/** A person's own file: BOM, CRLF, tabs and spaces, a foreign hook, no newline at the end. */
const own = () =>
  `\uFEFF{\r\n\t"model" : "sonnet",\r\n\t"hooks":{ "Stop":[ {"hooks": [{"type":"command","command":"echo ours-not >> ${world.root}/foreign"}] }\r\n]  },\r\n  "env": {"A":"\\u0041"}}`

beforeAll(async () => {
  world = await makeWorld({ 'a.txt': 'a\n' })
})
afterAll(() => world?.close())

describe('connect, a session of the real client, disconnect', () => {
  it('leaves settings.json as it was, byte for byte, with its mode', async () => {
    writeFileSync(settings(), own(), { mode: 0o644 })
    expect((await hindcast(world, 'up')).exitCode).toBe(0)
    expect(statSync(settings()).mode & 0o777).toBe(0o600)
    const run = await runHeadless(world, { prompt: 'Say hello', turns: [[{ type: 'text', text: 'Hello.' }]] })
    expect(run.exitCode).toBe(0)
    const { counts } = await hindcastJson<{ counts: { prompts: number } }>(world, 'status')
    expect(counts.prompts).toBe(1)
    expect(readFileSync(join(world.root, 'foreign'), 'utf8')).toBe('ours-not\n')
    expect((await hindcast(world, 'disconnect', 'claude-code')).exitCode).toBe(0)
    expect(readFileSync(settings(), 'utf8')).toBe(own())
    expect(statSync(settings()).mode & 0o777).toBe(0o644)
    expect(readFileSync(join(world.home, '.claude.json'), 'utf8')).not.toContain('hindcast-run')
  })

  it('rejects a file with comments, naming the line, and does not change it', async () => {
    const commented = '{\n  // mine\n  "model": "sonnet"\n}\n'
    writeFileSync(settings(), commented)
    const refused = await hindcast(world, 'connect', 'claude-code')
    expect(refused.exitCode).toBe(1)
    expect(refused.stderr).toMatch(/settings\.json:2/)
    expect(refused.stderr.trim().split('\n')).toHaveLength(1)
    expect(readFileSync(settings(), 'utf8')).toBe(commented)
  })

  it('with --dry-run shows what it would write, without the token, and writes nothing', async () => {
    writeFileSync(settings(), own())
    const shown = await hindcastJson<{ changed: string[]; diff: string }>(world, 'connect', 'claude-code', '--dry-run')
    expect(shown.diff).toContain('/hook')
    expect(shown.diff).not.toContain(readFileSync(join(world.home, '.hindcast', 'token'), 'utf8').trim())
    expect(readFileSync(settings(), 'utf8')).toBe(own())
  })

  it('also works over the command transport', async () => {
    expect((await hindcast(world, 'connect', 'claude-code', '--transport', 'command')).exitCode).toBe(0)
    await runHeadless(world, { prompt: 'Say hello by command', turns: [[{ type: 'text', text: 'Hello again.' }]] })
    const { results } = await hindcastJson<{ results: { title: string }[] }>(
      world,
      'search',
      'hello by command',
      '--kind',
      'prompt',
    )
    expect(results[0]?.title).toBe('Say hello by command')
    expect((await hindcast(world, 'disconnect')).exitCode).toBe(0)
    expect(readFileSync(settings(), 'utf8')).toBe(own())
  })
})

describe('a session of the real client whose hooks are disabled', () => {
  it("is found by doctor, with the project's setting that disables them; hooks of another project arrive", async () => {
    world.settings({})
    expect((await hindcast(world, 'up')).exitCode).toBe(0)
    const quiet = await inProject(world, 'quiet', { 'b.txt': 'b\n' })
    mkdirSync(join(quiet.project, '.claude'))
    writeFileSync(join(quiet.project, '.claude/settings.local.json'), '{"disableAllHooks":true}')
    for (const each of [world, quiet])
      await runHeadless(each, { prompt: 'Say hello', turns: [[{ type: 'text', text: 'Hello.' }]] })
    const { checks } = JSON.parse((await hindcast(world, 'doctor', '--only', 'events', '--json')).stdout)
    expect(checks).toEqual([
      expect.objectContaining({
        ok: false,
        detail: expect.stringMatching(
          /not arrived from \S+\/quiet since .+ no event of it arrived; possible cause: disableAllHooks turns off all hooks \(\S+\/quiet\/.claude\/settings.local.json\)$/,
        ),
      }),
    ])
    rmSync(join(quiet.project, '.claude'), { recursive: true })
    await runHeadless(quiet, { prompt: 'Say hello again', turns: [[{ type: 'text', text: 'Hello.' }]] })
    expect((await hindcast(world, 'doctor', '--only', 'events')).exitCode).toBe(0)
  })
})

describe('a session of the real client behind a proxy', () => {
  it('is told that its hooks go there; once somebody connects again, all of them arrive', async () => {
    world.settings({})
    // Nothing listens there
    const env = { HTTP_PROXY: 'http://127.0.0.1:9', CLAUDE_CODE_MAX_RETRIES: '0' }
    const session = async (prompt: string) => {
      const { debugLog } = await runHeadless(world, { prompt, env, turns: [[{ type: 'text', text: 'Hello.' }]] })
      const { results } = await hindcastJson<{ results: { title: string }[] }>(
        ...([world, 'search', prompt, '--kind', 'prompt'] as const),
      )
      return { debugLog, isHeard: results.some(({ title }) => title === prompt) }
    }
    expect((await hindcast(world, 'up')).exitCode).toBe(0)
    const before = await session('Count the herons')
    expect(before).toMatchObject({ isHeard: false, debugLog: expect.stringContaining('/hook (via env-var proxy)') })
    expect(before.debugLog).toContain('HTTP_PROXY sends local hooks through a proxy (the environment)')
    const { stdout } = await hindcast({ ...world, env: { ...world.env, ...env } }, 'connect')
    expect(stdout.replace(/\s+/g, ' ')).toContain('(the environment), so events are sent by commands')
    const after = await session('Count the storks')
    expect(after).toMatchObject({ isHeard: true, debugLog: expect.not.stringContaining('via env-var proxy') })
    expect((await hindcast(world, 'connect')).stdout).not.toContain('commands')
    expect(readFileSync(settings(), 'utf8')).toContain('"http"')
  })
})

it('whose settings admit hooks to other addresses only has all of its hooks arrive, by commands', async () => {
  expect((await hindcast(world, 'disconnect')).exitCode).toBe(0)
  world.settings({ allowedHttpHookUrls: ['https://hooks.example.com/*'] })
  const { stdout } = await hindcast(world, 'up', '--no-import')
  expect(stdout.replace(/\s+/g, ' ')).toContain('allowedHttpHookUrls does not include Hindcast')
  await runHeadless(world, { prompt: 'Count the curlews', turns: [[{ type: 'text', text: 'Three.' }]] })
  const { results } = await hindcastJson<{ results: { title: string }[] }>(
    ...([world, 'search', 'Count the curlews', '--kind', 'prompt'] as const),
  )
  expect(results.map(({ title }) => title)).toContain('Count the curlews')
})
