import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reconnect } from '../../../src/daemon/address.ts'
import claudeCode from '../../../src/wire/claude-code/environment.ts'
import { asked, makeWorld, text } from './world.ts'

let world: ReturnType<typeof makeWorld>
let { settings, project, connections }: ReturnType<typeof makeWorld> = {} as never
beforeEach(() => {
  world = makeWorld()
  ;({ settings, project, connections } = world)
})
afterEach(() => world.remove())

const list = async () => (await connections().list())[0]
const PROXY = 'http://user:pw@proxy:1'
const SPARING = 'localhost, 127.0.0.1'

/** What keeps requests from arriving: in the caller's environment, or in the person's settings. */
const ways: readonly (readonly [string, Record<string, string>, object])[] = [
  ...claudeCode.proxies.map((name) => [name, { [name]: PROXY }, {}] as const),
  ['a proxy in the settings', {}, { env: { HTTPS_PROXY: PROXY } }],
  ['a list without this machine', {}, { allowedHttpHookUrls: ['https://hooks.example.com/*'] }],
  ['both', { http_proxy: PROXY }, { allowedHttpHookUrls: [] }],
]

describe.each(ways)('requests that would not arrive (%s)', (_, environment, inSettings) => {
  beforeEach(() => writeFileSync(settings, JSON.stringify(inSettings)))
  const env = { PATH: process.env.PATH ?? '', ...environment }

  test('are not asked for: connect chooses commands, says so, and keeps to them until somebody connects again', async () => {
    const { notes, warnings } = await connections().connect({ ...asked, environment: env })
    expect(notes.join('\n')).toMatch(
      /so events are sent by commands, .+ To use HTTP, add .+, then run hindcast connect$/,
    )
    expect([notes.join().includes('pw@'), warnings]).toEqual([false, []])
    expect(text(settings)).not.toContain(asked.token)
    const one = await list()
    expect(one).toMatchObject({ transport: 'command', asked: 'http', hooks: asked.wanted.length, ok: true })
    expect(await connections().obstacles({ ...asked, transport: one?.transport, environment: env })).toEqual([])
    // A daemon that moves does not see that environment
    await reconnect(connections(), { ...asked, port: 40_000 })
    expect(await list()).toMatchObject({ transport: 'command', asked: 'http', ok: true })
  })

  test('are asked for again when they would arrive and somebody connects', async () => {
    await connections().connect({ ...asked, environment: env })
    const { env: _, allowedHttpHookUrls: __, ...rest } = JSON.parse(text(settings))
    writeFileSync(settings, JSON.stringify(rest))
    const { notes } = await connections().connect({ ...asked, environment: { PATH: process.env.PATH ?? '' } })
    expect([notes.join(), await list()]).toMatchObject([
      expect.not.stringContaining('commands'),
      { transport: 'http', asked: 'http', ok: true },
    ])
    expect(text(settings)).toContain(asked.token)
  })
})

test('commands that a person asked for stay when the daemon moves, and when nothing is in the way', async () => {
  await connections().connect({ ...asked, transport: 'command' })
  await reconnect(connections(), { ...asked, port: 40_000 })
  expect(await list()).toMatchObject({ transport: 'command', asked: 'command' })
})

test('a proxy that spares this machine changes nothing', async () => {
  await connections().connect({ ...asked, environment: { HTTP_PROXY: PROXY, no_proxy: SPARING } })
  expect(await list()).toMatchObject({ transport: 'http' })
})

describe('a session whose client sends requests elsewhere', () => {
  const blocked = async (environment: Record<string, string>) => {
    const found = await connections().blocked({ host: 'claude-code', dir: project, environment, port: asked.port })
    return found.map(({ why }) => why.split(' ')[0])
  }

  test('is found by its own environment and by the settings of its folder', async () => {
    await connections().connect(asked)
    expect(await blocked({})).toEqual([])
    expect(await blocked({ HTTP_PROXY: 'set' })).toEqual(['HTTP_PROXY'])
    expect(await blocked({ HTTP_PROXY: 'set', NO_PROXY: SPARING })).toEqual([])
    mkdirSync(dirname(join(project, '.claude/settings.json')), { recursive: true })
    writeFileSync(join(project, '.claude/settings.json'), '{"allowedHttpHookUrls":[]}')
    expect(await blocked({})).toEqual(['allowedHttpHookUrls'])
    writeFileSync(join(project, '.claude/settings.json'), '{"env":{"NO_PROXY":"*"}}')
    expect(await blocked({ HTTP_PROXY: 'set' })).toEqual([])
  })

  test('is none if its client may use commands, or is not connected', async () => {
    expect(await blocked({ HTTP_PROXY: 'set' })).toEqual([])
    await connections().connect({ ...asked, transport: 'command' })
    expect(await blocked({ HTTP_PROXY: 'set' })).toEqual([])
    await connections().connect({ ...asked, environment: { CLAUDE_CONFIG_DIR: join(world.root, 'user/work') } })
    expect(await blocked({ HTTP_PROXY: 'set' })).toEqual([])
  })
})
