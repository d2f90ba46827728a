import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { boot } from '../../src/adapters/store/sqlite/boot.ts'
import { homeOf } from '../../src/config/home.ts'
import { compose } from '../../src/daemon/compose.ts'
import { openEntrance } from '../../src/daemon/entrance.ts'
import type { Daemon } from '../../src/daemon/parts.ts'
import claudeCode from '../../src/wire/claude-code/index.ts'
import { scratch, workerUrl } from '../adapters/store/sqlite/fresh.ts'
import { lineOf, otter } from '../wire/otter/otter.ts'

const app = join(import.meta.dirname, '../../dist')
const clock = { now: () => Date.now() }
const log = { info: () => {}, warn: () => {}, error: () => {} }
const lifecycle = { outOfReach: async () => undefined, rest: async () => {}, restart: async () => {} }

let daemon: Daemon | undefined
afterEach(async () => {
  await daemon?.close()
  vi.unstubAllEnvs()
})

/** A daemon that serves both agents, on its own machine. */
async function opened() {
  const folder = scratch()
  const [pond, user] = [join(folder, 'pond'), join(folder, 'user')]
  for (const made of [pond, join(user, '.otter/swims')]) mkdirSync(made, { recursive: true })
  vi.stubEnv('HOME', user)
  for (const { environment } of [claudeCode, otter]) vi.stubEnv(environment.configDir, undefined)
  const home = homeOf({ HINDCAST_HOME: join(folder, 'hindcast') })
  mkdirSync(home.logs, { recursive: true })
  const around = { home, app, clock, log, hosts: [claudeCode, otter] as const }
  const standby = { serves: () => {}, startSoon: () => {} }
  const entrance = await openEntrance({ ...around, token: 'a'.repeat(64), lastPort: undefined, standby })
  daemon = await compose({
    ...{ ...around, entrance, workerUrl, booted: boot(workerUrl), lifecycle },
    leave: () => {},
    wantedMayDiffer: () => {},
  })
  const { port, token } = daemon
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const url = `http://127.0.0.1:${port}${path}`
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return [reply.status, await reply.json()]
  }
  return { pond, user, post, config: join(user, '.otter/otter.conf') }
}

const heron = (pond: string, id: string) => otter.session({ id, dir: pond, word: 'heron' })
const counted = { sessions: 1, prompts: 1, observations: 1 }

test("a second agent's hooks are captured, answered in its own format and remembered", async () => {
  const { pond, post } = await opened()
  const [dive, ...rest] = heron(pond, 'sw1')
  expect(await post('/hook?host=otter', { ...dive })).toMatchObject([
    200,
    { splash: expect.stringContaining('Hindcast'), peek: [join(pond, 'POND.txt')] },
  ])
  for (const payload of rest) expect(await post('/hook?host=otter', payload)).toMatchObject([200, {}])
  await expect.poll(() => post('/api/status', {})).toMatchObject([200, { counts: counted }])
  const [begins] = heron(pond, 'sw2')
  expect(await post('/hook?host=otter', { ...begins })).toMatchObject([
    200,
    { murmur: expect.stringContaining('lamp.mjs') },
  ])
})

test('it is connected through its own settings file, which is restored byte for byte', async () => {
  const { config, post } = await opened()
  writeFileSync(config, 'colour = brown\n')
  const [, connected] = await post('/api/connect', { host: 'otter' })
  expect(connected).toMatchObject({ changed: [config] })
  expect(readFileSync(config, 'utf8')).toMatch(
    /^colour = brown\n\n# hindcast begins\ntell dive http:.*\?host=otter [0-9a-f]{64}\n/,
  )
  expect(await post('/api/status', {})).toMatchObject([
    200,
    { connections: [{ host: 'otter', scope: 'user', hooks: 5, ok: true, path: config }] },
  ])
  await post('/api/disconnect', { host: 'otter' })
  expect(readFileSync(config, 'utf8')).toBe('colour = brown\n')
  expect(await post('/api/connect', { host: 'badger' })).toMatchObject([400, { error: { code: 'bad-input' } }])
})

test('what it would be told is in its own format: by its name, in its session, or as the only one connected', async () => {
  const { pond, post } = await opened()
  for (const payload of heron(pond, 'sw1')) await post('/hook?host=otter', payload)
  await expect.poll(() => post('/api/status', {})).toMatchObject([200, { counts: counted }])
  const answer = async (asked: object) => {
    const [, told] = await post('/api/context', { event: 'SessionStart', project: pond, ...asked })
    return Object.keys((told as { answer: object }).answer)
  }
  expect(await answer({ host: 'otter' })).toContain('murmur')
  expect(await answer({ session: 'sw1' })).toContain('murmur')
  expect(await answer({})).not.toContain('murmur')
  await post('/api/connect', { host: 'otter' })
  expect(await answer({})).toContain('murmur')
  expect(await post('/api/context', { host: 'badger', project: pond })).toMatchObject([
    400,
    { error: { code: 'bad-input' } },
  ])
  await post('/api/disconnect', { host: 'otter' })
})

test("doctor's round trip covers every connected client", async () => {
  const { post } = await opened()
  const tripped = async () => {
    const [, { checks }] = (await post('/api/doctor', { only: 'round trip' })) as [
      number,
      { checks: { name: string }[] },
    ]
    return checks.find(({ name }) => name === 'round trip')
  }
  for (const host of ['otter', 'claude-code']) await post('/api/connect', { host })
  expect(await tripped()).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/Claude Code: .+ shown.+; Otter: .+ shown/),
  })
  for (const host of ['otter', 'claude-code']) await post('/api/disconnect', { host })
})

test('its transcripts are imported without repeating events from its hooks', async () => {
  const { pond, user, post } = await opened()
  const payloads = heron(pond, 'sw1')
  const at = Date.now() - 3_600_000
  writeFileSync(join(user, '.otter/swims/sw1.swim'), payloads.map((one, n) => lineOf({ ...one }, at + n)).join(''))
  const [, imported] = await post('/api/import', { from: 'otter' })
  expect(imported).toMatchObject({ files: 1, sessions: 1, prompts: 1, events: 5, errors: [] })
  for (const payload of payloads.slice(2)) await post('/hook?host=otter', payload)
  expect(await post('/api/import', {})).toMatchObject([200, { events: 5 }])
  expect(await post('/api/import', { from: 'badger' })).toMatchObject([400, { error: { code: 'bad-input' } }])
})
