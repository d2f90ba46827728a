import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, type HeadlessResult, runHeadless } from './lab/headless.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const REFUSED = 'hindcast: agents cannot do this:'

let world: World
let tried: HeadlessResult

/** What the model received as the output of its commands. */
const results = () => contextOf(tried.main.at(-1))
const counts = async () => (await hindcastJson<{ counts: Record<string, number> }>(world, 'status')).counts

beforeAll(async () => {
  world = await makeWorld({ 'a.txt': 'one\n' })
  const up = await hindcast(world, 'up')
  expect(up.exitCode, up.stderr).toBe(0)
  const first = await runHeadless(world, { prompt: 'Count the herons, please.' })
  await hindcast(world, 'pause', '--session', 'nobody')
  const words = [
    `forget --session ${first.sessionId} --yes`,
    'forget --match heron --yes',
    'config set contextObservations 500',
    'behaviours off session-index',
    'resume',
    'config list',
    'search herons',
  ]
  const bare = 'env -u CLAUDECODE -u CLAUDE_CODE_ENTRYPOINT -u CLAUDE_PID'
  const commands = words.flatMap((each) => [`${each}`, `${each} # unnamed`])
  tried = await runHeadless(world, {
    prompt: 'Tidy up the memory.',
    turns: [
      ...commands.map((each) => {
        const run = each.endsWith('# unnamed')
          ? `${bare} "${process.execPath}" "${cli}"`
          : `"${process.execPath}" "${cli}"`
        const command = `echo "[${each}]"; ${run} ${each} 2>&1 | head -c 300; true`
        return [{ type: 'tool_use' as const, name: 'Bash', input: { command, description: 'Tidy' } }]
      }),
      [{ type: 'text', text: 'Tidied.' }],
    ],
  })
})
afterAll(() => world?.close())

describe("a command that needs a person's confirmation", () => {
  it.each([
    'forget --session',
    'forget --match heron --yes',
    'config set contextObservations 500',
    'behaviours off session-index',
    'resume',
  ])('is refused to an agent, even one that hides that it is one: %s', (words) => {
    const said = results()
      .split(/^\[/m)
      .filter((each) => each.startsWith(words))
    expect(said).toHaveLength(2)
    for (const each of said) expect(each).toContain(REFUSED)
  })

  it('changes nothing when an agent runs it', async () => {
    expect((await hindcastJson<{ results: object[] }>(world, 'search', 'herons')).results.length).toBeGreaterThan(0)
    expect((await counts()).sessions).toBe(2)
    const { values } = await hindcastJson<{ values: Record<string, { value: unknown }> }>(world, 'config', 'list')
    expect(values.contextObservations?.value).toBe(50)
  })

  it('asks for none if it changes nothing', () => {
    expect(results()).not.toMatch(/\[(config list|search herons)[^[]*agents cannot/)
  })

  it('is accepted in a terminal outside the client', async () => {
    const { forgotten } = await hindcastJson<{ forgotten: { events: number } }>(
      world,
      ...['forget', '--match', 'heron', '--yes'],
    )
    expect(forgotten.events).toBeGreaterThan(0)
  })
})
