import { expect, test } from 'vitest'
import { reasonOf } from '../../../src/domain/artifacts/rule.ts'
import { askReason, lessonLines, rewriteNote } from '../../../src/domain/context/lesson-lines.ts'
import { lessonsFrom } from '../../../src/domain/learning/lessons.ts'
import type { Lesson } from '../../../src/domain/nouns/lesson.ts'
import type { Signal } from '../../../src/domain/nouns/signal.ts'

const threshold = { sessions: 2, confidence: 0.9, scripts: 'propose' } as const
const drift: Signal = {
  id: 'g_1',
  session: 's1',
  project: 'p1',
  at: 1000,
  type: 'drift',
  quote: '- var total = 0\n+ const total = 0',
  polarity: 'do',
  subject: 'const',
  object: 'var',
  reach: 'unsaid',
  hasHorizon: false,
  confidence: 0.85,
  by: 'person',
  evidence: ['e_1'],
}
const again = (signal: Signal, n: number): Signal => ({ ...signal, id: `g_${n}`, session: `s${n}`, at: n * 1000 })
const recovery: Signal = {
  ...drift,
  type: 'recovery',
  quote: '$ jest\nbash: jest: command not found\n$ npx jest',
  subject: 'npx jest',
  object: 'jest',
  confidence: 0.6,
  by: 'script',
}
const violation: Signal = { ...drift, type: 'violation', confidence: 0.8, by: 'script' }
const learn = (...signals: readonly Signal[]) => lessonsFrom(signals, [], threshold, 9000)

test('the same change in a second session is a lesson, told as a change and not as words', () => {
  expect(learn(drift)).toMatchObject([{ state: 'candidate' }])
  const [lesson] = learn(drift, again(drift, 2)) as readonly [Lesson]
  expect(lesson).toMatchObject({ state: 'active', type: 'insight', text: 'const instead of var', sessions: 2 })
  const changed = "changed “var” to “const” in the agent's work"
  expect(lessonLines([lesson], 9000)[0]?.text).toContain(`user ${changed}, in 2 sessions`)
  expect(rewriteNote([lesson], 'a', 'b')).toContain(`because you ${changed} (`)
  expect(askReason([lesson], 'a', 9000)).toContain(`: user ${changed} (`)
  expect(reasonOf({ lesson, said: [drift, again(drift, 2)] })).toContain(
    "made this change to the agent's work 2 times in 2 sessions",
  )
})

test('words and changes that say the same support one rule, in the words', () => {
  const said = { ...again(drift, 2), type: 'correction', quote: 'const, not var', confidence: 0.7 } as const
  expect(learn(drift, said)).toMatchObject([{ type: 'rule', text: 'const, not var', support: 2, state: 'active' }])
})

test('breaking a rule is no evidence for it', () => {
  expect(learn(violation, again(violation, 2), again(violation, 3))).toEqual([])
})

test('a recipe stays a candidate however often it worked, and without the words of the error', () => {
  const [recipe, ...others] = learn(recovery, ...[2, 3, 4, 5].map((n) => again(recovery, n)))
  expect(recipe).toMatchObject({ type: 'recipe', state: 'candidate', text: 'npx jest instead of jest', support: 5 })
  expect(others).toEqual([])
})

test('a recipe is no part of a rule about the same commands, and does not contradict one', () => {
  const rule: Signal = { ...again(drift, 2), type: 'directive', subject: 'jest', object: 'npx jest', hasHorizon: true }
  const lessons = learn(recovery, rule)
  expect(lessons.map(({ type, state, contra }) => [type, state, contra]).sort()).toEqual([
    ['recipe', 'candidate', 0],
    ['rule', 'active', 0],
  ])
  const same: Signal = { ...rule, subject: 'npx jest', object: 'jest' }
  expect(new Set(learn(recovery, same).map(({ id }) => id)).size).toBe(2)
})
