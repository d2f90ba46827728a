import { describe, expect, test } from 'vitest'
import { afterDecision, covers, inForce, isRule, settledAmong } from '../../../src/domain/learning/settling.ts'
import type { Lesson } from '../../../src/domain/nouns/lesson.ts'
import { aLesson } from './taught.ts'

const uv = (over: Partial<Lesson> = {}) =>
  aLesson({ id: 'l_uv', subject: 'uv', object: 'pip', text: 'Use uv, not pip', ...over })
/** The opposite, said later. */
const pip = (over: Partial<Lesson> = {}) =>
  uv({ id: 'l_pip', subject: 'pip', object: 'uv', text: 'Use pip, not uv', at: uv().at + 1, ...over })

const states = (...lessons: Lesson[]) => Object.fromEntries(settledAmong(lessons).map(({ id, state }) => [id, state]))
const forced = (...lessons: Lesson[]) => inForce(lessons, 'p1').map(({ id }) => id)

describe('of two rules that contradict each other', () => {
  test('the newer one stands, and the older one says which', () => {
    expect(settledAmong([uv(), pip()])).toMatchObject([
      { id: 'l_uv', state: 'superseded', supersededBy: 'l_pip', contra: 3 },
      { id: 'l_pip', state: 'active', contra: 3 },
    ])
    expect(settledAmong([pip(), uv()]).map(({ state }) => state)).toEqual(['active', 'superseded'])
  })

  test('an active one stands against a candidate, however new', () => {
    expect(states(uv(), pip({ state: 'candidate' }))).toEqual({ l_uv: 'active', l_pip: 'superseded' })
    expect(states(uv({ state: 'candidate' }), pip())).toEqual({ l_uv: 'superseded', l_pip: 'active' })
    expect(states(uv({ state: 'candidate' }), pip({ state: 'candidate' }))).toEqual({
      l_uv: 'superseded',
      l_pip: 'candidate',
    })
    expect(states(uv({ state: 'candidate', at: 9e15 }), pip({ state: 'contested' }))).toEqual({
      l_uv: 'candidate',
      l_pip: 'superseded',
    })
  })

  test('a pinned one stands against all', () => {
    expect(states(uv({ isPinned: true }), pip())).toEqual({ l_uv: 'active', l_pip: 'superseded' })
    expect(states(uv({ isPinned: true, state: 'candidate' }), pip())).toEqual({
      l_uv: 'candidate',
      l_pip: 'superseded',
    })
    expect(states(uv({ isPinned: true }), pip({ isPinned: true }))).toEqual({ l_uv: 'active', l_pip: 'active' })
  })

  test('neither stands if both are as new, unless a person decided on it', () => {
    const even = { at: uv().at }
    expect(states(uv(), pip(even))).toEqual({ l_uv: 'contested', l_pip: 'contested' })
    expect(states(uv({ decidedBy: 'person' }), pip(even))).toEqual({ l_uv: 'active', l_pip: 'contested' })
  })

  test('what counts against each is the support of all others', () => {
    const third = pip({ id: 'l_third', support: 4, at: pip().at + 1 })
    expect(settledAmong([uv(), pip({ support: 2 }), third]).map(({ contra }) => contra)).toEqual([6, 3, 3])
    expect(settledAmong([uv({ contra: 9 })])).toMatchObject([{ contra: 0 }])
    const alone = uv()
    expect(settledAmong([alone])[0]).toBe(alone)
  })

  test('one that is out of force counts against nothing', () => {
    for (const state of ['superseded', 'rejected', 'retired'] as Lesson['state'][])
      expect(settledAmong([uv(), pip({ state })])[0]).toMatchObject({ state: 'active', contra: 0 })
  })

  test('one that a person approved is back once the newer one is gone', () => {
    const given = uv({ state: 'superseded', supersededBy: 'l_pip', decidedBy: 'person' })
    expect(settledAmong([given])).toMatchObject([{ state: 'active', supersededBy: undefined }])
    expect(settledAmong([given, pip()])).toMatchObject([
      { state: 'superseded', supersededBy: 'l_pip' },
      { state: 'active' },
    ])
    expect(settledAmong([uv({ state: 'superseded', supersededBy: 'l_pip' })])).toMatchObject([{ state: 'superseded' }])
  })
})

describe('rules live side by side', () => {
  const both = { l_uv: 'active', l_pip: 'active' }

  test('if they hold in different projects, in different folders, or one is the exception of the other', () => {
    expect(states(uv(), pip({ project: 'p2' }))).toEqual(both)
    expect(states(uv(), pip({ scope: 'everywhere' }))).toEqual(both)
    expect(states(uv(), pip({ scope: 'folder', folder: 'api' }))).toEqual(both)
    expect(states(uv({ scope: 'folder', folder: 'web' }), pip({ scope: 'folder', folder: 'api' }))).toEqual(both)
    expect(states(uv({ scope: 'everywhere' }), pip({ scope: 'everywhere', project: 'p2' }))).toEqual({
      l_uv: 'superseded',
      l_pip: 'active',
    })
  })

  test('if one of them says what works, or what experiences taught', () => {
    for (const type of ['recipe', 'routine'] as Lesson['type'][]) {
      expect(states(uv({ type }), pip())).toEqual(both)
      expect(states(uv(), pip({ type }))).toEqual(both)
    }
    expect(states(uv({ type: 'insight', evidence: ['x_1'] }), pip())).toEqual(both)
    expect(states(uv({ type: 'insight' }), pip())).not.toEqual(both)
  })

  test('if they do not contradict each other', () => {
    expect(states(uv(), aLesson({ id: 'l_pip', subject: 'pnpm', object: 'npm', text: 'Use pnpm, not npm' }))).toEqual(
      both,
    )
  })
})

test('a rule binds, and so does an insight unless experiences are its evidence', () => {
  expect(['rule', 'insight', 'recipe', 'routine'].map((type) => isRule(uv({ type: type as Lesson['type'] })))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(isRule(uv({ type: 'insight', evidence: ['x_1'] }))).toBe(false)
})

test('a lesson holds in its project, or everywhere', () => {
  expect([covers(uv(), 'p1'), covers(uv(), 'p2'), covers(uv({ scope: 'everywhere' }), 'p2')]).toEqual([
    true,
    false,
    true,
  ])
})

describe('in force', () => {
  test('are the active rules and recipes of a project, and those of all projects', () => {
    expect(
      forced(
        uv(),
        pip({ id: 'all', subject: 'ruff', object: 'flake8', scope: 'everywhere', project: 'p2' }),
        uv({ id: 'other', project: 'p2' }),
      ),
    ).toEqual(['l_uv', 'all'])
    expect(
      forced(uv({ state: 'candidate' }), uv({ type: 'routine' }), uv({ type: 'insight', evidence: ['x_1'] })),
    ).toEqual([])
    expect(forced(uv({ type: 'recipe' }))).toEqual(['l_uv'])
  })

  test('is none that holds everywhere where the project has the opposite, unless it is pinned', () => {
    const everywhere = uv({ scope: 'everywhere' })
    expect(forced(everywhere, pip())).toEqual(['l_pip'])
    expect(forced({ ...everywhere, isPinned: true }, pip())).toEqual(['l_uv', 'l_pip'])
    expect(forced(everywhere, pip({ scope: 'everywhere' }))).toEqual(['l_uv', 'l_pip'])
    expect(forced(everywhere, pip({ scope: 'folder', folder: 'api' }))).toEqual(['l_uv', 'l_pip'])
    expect(forced(everywhere, pip({ project: 'p2' }))).toEqual(['l_uv'])
  })
})

test('a decision changes the lesson, and those whose standing it changes', () => {
  const other = aLesson({ id: 'l_other', subject: 'pnpm', object: 'npm', text: 'Use pnpm, not npm' })
  const decided = pip({ decidedBy: 'person' })
  const ids = (...known: Lesson[]) => afterDecision(decided, known).map(({ id, state }) => [id, state])
  expect(ids(uv(), pip({ state: 'candidate' }), other)).toEqual([
    ['l_uv', 'superseded'],
    ['l_pip', 'active'],
  ])
  expect(ids(other)).toEqual([['l_pip', 'active']])
  expect(ids({ ...uv(), state: 'superseded', supersededBy: 'l_pip', contra: 0 })).toEqual([['l_pip', 'active']])
  expect(afterDecision(pip({ state: 'rejected' }), [uv({ contra: 3 }), pip()])).toMatchObject([
    { id: 'l_uv', contra: 0 },
    { id: 'l_pip' },
  ])
})
