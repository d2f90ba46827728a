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
const facts = ({ signals = [], lessons = [], ...over }: Record<string, unknown> = {}) => ({
  settings: SETTINGS,
  taught: { signals, lessons },
  lessons,
  ...over,
})
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

const signalOf = (prompt: string, over: Partial<EventMap['UserPromptSubmit']> & { via?: string } = {}) =>
  ofKind(effectsOf(explicit, asked(prompt, over as object), 'reply'), 'signal').map(({ record }) => record as Signal)

test('what is said for the third time in one session is proposed, once', () => {
  const said = 'That is wrong, use tabs, not spaces.'
  const twice = [signalOf(said), signalOf(said)].flat().map((each, n) => ({ ...each, id: `g_${n}`, at: n }))
  const [known] = lessonsOf(effectsOf(promotion, asked(said), 'reply', facts({ signals: twice.slice(1) })))
  expect(known).toMatchObject({ state: 'candidate', support: 2 })
  const third = effectsOf(promotion, asked(said), 'reply', facts({ signals: twice, lessons: [known] }))
  expect(ofKind(third, 'note').map(({ text }) => text)).toEqual([
    `Hindcast noticed that you keep saying: “${said}” (to apply it: \`hindcast lessons approve ${known?.id}\`)`,
  ])
  const [told] = lessonsOf(third)
  expect(told).toMatchObject({ state: 'candidate', support: 3, isTold: true })
  const more = [...twice, { ...twice[0], id: 'g_9' }]
  expect(ofKind(effectsOf(promotion, asked(said), 'reply', facts({ signals: more, lessons: [told] })), 'note')).toEqual(
    [],
  )
})

test('a rule that is taken back is retired, and the person is told how to restore it', () => {
  const [rule] = signalOf(RULE)
  const [lesson] = lessonsOf(effectsOf(promotion, asked(RULE), 'reply', facts()))
  const later = { ...asked('Actually, npm is fine again.'), id: 'e_2', at: (rule?.at ?? 0) + 60_000 }
  const effects = effectsOf(promotion, later, 'reply', facts({ signals: [rule], lessons: [lesson] }))
  expect(lessonsOf(effects)).toMatchObject([{ id: lesson?.id, state: 'retired' }])
  expect(ofKind(effects, 'note').map(({ text }) => text)).toEqual([
    `Hindcast no longer applies: “${RULE}” (to restore it: \`hindcast lessons approve ${lesson?.id}\`)`,
  ])
})

test('what earlier sessions taught is told once, when a session starts', () => {
  const [lesson] = lessonsOf(effectsOf(promotion, asked(RULE), 'later', facts({ prompts: [] })))
  const candidate = { ...lesson, id: 'l_2', state: 'candidate', support: 2 }
  const start = eventOf('SessionStart', { source: 'startup' })
  const effects = effectsOf(promotion, start, 'reply', facts({ lessons: [lesson, candidate] }))
  expect(ofKind(effects, 'note').map(({ text }) => text)).toEqual([
    'Hindcast: 1 rule learned from earlier sessions, 1 thing you said more than once; to see them, run `hindcast lessons`',
  ])
  const told = lessonsOf(effects)
  expect(told.map(({ isTold }) => isTold)).toEqual([true, true])
  expect(effectsOf(promotion, start, 'reply', facts({ lessons: told }))).toEqual([])
  expect(needsOf(promotion, eventOf('SessionStart', { source: 'compact' }), 'reply')).toBeUndefined()
})

test('where nobody is at the client, nothing is said, so that the person is told where they are', () => {
  const lessons = [{ ...lessonsOf(effectsOf(promotion, asked(RULE), 'reply', facts()))[0], isTold: undefined }]
  for (const name of ['Stop', 'SessionStart'] as const) {
    const at = (attended: boolean) => eventOf(name, { source: 'startup' } as never, { attended })
    expect(needsOf(promotion, at(true), 'reply')).toBeDefined()
    expect(needsOf(promotion, at(false), 'reply')).toBeUndefined()
    expect(ofKind(effectsOf(promotion, at(true), 'reply', facts({ lessons })), 'note')).toHaveLength(1)
  }
})
