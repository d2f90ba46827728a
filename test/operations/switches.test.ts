import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DoctorCheck } from '../../src/ports.ts'
import { makeWorld, until, type World } from '../daemon/world.ts'
import { ask, call, found, live, turn } from './turns.ts'

let world: World
let elsewhere: string
beforeAll(async () => {
  world = makeWorld()
  await world.start()
  elsewhere = join(world.root, 'elsewhere')
  mkdirSync(elsewhere)
})
afterAll(() => world.remove())

const start = { hook_event_name: 'SessionStart', source: 'startup' }
const titles = async (query: string) => (await found(world, query)).length

describe("a project's own .hindcast.yaml", () => {
  const file = () => join(world.project, '.hindcast.yaml')
  beforeEach(() => rmSync(file(), { force: true }))

  test('switches capture off in that project only, from the next prompt on, until the file is deleted', async () => {
    await live(world, 'a1', [start, ask('a1', 'polish the zeppelin')])
    writeFileSync(file(), 'enabled: false\n')
    await live(world, 'a1', [ask('a2', 'polish the blimp'), ...turn('a3', 'polish the balloon')])
    await live(world, 'b1', [{ ...ask('b1', 'polish the glider'), cwd: elsewhere }])
    expect([await titles('zeppelin'), await titles('blimp'), await titles('balloon'), await titles('glider')]).toEqual([
      1, 0, 0, 1,
    ])
    rmSync(file())
    await live(world, 'a1', [ask('a4', 'polish the airship')])
    expect(await titles('airship')).toBe(1)
  })

  test('applies to a session whose first event in this daemon is a tool call', async () => {
    writeFileSync(file(), 'skipTools: [Bash]\n')
    const [, write, bash] = turn('c1', '') as [object, object, object]
    await live(world, 'c1', [write, bash])
    const { items } = await world.api('timeline', { anchor: 'c1.mjs' })
    expect(JSON.stringify(items)).toContain('Write')
    expect(JSON.stringify(items)).not.toContain('node c1.mjs')
  })

  test('switches a behaviour off there, and lowers the amount of context', async () => {
    await live(world, 'd1', [start, ...turn('d1', 'tune the harpsichord')])
    const told = async (dir: string) => (await world.api('context', { event: 'SessionStart', project: dir })).sections
    expect((await told(world.project)).length).toBeGreaterThan(0)
    writeFileSync(file(), 'tokenBudget: { sessionStart: 0 }\n')
    expect(await told(world.project)).toEqual([])
    writeFileSync(
      file(),
      'behaviours: { session-index: off, handoff: off, standing-context: off, presence: off, ask-agent: off }\n',
    )
    expect(await told(world.project)).toEqual([])
  })

  test('is listed by doctor, with the parts that are ignored', async () => {
    const checks = async () => {
      const { checks } = await world.api('doctor', { only: 'project file', from: world.project })
      return checks.map(({ ok, detail }: DoctorCheck) => [ok, detail])
    }
    expect(await checks()).toEqual([])
    writeFileSync(file(), 'prompt.limit: 3\nport: 1\n')
    expect(await checks()).toEqual([
      [false, '.hindcast.yaml: port is ignored: only config.yaml can set it'],
      [true, `${file()} sets prompt.limit for this project`],
    ])
    writeFileSync(file(), 'prompt.limit: [3\n')
    expect(await checks()).toEqual([[false, expect.stringMatching(/^\.hindcast\.yaml is ignored: /)]])
  })

  test('excludes its transcripts from an import', async () => {
    writeFileSync(file(), 'enabled: false\n')
    const line = (uuid: string, text: string) =>
      JSON.stringify({
        ...{ type: 'user', uuid, sessionId: 'e1', cwd: world.project, timestamp: new Date().toISOString() },
        ...{ parentUuid: null, isSidechain: false, userType: 'external', version: '2.1.330', promptId: 'e1' },
        message: { role: 'user', content: text },
      })
    const transcript = join(world.root, 'e1.jsonl')
    writeFileSync(transcript, `${line('u1', 'varnish the gondola')}\n`)
    await world.api('import', { paths: [transcript] })
    expect(await titles('gondola')).toBe(0)
    rmSync(file())
    writeFileSync(transcript, `${line('u1', 'varnish the gondola')}\n${line('u2', 'varnish the kayak')}\n`)
    await world.api('import', { paths: [transcript] })
    expect(await titles('kayak')).toBe(1)
  })
})

describe('a behaviour that is switched off', () => {
  const PAYLOAD = { event: 'SessionStart' }
  const speakers = async (input: object): Promise<string[]> =>
    (await world.api('context', { ...PAYLOAD, ...input })).sections.map((each: { behaviour: string }) => each.behaviour)
  const turned = async (action: 'on' | 'off', more: object = {}) =>
    (await call(world, 'behaviours', { action, name: 'handoff', ...more })) as Listed
  interface Listed {
    readonly behaviours?: readonly { readonly on: boolean; readonly offIn: readonly string[] }[]
    readonly error?: { readonly why: string }
  }
  const there = () => ({ project: world.project })
  beforeAll(async () => {
    await live(world, 'f1', [start, ...turn('f1', 'oil the barrel organ')])
    await live(
      world,
      'g1',
      [start, ...turn('g1', 'oil the music box')].map((each) => ({ ...each, cwd: elsewhere })),
    )
  })
  beforeEach(() => rmSync(join(world.project, '.hindcast.yaml'), { force: true }))

  test('in one session is silent there at once, and speaks in every other', async () => {
    expect(await speakers({ ...there(), session: 'f1' })).toContain('handoff')
    const { behaviours } = await turned('off', { session: 'f1' })
    expect(behaviours).toMatchObject([{ on: false, offIn: ['session f1'] }])
    expect(await speakers({ ...there(), session: 'f1' })).not.toContain('handoff')
    expect(await speakers(there())).toContain('handoff')
    expect((await turned('on', { session: 'f1' })).behaviours).toMatchObject([{ on: true, offIn: [] }])
    expect(await speakers({ ...there(), session: 'f1' })).toContain('handoff')
  })

  test('in one project is silent in all of its sessions, and speaks in other projects', async () => {
    const { behaviours } = await turned('off', there())
    expect(behaviours).toMatchObject([{ on: false, offIn: [`project ${world.project}`] }])
    expect(await speakers(there())).not.toContain('handoff')
    expect(await speakers({ ...there(), session: 'f1' })).not.toContain('handoff')
    expect(await speakers({ project: elsewhere })).toContain('handoff')
    expect((await turned('on', { session: 'f1' })).error?.why).toMatch(
      /^handoff is still off: it is off everywhere, or switched off by the project/,
    )
    expect((await world.api('behaviours', { name: 'handoff' })).behaviours).toMatchObject([{ on: true }])
    await turned('on', there())
    expect(await speakers(there())).toContain('handoff')
  })

  test('stays off after a restart, and its switch is deleted with its session or project', async () => {
    await turned('off', { session: 'g1' })
    await turned('off', there())
    const { pid } = world.endpoint()
    await world.api('restart')
    await until('another daemon answers', async () => (await world.isAlive()) && world.endpoint().pid !== pid)
    const offIn = async () => (await world.api('behaviours', { name: 'handoff' })).behaviours[0].offIn
    expect(await offIn()).toEqual([`project ${world.project}`, 'session g1'])
    await world.api('forget', { session: 'g1', yes: true })
    expect(await offIn()).toEqual([`project ${world.project}`])
    await world.api('forget', { ...there(), yes: true })
    expect(await offIn()).toEqual([])
  })

  test('for both a session and a project is rejected, as is an unknown one', async () => {
    expect((await turned('off', { ...there(), session: 'f1' })).error?.why).toBe(
      '--session and --project cannot be used together',
    )
    expect((await turned('off', { session: 'none' })).error?.why).toBe("no session matches 'none'")
  })
})
