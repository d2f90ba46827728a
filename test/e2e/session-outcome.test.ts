import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hindcast, hindcastJson } from './lab/product.ts'
import { openTerminal } from './lab/terminal.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World
const QUESTION = /last session looks (done|mostly done).*handoff mark (h_[0-9a-f]{8})/
/** A line of the screen may be broken anywhere. */
const onOneLine = (screen: string) => screen.replace(/\s*\n\s*/g, ' ')

beforeAll(async () => {
  world = await makeWorld({ 'upload.mjs': 'export const upload = (send) => send()\n' })
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
})
afterAll(() => world?.close())

it('a person who ended a session is told once how it turned out, and can correct that', async () => {
  const change = { file_path: join(world.project, 'upload.mjs'), old_string: 'send()', new_string: 'retry(send)' }
  const first = await openTerminal(world, { columns: 220 })
  await first.ask('Add a retry to upload.mjs', [
    [{ type: 'tool_use', name: 'Read', input: { file_path: change.file_path } }],
    [{ type: 'tool_use', name: 'Edit', input: change }],
    [{ type: 'text', text: 'Added a retry to the uploader.' }],
  ])
  expect(onOneLine(await first.scrollback())).not.toMatch(QUESTION)
  expect(await first.exit()).toBe(true)

  const second = await openTerminal(world, { columns: 220 })
  const screen = await second.until((text) => QUESTION.test(onOneLine(text)))
  const [, said, id = ''] = QUESTION.exec(onOneLine(screen)) ?? []
  expect(said).toBe('mostly done')
  const requests = await second.ask('Anything else?', [[{ type: 'text', text: 'No.' }]])
  expect(JSON.stringify(requests)).not.toContain('last session looks')
  expect(await second.exit()).toBe(true)

  const judged = async () => {
    const { sessions } = await hindcastJson<{ sessions: Judged[] }>(world, 'sessions')
    return sessions.filter(({ outcome }) => outcome !== null).map(({ outcome, outcomeBy }) => [outcome, outcomeBy])
  }
  expect(await judged()).toEqual([['PARTIAL_PLUS', 'inferred']])
  await hindcast(world, 'handoff', 'mark', id, 'failed')
  expect(await judged()).toEqual([['FAILED', 'agent']])

  const third = await openTerminal(world, { columns: 220 })
  await third.ask('And now?', [[{ type: 'text', text: 'Nothing.' }]])
  expect(onOneLine(await third.scrollback())).not.toMatch(QUESTION)
}, 300_000)

interface Judged {
  readonly outcome: string | null
  readonly outcomeBy: string | null
}
