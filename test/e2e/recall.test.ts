import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, runHeadless } from './lab/headless.ts'
import type { ApiRequest } from './lab/mock-api.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { openTerminal, type Terminal } from './lab/terminal.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World
let asked: Awaited<ReturnType<typeof runHeadless>>
let unrelated: Awaited<ReturnType<typeof runHeadless>>

const HEAD = 'Related work'
/** The heading of a full handoff. */
const FULL = /Before (?:the compaction|\/clear) \([^)]*; handoff h_/

beforeAll(async () => {
  world = await makeWorld({ 'upload.mjs': 'export const upload = (send) => send()\n' })
  // In so new a project the index would already show everything
  for (const key of ['contextObservations', 'contextSummaries'])
    expect((await hindcast(world, 'config', 'set', key, '0')).exitCode).toBe(0)
  expect((await hindcast(world, 'up')).exitCode).toBe(0)
  const change = { file_path: join(world.project, 'upload.mjs'), old_string: 'send()', new_string: 'retry(send)' }
  await runHeadless(world, {
    prompt: 'Add a retry with exponential backoff to the uploader in upload.mjs',
    turns: [
      [{ type: 'tool_use', name: 'Read', input: { file_path: change.file_path } }],
      [{ type: 'tool_use', name: 'Edit', input: change }],
      [
        {
          type: 'text',
          text: 'Added a retry with exponential backoff to the uploader, because the server drops bursts.',
        },
      ],
    ],
  })
  asked = await runHeadless(world, {
    prompt: 'How did we add the retry with exponential backoff to upload.mjs last time?',
  })
  unrelated = await runHeadless(world, { prompt: 'Draw three purple lighthouses as a watercolour sketch' })
})
afterAll(() => world?.close())

describe('a prompt that looks back at what an earlier session did, and names its file', () => {
  it('brings up the record of that session', async () => {
    const context = contextOf(asked.main[0])
    expect(context).toContain(HEAD)
    const [id = ''] = /\bo_[0-9a-f]{16}\b/.exec(context.slice(context.indexOf(HEAD))) ?? []
    const { items } = await hindcastJson<{ items: { title: string }[] }>(world, 'show', id)
    expect(items[0]?.title).toMatch(/retry|backoff/i)
  })

  it('does not bring it up when it is about something else', () => {
    expect(unrelated.exitCode).toBe(0)
    expect(contextOf(unrelated.main[0])).not.toContain(HEAD)
  })
})

describe('the state of the work', () => {
  let terminal: Terminal
  const last = (requests: readonly ApiRequest[]) => contextOf(requests.filter(({ kind }) => kind === 'main').at(-1))

  beforeAll(async () => {
    terminal = await openTerminal(world)
    const change = {
      file_path: join(world.project, 'upload.mjs'),
      old_string: 'retry(send)',
      new_string: 'again(send)',
    }
    await terminal.ask('Rename the helper retry to again in upload.mjs', [
      [{ type: 'tool_use', name: 'Read', input: { file_path: change.file_path } }],
      [{ type: 'tool_use', name: 'Edit', input: change }],
      [{ type: 'text', text: 'Renamed the helper to again. Next step: write its documentation.' }],
    ])
  })

  it('is given in short when a session starts', () => {
    expect(contextOf(asked.main[0])).toMatch(
      /Last session \([^\n]*; handoff h_[0-9a-f]{16}\): goal: [^\n]*exponential backoff/,
    )
  })

  it('is in the request after /compact', async () => {
    await terminal.type('/compact')
    await terminal.until(/Compacted|compacted/)
    await terminal.idle()
    const context = last(await terminal.ask('Go on then with it', [[{ type: 'text', text: 'Going on.' }]]))
    expect(context).toMatch(FULL)
    expect(context).toMatch(/Goal: user asked “Rename the helper retry to again/)
    expect(context).toMatch(/Next: [^\n]*documentation/)
  })

  it('is in the request after /clear, for the session that was cleared', async () => {
    await terminal.type('/clear')
    await sleep(2_000)
    await terminal.idle()
    const context = last(await terminal.ask('What is to be done now', [[{ type: 'text', text: 'This.' }]]))
    expect(context).toMatch(FULL)
    const { handoffs } = await hindcastJson<{ handoffs: { id: string; sessionId: string }[] }>(world, 'handoff', 'list')
    const told = /h_[0-9a-f]{16}/.exec(context.slice(context.search(FULL)))?.[0]
    const cleared = handoffs.find(({ id }) => id === told)?.sessionId
    const { sessions } = await hindcastJson<{ sessions: { id: string; parent: string | null; source: string }[] }>(
      world,
      'sessions',
    )
    expect(sessions.find(({ source }) => source === 'clear')?.parent).toBe(cleared)
  })

  it('can be marked with an outcome', async () => {
    const { handoffs } = await hindcastJson<{ handoffs: { id: string }[] }>(world, 'handoff')
    const id = handoffs[0]?.id ?? ''
    const marked = await hindcastJson<{ handoffs: object[] }>(world, 'handoff', 'mark', id, 'PARTIAL_PLUS')
    expect(marked.handoffs).toEqual([expect.objectContaining({ id, outcome: 'PARTIAL_PLUS', outcomeBy: 'agent' })])
    const { items } = await hindcastJson<{ items: object[] }>(world, 'show', id)
    expect(items).toEqual([expect.objectContaining({ kind: 'handoff', id, outcome: 'PARTIAL_PLUS' })])
  })
})
