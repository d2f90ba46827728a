import { expect, test } from 'vitest'
import { behaviours } from '../../src/behaviours/registry.ts'
import type { Draft } from '../../src/domain/events.ts'
import { handoffOf } from '../../src/domain/memory/handoff.ts'
import { type TurnEvent, turnsOf } from '../../src/domain/memory/turns.ts'
import { draft, prompt, result, world } from '../engine/world.ts'

let tick = Date.now() - 600_000
const at = (over: object = {}): Partial<Draft> => ({ at: ++tick, ...over })

async function worked() {
  const made = await world(behaviours)
  const { engine, store } = made
  const take = async (...drafts: Draft[]) => {
    for (const each of drafts) await engine.take(each)
    await engine.drain()
  }
  const handoffs = () => store.memories.records({ noun: 'handoff', session: 's1', limit: 9 })
  return { ...made, take, handoffs }
}

const path = '/repo/src/upload.mjs'
const EDIT = {
  tool: 'Edit',
  toolUseId: 't9',
  act: { kind: 'edit', path, changes: [{ old: 'upload()', new: 'await upload()' }] },
  input: {},
} as const

const stop = (lastMessage: string, over: object = {}) => draft('Stop', { active: false, lastMessage }, at(over))

test('a handoff is updated at each stop, sealed by a compaction, and goes on after it', async () => {
  const { take, handoffs } = await worked()
  await take(prompt('Add a retry to the uploader', at()), stop('Added a retry to the uploader.'))
  const [first] = await handoffs()
  expect(first).toMatchObject({ goal: 'Add a retry to the uploader', sealed: false })
  await take(draft('PreCompact', { trigger: 'manual' }, at()))
  expect(await handoffs()).toMatchObject([{ id: first?.id, sealed: true }])
  await take(prompt('Write the changelog', at({ promptId: 'p2' })), stop('Wrote the changelog.', { promptId: 'p2' }))
  expect(await handoffs()).toMatchObject([{ id: first?.id, goal: 'Add a retry to the uploader', sealed: false }])
})

test.each([
  ['after a turn, with nothing stored of it yet', false, 'p1'],
  ['after a turn, as a prompt of its own', false, 'p9'],
  ['in the middle of a turn', true, undefined],
])('a compaction %s is followed by the full handoff', async (_, isMiddle, promptId) => {
  const { engine, store } = await worked()
  const edited = draft('PostToolUse', { ...EDIT, result: { text: 'done' } }, at())
  const asked = 'Should I round half up instead of truncating?'
  const turn = [
    ...[prompt('Look at the totals of the cart', at()), stop(`They are off by a cent. ${asked}`)],
    ...[prompt('No, keep truncation for now', at({ promptId: 'p2' })), stop('Kept it.', { promptId: 'p2' })],
    ...[prompt('Add a retry to the uploader', at({ promptId: 'p3' })), { ...edited, promptId: 'p3' }],
    ...(isMiddle ? [] : [stop('Added a retry to the uploader. Next: document it.', { promptId: 'p3' })]),
  ]
  // No job gets a turn in between
  for (const each of turn) await engine.take(each)
  await engine.take(draft('PreCompact', { trigger: 'manual' }, at({ promptId })))
  const { answer } = await engine.take(draft('SessionStart', { source: 'compact' }, at({ promptId })))
  expect(answer.context).toContain('Before the compaction')
  expect(answer.context).toContain('Goal: user asked “Add a retry to the uploader”')
  expect(answer.context).toContain(`Decided: agent asked, user chose “${asked} → No, keep truncation for now”`)
  expect(answer.context).toContain(isMiddle ? 'Files: /repo/src/upload.mjs' : 'Next: agent said “document it.”')
  await engine.drain()
  const told = /handoff (h_\w+)/.exec(answer.context ?? '')?.[1]
  expect(await store.memories.records({ noun: 'handoff', session: 's1', limit: 9 })).toMatchObject([{ id: told }])
})

test('a decision is stored with its question, and one that changes it says so', async () => {
  const { take, store } = await worked()
  const decided = async (session: string, answer: string) =>
    take(
      prompt('Look at the totals of the cart', at({ session, promptId: `${session}a` })),
      stop('Off by a cent. Should I round half up instead of truncating?', { session, promptId: `${session}a` }),
      prompt(answer, at({ session, promptId: `${session}b` })),
      stop('Alright.', { session, promptId: `${session}b` }),
    )
  await decided('s1', 'No, keep truncation for now')
  await decided('s2', 'Yes, round half up from here on')
  const all = await store.memories.records({ noun: 'observation', limit: 20 })
  const [last, first] = all.filter(({ decidedBy }) => decidedBy === 'user').sort((a, b) => b.at - a.at)
  const asked = 'Should I round half up instead of truncating?'
  expect(first).toMatchObject({ type: 'decision', title: `${asked} → No, keep truncation for now` })
  expect(last).toMatchObject({ title: `${asked} → Yes, round half up from here on`, supersedes: first?.id })
})

test('a recap by the client is the handoff until a prompt comes after it', async () => {
  const { take, store, handoffs } = await worked()
  await take(prompt('Add a retry to the uploader', at()), stop('Added it.'))
  const [before] = await handoffs()
  expect(before?.recap).toBeUndefined()
  const events = await store.evidence.events({ session: 's1', limit: 9 })
  const prompts = await store.evidence.prompts({ session: 's1', limit: 9 })
  const text = 'Goal: retry uploads. Next: document it.'
  const last = events.at(-1) as TurnEvent
  const recap = { ...last, id: 'e_recap', name: 'Recap', at: last.at + 1, body: { text } }
  const of = (all: readonly TurnEvent[], more: typeof prompts = []) =>
    handoffOf(turnsOf(all, [...prompts, ...more]), { isSealed: true })
  expect(of([...events, recap])).toMatchObject({ recap: text, recapAt: last.at + 1 })
  const asked = { ...last, id: 'e_later', name: 'UserPromptSubmit', at: last.at + 2, promptId: 'p2' }
  const later = prompts.slice(0, 1).map((one) => ({ ...one, id: 'p_later', event: 'e_later', at: last.at + 2 }))
  expect(of([...events, recap, asked], later)?.recap).toBeUndefined()
})

test('a handoff says how the work turned out, until somebody else does', async () => {
  const { take, handoffs, store } = await worked()
  await take(
    prompt('Add a retry to the uploader', at()),
    draft('PostToolUse', { ...EDIT, result: { text: 'done' } }, at()),
  )
  await take(stop('Added a retry to the uploader.'))
  expect(await handoffs()).toMatchObject([{ outcome: 'PARTIAL_PLUS', outcomeBy: 'inferred' }])
  await take(result('npm test', 'ok', at()), stop('The tests pass.'))
  const [done] = await handoffs()
  expect(done).toMatchObject({ outcome: 'SUCCEEDED', outcomeReason: '`npm test` passed, not committed' })
  await store.memories.mark(done?.id ?? '', 'FAILED', 'person')
  await take(draft('SessionEnd', { reason: 'prompt_input_exit' }, at()))
  expect(await handoffs()).toMatchObject([{ outcome: 'FAILED', outcomeBy: 'person', sealed: true }])
})

test('the end of a session seals its handoff', async () => {
  const { take, handoffs } = await worked()
  await take(prompt('Add a retry to the uploader', at()), draft('SessionEnd', { reason: 'clear' }, at()))
  expect(await handoffs()).toMatchObject([{ now: 'Add a retry to the uploader (unfinished)', sealed: true }])
})

test("the client's own summary of a compaction is stored", async () => {
  const { take, store } = await worked()
  await take(draft('PostCompact', { trigger: 'auto', summary: 'The uploader retries five times.' }, at()))
  const events = await store.evidence.events({ session: 's1', names: ['PostCompact'], limit: 9 })
  expect(events).toMatchObject([{ output: 'The uploader retries five times.' }])
})

test('a subagent is stored with its id and type, and its findings are distilled under its id', async () => {
  const { take, store } = await worked()
  const agent = { id: 'agent-7', type: 'Explore' }
  await take(
    prompt('Look into the uploader', at()),
    draft('SubagentStart', {}, at({ agent })),
    draft('PostToolUse', { ...EDIT, result: { text: 'done' } }, at({ agent })),
    draft(
      'SubagentStop',
      { active: false, lastMessage: 'The root cause is that `upload()` in upload.mjs never awaits the answer.' },
      at({ agent }),
    ),
  )
  const kept = await store.evidence.events({ session: 's1', agent: 'agent-7', limit: 9 })
  expect(kept.map(({ name, agentType }) => [name, agentType])).toEqual([
    ['SubagentStart', 'Explore'],
    ['PostToolUse', 'Explore'],
    ['SubagentStop', 'Explore'],
  ])
  const observations = await store.memories.observations({ session: 's1', limit: 9 })
  expect(observations).toContainEqual(expect.objectContaining({ agentId: 'agent-7', filesModified: [path] }))
  expect(await store.memories.records({ noun: 'handoff', session: 's1', limit: 9 })).toEqual([])
})

test('a prompt is told once what another session did', async () => {
  const { engine, take } = await worked()
  await take(
    prompt('Add a retry with exponential backoff to the uploader', at({ session: 'earlier' })),
    result('npm test', '3 passed', at({ session: 'earlier' })),
    stop('Added a retry with exponential backoff to the uploader, because the server drops bursts.', {
      session: 'earlier',
    }),
  )
  const ask = (text: string) => engine.take(prompt(text, at()))
  const first = await ask('Do you remember why the uploader waits with exponential backoff?')
  expect(first.sections).toMatchObject([{ behaviour: 'prompt-recall', type: 'rich' }])
  await engine.drain()
  const ids = first.sections.flatMap((section) => section.ids)
  const again = await ask('What did we decide about exponential backoff in that uploader?')
  expect(again.sections.flatMap((section) => section.ids).filter((id) => ids.includes(id))).toEqual([])
  expect((await ask('Draw purple lighthouses as watercolour sketches')).tokens).toBe(0)
})
