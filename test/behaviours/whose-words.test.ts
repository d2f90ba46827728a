import fc from 'fast-check'
import { expect, test } from 'vitest'
import { behaviours } from '../../src/behaviours/registry.ts'
import type { Draft } from '../../src/domain/events.ts'
import { draft, prompt, result, world } from '../engine/world.ts'
import { runs } from '../runs.ts'
import { misattributed, type Said, turn } from './whose-words.ts'

const PATH = '/repo/src/tide.ts'

/** All that is told in and after two sessions of such turns. */
async function toldAfter(turns: readonly Said[]) {
  const { engine } = await world(behaviours)
  let now = Date.now() - 3_600_000
  const next = (over: object = {}): Partial<Draft> => {
    now += 20_000
    return { at: now, cwd: '/repo', ...over }
  }
  const told: string[] = []
  const take = async (one: Draft) => {
    const { answer } = await engine.take(one)
    told.push(answer.context ?? '', answer.note ?? '', answer.ask ?? '', answer.deny ?? '')
  }
  const edit = (session: string, promptId: string) =>
    draft(
      'PostToolUse',
      {
        tool: 'Edit',
        toolUseId: `t${now}`,
        act: { kind: 'edit', path: PATH, changes: [{ old: 'a', new: 'b' }] },
        input: {},
        result: { text: 'ok' },
      },
      next({ session, promptId }),
    )
  const start = (session: string, source: string) =>
    draft('SessionStart', { source }, next({ session, promptId: undefined }))
  for (const [n, each] of turns.entries()) {
    const session = n < turns.length / 2 ? 'first' : 'second'
    const promptId = `p${n}`
    if (n === 0 || n === Math.ceil(turns.length / 2)) await take(start(session, 'startup'))
    const origin = each.asked.by as 'person' | 'script' | 'machine'
    await take(
      draft('UserPromptSubmit', { prompt: each.asked.text, isPrivate: false, origin }, next({ session, promptId })),
    )
    if (each.edits) await take(edit(session, promptId))
    if (each.edits && each.commits)
      await take(
        result(`git commit -am "${each.subject}"`, `[main 1a2b3c${n}] ${each.subject}`, next({ session, promptId })),
      )
    if (each.said)
      await take(draft('Stop', { active: false, lastMessage: each.said.text }, next({ session, promptId })))
    await engine.drain()
    if (each.recap) await take(draft('Recap', { text: each.recap.text }, next({ session, promptId })))
    await engine.drain()
    if (each.compacts)
      for (const one of [
        draft('PreCompact', { trigger: 'auto' }, next({ session, promptId })),
        start(session, 'compact'),
      ])
        await take(one)
    await engine.drain()
  }
  // Another session beside them, which works on the same file, and one that begins later
  await take(start('third', 'startup'))
  await take(prompt('What did we decide on the tide table, and why?', next({ session: 'third', promptId: 'q1' })))
  await take(
    draft(
      'PostToolUse',
      { tool: 'Read', toolUseId: 'r1', act: { kind: 'read', path: PATH }, input: {}, result: { text: 'b' } },
      next({ session: 'third', promptId: 'q1' }),
    ),
  )
  await take(
    draft(
      'PreToolUse',
      {
        tool: 'Edit',
        toolUseId: 'e1',
        act: { kind: 'edit', path: PATH, changes: [{ old: 'b', new: 'c' }] },
        input: {},
      },
      next({ session: 'third', promptId: 'q1' }),
    ),
  )
  await engine.drain()
  await take(draft('SessionEnd', { reason: 'other' }, next({ session: 'second', promptId: undefined })))
  await engine.drain()
  for (const source of ['resume', 'startup']) await take(start(source === 'resume' ? 'second' : 'fourth', source))
  return told.filter(Boolean).flatMap((text) => text.split('\n'))
}

test('whoever says something, it stands under the name of nobody else', async () => {
  let quoted = 0
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 2, maxLength: 8 }), async (turns) => {
      const told = await toldAfter(turns)
      quoted += told.filter((line) => line.includes('“')).length
      expect(told.flatMap(misattributed)).toEqual([])
    }),
    { numRuns: runs(3), endOnFailure: true },
  )
  expect(quoted).toBeGreaterThan(5)
}, 120_000)
