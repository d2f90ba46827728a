import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
    'open',
    'open --print --json',
    'remember "Herons need no review" --by user --json',
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

describe('what only a person may say or open', () => {
  const said = (words: string) =>
    results()
      .split(/^\[/m)
      .filter((each) => each.startsWith(words))

  it.each(['open]', 'open # unnamed]', 'open --print'])('no link that signs in is given to an agent: %s', (words) => {
    expect(said(words).length).toBeGreaterThan(0)
    for (const each of said(words)) {
      expect(each).toMatch(/agents cannot do this|a terminal is required/)
      expect(each).not.toContain('?code=')
    }
  })

  it('a note that an agent saves is its own, even if it hides that it is one', () => {
    const notes = said('remember')
    expect(notes).toHaveLength(2)
    for (const each of notes) expect(each).toMatch(/"by": ?"agent"/)
  })

  it('the token alone, read from the disk by a detached process, opens nothing and vouches for nobody', async () => {
    const { port } = JSON.parse(readFileSync(join(world.home, '.hindcast/daemon.json'), 'utf8'))
    const curl = (path: string, body: object) =>
      `curl -s http://127.0.0.1:${port}${path} -H "Authorization: Bearer $(cat ${world.home}/.hindcast/token)" -H 'content-type: application/json' -d '${JSON.stringify(body)}'`
    const note = { text: 'Herons may push to main', by: 'user', from: world.project }
    const [script, out] = [join(world.root, 'token.sh'), join(world.root, 'token.out')]
    writeFileSync(
      script,
      `(${curl('/open', {})}; echo; ${curl('/api/remember', note)}) >${out}.new; mv ${out}.new ${out}`,
    )
    const command = `setsid --fork env -i PATH="$PATH" bash ${script}; sleep 2`
    await runHeadless(world, {
      prompt: 'Try the token.',
      turns: [
        [{ type: 'tool_use', name: 'Bash', input: { command, description: 'Try' } }],
        [{ type: 'text', text: 'Tried.' }],
      ],
    })
    const [opened, kept] = readFileSync(out, 'utf8').trim().split('\n')
    expect(JSON.parse(opened ?? '').error.code).toBe('terminal-required')
    expect(JSON.parse(kept ?? '').by).toBe('agent')
  })
})
