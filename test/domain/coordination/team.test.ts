import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergedTeam, type Team, teamView } from '../../../src/domain/coordination/team.ts'
import { teamwork } from '../../../src/domain/coordination/teamwork.ts'
import type { Act, StartedAgent, TaskChange } from '../../../src/domain/tool.ts'
import { eventOf, T0 } from '../samples.ts'

interface Call {
  act: Act
  result?: { started?: StartedAgent; task?: string }
  by?: string | undefined
  at?: number
}

function workOf({ act, result, by, at = T0 }: Call): Team | undefined {
  const body = { tool: 'Tool', toolUseId: 't1', act, input: {}, result: { text: '', ...result } }
  return teamwork(eventOf('PostToolUse', body, { at, agent: by === undefined ? undefined : { id: by, type: '' } }))
}

const tasks = (...changes: TaskChange[]): Act => ({ kind: 'other', text: '', tasks: changes })
const starts = (name: string): Act => ({
  kind: 'agent',
  type: 'Explore',
  description: `Look for ${name}`,
  prompt: 'p',
  name,
})

const whole = (calls: readonly Call[]): Team => {
  const [first, ...rest] = calls.map(workOf).filter((team) => team !== undefined)
  if (first === undefined) throw new Error('no teamwork')
  return rest.reduce(mergedTeam, first)
}

const story: Call[] = [
  { act: starts('bob'), result: { started: { id: 'a1', team: 'blue' } }, at: T0 + 1 },
  { act: starts('eve'), result: { started: { id: 'a2', team: 'blue' } }, at: T0 + 2 },
  { act: tasks({ title: 'Check totals', state: 'open' }), result: { task: '1' }, at: T0 + 3 },
  { act: tasks({ title: 'Check names', state: 'open' }), result: { task: '2' }, by: 'a2', at: T0 + 4 },
  { act: tasks({ id: '1', owner: 'bob', state: 'active' }), by: 'a1', at: T0 + 5 },
  { act: tasks({ id: '1', state: 'done' }), by: 'a1', at: T0 + 6 },
  { act: tasks({ id: '2', owner: 'eve' }), at: T0 + 7 },
]

describe('a team', () => {
  it('has its agents by name, and its tasks with who created, has and completed them', () => {
    expect(teamView(whole(story))).toEqual({
      name: 'blue',
      members: [
        { id: 'a1', name: 'bob', type: 'Explore', job: 'Look for bob' },
        { id: 'a2', name: 'eve', type: 'Explore', job: 'Look for eve' },
      ],
      tasks: [
        { id: '1', title: 'Check totals', state: 'done', createdBy: null, owner: 'bob', doneBy: 'bob' },
        { id: '2', title: 'Check names', state: 'open', createdBy: 'eve', owner: 'eve', doneBy: null },
      ],
    })
  })

  it('does not show a task that was dropped, nor one that was completed as still done once it is open again', () => {
    const more = [
      ...story,
      { act: tasks({ id: '2', state: 'dropped' }), at: T0 + 8 },
      { act: tasks({ id: '1', state: 'open' }), at: T0 + 9 },
    ]
    expect(teamView(whole(more)).tasks).toMatchObject([{ id: '1', state: 'open', doneBy: null }])
  })

  it('has the tasks of a list without ids by their titles, for each agent', () => {
    const list = (by?: string): Call => ({
      act: tasks({ title: 'Build', state: 'active' }, { title: 'Test', state: 'open' }),
      by,
    })
    const done: Call = { act: tasks({ title: 'Build', state: 'done' }, { title: 'Test', state: 'active' }), at: T0 + 1 }
    expect(teamView(whole([list(), done, list('a1')])).tasks).toMatchObject([
      { title: 'Build', state: 'done' },
      { title: 'Test', state: 'active' },
      { title: 'Build', state: 'active', createdBy: 'a1' },
      { title: 'Test', state: 'open', createdBy: 'a1' },
    ])
  })

  it('is not made by an agent without a name, by one that was never started, or by other calls', () => {
    expect(
      workOf({
        act: { kind: 'agent', type: 'Explore', description: 'd', prompt: 'p' },
        result: { started: { id: 'a1' } },
      }),
    ).toBeUndefined()
    expect(workOf({ act: starts('bob') })).toBeUndefined()
    expect(workOf({ act: { kind: 'shell', command: 'ls' } })).toBeUndefined()
  })

  it('is the same in whatever order and however often its calls arrive', () => {
    const call = fc.record({
      act: fc.oneof(
        fc.constantFrom('bob', 'eve').map(starts),
        fc
          .record(
            {
              id: fc.constantFrom('1', '2', '3'),
              title: fc.constantFrom('A', 'B'),
              owner: fc.constantFrom('bob', 'eve'),
              state: fc.constantFrom('open', 'active', 'done', 'dropped'),
            },
            { requiredKeys: ['id'] },
          )
          .map((change) => tasks(change as TaskChange)),
      ),
      result: fc.constant({ started: { id: 'a1' } }),
      by: fc.constantFrom(undefined, 'a1', 'a2'),
      at: fc.integer({ min: T0, max: T0 + 4 }),
    })
    const twoOrders = fc
      .array(call, { minLength: 1, maxLength: 12 })
      .chain((calls) =>
        fc.tuple(fc.constant(calls), fc.shuffledSubarray([...calls, ...calls], { minLength: 2 * calls.length })),
      )
    fc.assert(
      fc.property(twoOrders, ([calls, shuffled]) => {
        expect(whole(shuffled)).toEqual(whole(calls))
      }),
    )
  })

  it('stays small, however many agents and tasks there are', () => {
    const many = Array.from({ length: 300 }, (_, n) => [
      { act: tasks({ title: `Task ${n}`, state: 'open' as const }), result: { task: `${n}` }, at: T0 + n },
      { act: starts(`m${n}`), result: { started: { id: `a${n}` } }, at: T0 + n },
    ]).flat()
    const { members, tasks: kept } = teamView(whole(many))
    expect([members.length, kept.length]).toEqual([64, 200])
    expect(kept.at(-1)?.title).toBe('Task 299')
  })
})
