import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contextOf, runHeadless } from './lab/headless.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { openTerminal, type Terminal } from './lab/terminal.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World
let terminal: Terminal
const say = (text: string) => ({ type: 'text' as const, text })
const QUESTION = 'Should I round half up instead of truncating?'

beforeAll(async () => {
  world = await makeWorld({ 'cart.mjs': 'export const total = (cents) => Math.trunc(cents)\n' })
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  terminal = await openTerminal(world)
  const file_path = join(world.project, 'cart.mjs')
  const change = { file_path, old_string: '(cents) =>', new_string: '(cents, rate) =>' }
  await terminal.ask('Add a tax rate to the totals in cart.mjs', [
    [{ type: 'tool_use', name: 'Read', input: { file_path } }],
    [{ type: 'tool_use', name: 'Edit', input: change }],
    [say(`Added the tax rate to the totals. ${QUESTION}`)],
  ])
  await terminal.ask('No, keep truncation for now', [[say('Kept. Next: document the rate in the manual.')]])
  await terminal.ask('What does Math.trunc return for a negative number?', [[say('It drops the fraction.')]])
})
afterAll(() => world?.close())

it('after /compact in the middle, the request holds the matter, its decision with its question, and what is next', async () => {
  await terminal.type('/compact')
  await terminal.until(/Compacted|compacted/)
  await terminal.idle()
  const requests = await terminal.ask('Go on then', [[say('Going on.')]])
  const context = contextOf(requests.filter(({ kind }) => kind === 'main').at(-1))
  expect(context).toMatch(/Before the compaction \([^)]*; handoff h_[0-9a-f]{16}\):/)
  expect(context).toContain('Goal: user asked “Add a tax rate to the totals in cart.mjs”')
  expect(context).toContain('Next: agent said “document the rate in the manual.”')
  expect(context).toContain(`Decided: agent asked, user chose “${QUESTION} → No, keep truncation for now”`)
})

it('the decision is stored as the person’s, with the question and the answer', async () => {
  const { results } = await hindcastJson<{ results: { id: string; title: string }[] }>(world, 'search', 'truncation')
  const found = results.find(({ id }) => id.startsWith('o_'))
  expect(found?.title).toBe(`${QUESTION} → No, keep truncation for now`)
  const shown = await hindcastJson<{ items: object[] }>(world, 'show', found?.id ?? '')
  expect(shown.items).toEqual([expect.objectContaining({ type: 'decision', decidedBy: 'user' })])
})

it('two sessions later, a session that is to change the rounding is told the decision', async () => {
  await terminal.exit()
  await terminal.close()
  for (const prompt of ['Rename the manual to handbook', 'List the files of the shop'])
    await runHeadless(world, { prompt, turns: [[say('Done.')]] })
  const prompt = 'Change the rounding in cart.mjs so that the totals round half up'
  const { main } = await runHeadless(world, { prompt, turns: [[say('I see.')]] })
  expect(contextOf(main[0])).toContain(`user chose “${QUESTION} → No, keep truncation for now”`)
})
