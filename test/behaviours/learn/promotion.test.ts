import { expect, test } from 'vitest'
import apply from '../../../src/behaviours/learn/apply.ts'
import explicit from '../../../src/behaviours/learn/explicit.ts'
import promotion from '../../../src/behaviours/learn/promotion.ts'
import type { EventMap } from '../../../src/domain/events.ts'
import type { Lesson } from '../../../src/domain/nouns/lesson.ts'
import type { Signal } from '../../../src/domain/nouns/signal.ts'
import { eventOf } from '../../domain/samples.ts'
import { effectsOf, needsOf, ofKind, SETTINGS } from '../reacting.ts'

const RULE = 'We use pnpm here, never npm'
const asked = (prompt: string, over: Partial<EventMap['UserPromptSubmit']> = {}) =>
  eventOf('UserPromptSubmit', { prompt, isPrivate: false, origin: 'person', ...over })
const facts = (over: object = {}) => ({ settings: SETTINGS, signals: [], lessons: [], ...over })
const lessonsOf = (effects: ReturnType<typeof effectsOf>): readonly Lesson[] =>
  ofKind(effects, 'lesson').map(({ record }) => record as Lesson)

test('a rule becomes a signal that quotes it and cites its prompt', () => {
  const [signal] = ofKind(effectsOf(explicit, asked(RULE), 'reply'), 'signal').map(({ record }) => record as Signal)
  expect(signal).toMatchObject({ type: 'directive', quote: RULE, subject: 'pnpm', object: 'npm', by: 'person' })
  expect(signal?.evidence).toHaveLength(2)
})

test('from the queue, which does not keep texts, the prompt is read from the store', () => {
  const event = asked(RULE)
  const stored = { ...event, prompt: '' }
  const prompts = [{ event: event.id, text: RULE }]
  expect(ofKind(effectsOf(explicit, stored, 'later', { prompts }), 'signal')).toHaveLength(1)
  expect(lessonsOf(effectsOf(promotion, stored, 'later', facts({ prompts })))).toMatchObject([{ state: 'active' }])
})

test.each([
  ['the machine wrote it', asked(RULE, { origin: 'machine' })],
  ['it is private', asked(RULE, { isPrivate: true })],
  ['it is a command', asked(`/hindcast remember ${RULE}`)],
])('nothing is learned from a prompt if %s', (_, event) => {
  expect(effectsOf(explicit, event, 'reply')).toEqual([])
  expect(needsOf(explicit, event, 'later')).toBeUndefined()
  expect(needsOf(promotion, event, 'reply')).toBeUndefined()
})

test('a rule stated for good is a lesson at once, and the person is told how to reject it', () => {
  const effects = effectsOf(promotion, asked(RULE), 'reply', facts())
  const [lesson] = lessonsOf(effects)
  expect(lesson).toMatchObject({ state: 'active', text: RULE })
  expect(ofKind(effects, 'note').map(({ text }) => text)).toEqual([
    `Hindcast learned: “${RULE}” (to undo: \`hindcast lessons reject ${lesson?.id}\`)`,
  ])
})

test('said again, it is not announced again', () => {
  const [lesson] = lessonsOf(effectsOf(promotion, asked(RULE), 'reply', facts()))
  const again = effectsOf(promotion, asked(`I told you: ${RULE}`), 'reply', facts({ lessons: [lesson] }))
  expect(ofKind(again, 'note')).toEqual([])
})

test('with learning off, nothing is learned or told', () => {
  const settings = { ...SETTINGS, learn: { ...SETTINGS.learn, enabled: false } }
  expect(effectsOf(promotion, asked(RULE), 'reply', facts({ settings }))).toEqual([])
  const [lesson] = lessonsOf(effectsOf(promotion, asked(RULE), 'reply', facts()))
  const start = eventOf('SessionStart', { source: 'startup' })
  expect(effectsOf(apply, start, 'reply', { settings, lessons: [lesson], instructions: [] })).toEqual([])
})

test('a session starts with the active lessons, in the words of the person', () => {
  const [lesson] = lessonsOf(effectsOf(promotion, asked(RULE), 'reply', facts()))
  const candidate = { ...lesson, id: 'l_2', state: 'candidate', text: 'use tabs, not spaces' }
  const start = eventOf('SessionStart', { source: 'startup' })
  const [context] = ofKind(
    effectsOf(apply, start, 'reply', { ...facts({ lessons: [lesson, candidate] }), instructions: ['x'] }),
    'context',
  )
  expect(context?.items.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^l_\w+ .*, user said “We use pnpm here, never npm”$/),
  ])
  expect(context).toMatchObject({ rank: 90, heard: { texts: ['x'] } })
})
