import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hindcast, hindcastJson } from './lab/product.ts'
import { openTerminal } from './lab/terminal.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld({ 'lamp.mjs': 'export const dim = (level) => level\n' })
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
})
afterAll(() => world?.close())

/** A line that the client writes while the person is away, which it does after minutes and with a model of its own. */
function recapped(text: string): void {
  const projects = join(world.home, '.claude/projects')
  const [name = ''] = readdirSync(projects, { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.jsonl'),
  )
  const path = join(projects, name)
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  const last = lines.map((each) => JSON.parse(each)).findLast(({ uuid }) => uuid !== undefined)
  const { sessionId, cwd, version, uuid: parentUuid } = last
  const own = { type: 'system', subtype: 'away_summary', content: text, uuid: crypto.randomUUID() }
  const said = { ...own, parentUuid, sessionId, cwd, version, isMeta: false, timestamp: new Date().toISOString() }
  appendFileSync(path, `${JSON.stringify(said)}\n`)
}

interface Row {
  readonly title: string
  readonly titleFrom: string | null
}

it('the next session gets the recap of the client, a text that names a commit is none, and the person names the session', async () => {
  const change = { file_path: join(world.project, 'lamp.mjs'), old_string: '=> level', new_string: '=> level / 2' }
  const printed = `printf 'git commit -m "hello from nowhere"'`
  const first = await openTerminal(world, { columns: 220 })
  await first.ask('Dim the lamp in lamp.mjs', [
    [{ type: 'tool_use', name: 'Read', input: { file_path: change.file_path } }],
    [{ type: 'tool_use', name: 'Edit', input: change }],
    [{ type: 'tool_use', name: 'Bash', input: { command: printed, description: 'Prints' } }],
    [{ type: 'text', text: 'Dimmed the lamp by half.' }],
  ])
  await first.type('/rename evening lamp')
  await first.idle()
  recapped('Dimming the lamp; the level is halved. Next: test it at zero. (disable recaps in /config)')
  expect(await first.exit()).toBe(true)

  await expect
    .poll(async () => (await hindcastJson<{ sessions: Row[] }>(world, 'sessions')).sessions, {
      timeout: 60_000,
      interval: 500,
    })
    .toMatchObject([{ title: 'evening lamp', titleFrom: 'person' }])
  await expect
    .poll(async () => (await hindcast(world, 'handoff')).stdout, { timeout: 60_000, interval: 500 })
    .toContain('Next: test it at zero.')

  const second = await openTerminal(world, { columns: 220 })
  const requests = JSON.stringify(await second.ask('Where were we?', [[{ type: 'text', text: 'At the lamp.' }]]))
  expect(requests).toContain('“Dimming the lamp; the level is halved. Next: test it at zero.”')
  expect(requests).toMatch(/recap by the agent \([^)]*\): “/)
  expect(requests).not.toContain('disable recaps')
  expect(requests).not.toMatch(/committed[^“]{0,20}“hello/)
  expect(await second.exit()).toBe(true)
}, 300_000)
