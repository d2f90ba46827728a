import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DoctorCheck } from '../../src/ports.ts'
import { makeWorld, type World } from '../daemon/world.ts'
import { ask, found, live, turn } from './turns.ts'

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

  test('switches capture off there and nowhere else, from the next prompt on, and from the next on after it is gone', async () => {
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

  test('holds in a session that this daemon meets at a tool call', async () => {
    writeFileSync(file(), 'skipTools: [Bash]\n')
    const [, write, bash] = turn('c1', '') as [object, object, object]
    await live(world, 'c1', [write, bash])
    const { items } = await world.api('timeline', { anchor: 'c1.mjs' })
    expect(JSON.stringify(items)).toContain('Write')
    expect(JSON.stringify(items)).not.toContain('node c1.mjs')
  })

  test('switches a behaviour off there, and lowers what is told', async () => {
    await live(world, 'd1', [start, ...turn('d1', 'tune the harpsichord')])
    const told = async (dir: string) => (await world.api('context', { event: 'SessionStart', project: dir })).sections
    expect((await told(world.project)).length).toBeGreaterThan(0)
    writeFileSync(file(), 'tokenBudget: { sessionStart: 0 }\n')
    expect(await told(world.project)).toEqual([])
    writeFileSync(file(), 'behaviours: { session-index: off, handoff: off, standing-context: off }\n')
    expect(await told(world.project)).toEqual([])
  })

  test('is named by doctor, with what of it is ignored', async () => {
    const checks = async () => {
      const { checks } = await world.api('doctor', { only: 'project file', from: world.project })
      return checks.map(({ ok, detail }: DoctorCheck) => [ok, detail])
    }
    expect(await checks()).toEqual([])
    writeFileSync(file(), 'prompt.limit: 3\nport: 1\n')
    expect(await checks()).toEqual([
      [false, '.hindcast.yaml: port is ignored: only config.yaml can set it'],
      [true, `${file()} tightens prompt.limit here`],
    ])
    writeFileSync(file(), 'prompt.limit: [3\n')
    expect(await checks()).toEqual([[false, expect.stringMatching(/^\.hindcast\.yaml is ignored: /)]])
  })

  test('keeps its transcripts out of an import', async () => {
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
