import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writtenRule } from '../../../src/domain/artifacts/rule.ts'
import { ruleLines } from '../../../src/domain/artifacts/rules-block.ts'
import { skillText } from '../../../src/domain/artifacts/skill.ts'
import { lessonLines } from '../../../src/domain/context/lesson-lines.ts'
import { lessonsFrom } from '../../../src/domain/learning/lessons.ts'
import { contradicts, entails, ruleKey, saysSame } from '../../../src/domain/learning/meaning.ts'
import { qualifierOf } from '../../../src/domain/learning/qualifiers.ts'
import { inForce } from '../../../src/domain/learning/settling.ts'
import { ruleIn, teachingsIn } from '../../../src/domain/learning/teaching.ts'
import type { Lesson } from '../../../src/domain/nouns/lesson.ts'
import type { Signal } from '../../../src/domain/nouns/signal.ts'
import { runs } from '../../runs.ts'
import { aLesson } from './taught.ts'

const threshold = { sessions: 2, confidence: 0.9, scripts: 'propose' } as const
const NOW = 1_000_000

/** What people type, each in a session of its own. */
const heard = (prompts: readonly string[]): readonly Signal[] =>
  prompts.flatMap((prompt, n) =>
    teachingsIn(prompt).map(
      (teaching, m): Signal => ({
        ...teaching,
        ...{ id: `g_${n}_${m}`, session: `s${n}`, project: 'p1', at: n + 1, by: 'person', evidence: [] },
      }),
    ),
  )

/** Everything that says a lesson to a person, a model or a reader of a file. */
const toldTexts = (lesson: Lesson, signals: readonly Signal[]): readonly string[] => [
  ...lessonLines([lesson], NOW).map(({ text }) => text),
  ruleLines({ lesson, said: signals })[0] ?? '',
  ruleLines({ lesson, said: signals })[1] ?? '',
  skillText({ lesson, said: signals }, 'learned', signals).split('\n')[2] ?? '',
]

const pair = fc.constantFrom(['tabs', 'spaces'], ['double quotes', 'single quotes'], ['vitest', 'jest'], ['c++', 'c'])
const place = fc.constantFrom(
  'makefiles',
  'sql',
  'html',
  'json',
  'c++',
  'c',
  'the api/ folder',
  'unit tests',
  'the "core" package',
  'go 1.22',
)
const relation = fc.constantFrom(
  'in',
  'for',
  'when you edit',
  'except in',
  'only in',
  'unless it is',
  'outside of',
  'until we drop',
  'after',
  'before',
  'with',
  'on',
)
const limit = fc.option(
  fc.tuple(relation, place).map(([how, what]) => `${how} ${what}`),
  { nil: '' },
)
const FRAMES = [
  'Use A, not B Q.',
  'Always use A instead of B Q',
  'no, use A, not B, Q',
  'A, not B Q!',
  'I told you: use A rather than B Q',
  'please use A, not B. Q. ok?',
  'From now on use A Q, never B',
]
/** A folder is where a rule holds, whether it is said to hold in it or for it. */
const senseOf = (Q: string): string => Q.toLowerCase().replace(/^for (?=the api\/ folder$)/, 'in ')
/** A limit that names one of the pair says nothing that could be told apart from it: "use c++ on c, never c". */
const isApart = ([, names, Q]: readonly [string, readonly string[], string]): boolean =>
  !Q.toLowerCase()
    .split(' ')
    .some((word) => names.some((name) => name.toLowerCase() === word))
const said = fc
  .tuple(fc.constantFrom(...FRAMES), pair, limit)
  .filter(isApart)
  .map(([frame, [A = '', B = ''], Q]) => ({
    prompt: frame
      .replace('A', A)
      .replace('B', B)
      .replace('Q', Q)
      .replace(/ (?=[.,!])|, (?=$)/g, ''),
    limit: Q,
  }))

test('no text of a lesson lacks what limits any of the sentences that it counts', () => {
  fc.assert(
    fc.property(fc.array(said, { minLength: 2, maxLength: 8 }), (all) => {
      const signals = heard(all.map(({ prompt }) => prompt))
      for (const lesson of lessonsFrom(signals, [], threshold, NOW)) {
        const counted = signals.filter(({ id }) => lesson.evidence.includes(id))
        const limits = counted.map(({ session }) => all[Number(session.slice(1))]?.limit ?? '')
        expect(new Set(limits.map(senseOf)).size, lesson.text).toBe(1)
        for (const text of toldTexts(lesson, counted))
          for (const word of limits[0]?.split(' ').slice(senseOf(limits[0]).endsWith('api/ folder') ? 1 : 0) ?? [])
            expect(text.toLowerCase()).toContain(word.replaceAll('"', ''))
      }
    }),
    { numRuns: runs(300) },
  )
})

test('rules of different limits never share an id, and contradict none but their own', () => {
  const rule = fc.tuple(pair, limit, fc.boolean())
  fc.assert(
    fc.property(rule, rule, (one, other) => {
      const [a, b] = [one, other].map(([[A = '', B = ''], Q, isTurned]) =>
        ruleIn(isTurned ? `Use ${B}, not ${A} ${Q}` : `Use ${A}, not ${B} ${Q}`),
      ) as [ReturnType<typeof ruleIn>, ReturnType<typeof ruleIn>]
      fc.pre(senseOf(one[1]) !== senseOf(other[1]))
      expect(ruleKey(a)).not.toBe(ruleKey(b))
      expect(contradicts(a, b) || entails(a, b)).toBe(false)
    }),
    { numRuns: runs(500) },
  )
})

describe('rules that are three, and not one said three times', () => {
  test.each([
    ['Double quotes in SQL', 'Double quotes in HTML', 'Double quotes in JSON'].map(
      (words) => `${words}, not single quotes`,
    ),
    ['Use tabs, not spaces, in Makefiles', 'Use tabs, not spaces, in Go files', 'Use tabs, not spaces'],
    ['Always run the tests', 'Always write the tests', 'Always run the tests before a commit'],
    ['Never push to main', 'Never push to main without asking', 'Never push to main unless I say so'],
    ['Never commit files', 'Never commit generated files', 'Never commit files after midnight'],
    ['Use C, not Rust', 'Use C++, not Rust', 'Use C#, not Rust'],
    ['Use spaces, not tabs', 'Use spaces, not tabs. Only in YAML.', 'Use spaces, not tabs. Except in Makefiles.'],
  ])('%s; %s; %s', (...prompts) => {
    const lessons = lessonsFrom(heard(prompts), [], threshold, NOW)
    expect(lessons.map(({ support }) => support)).toEqual([1, 1, 1])
    expect(new Set(lessons.map(({ id }) => id)).size).toBe(3)
  })
})

test.each([
  ['Use pnpm, not npm', 'no, pnpm instead of npm, I told you!'],
  ['Use tabs, not spaces, in Makefiles', 'In makefiles use tabs rather than spaces please'],
  ['Never push to main', "Don't ever push to main"],
  ['Use uv, not pip', 'use uv, not pip, because pip is slow'],
])('is one rule in other words: %s; %s', (one, other) => {
  expect(saysSame(ruleIn(one), ruleIn(other))).toBe(true)
})

test.each([
  ['use tabs, not spaces, in Makefiles', 'tabs', 'spaces', 'in makefiles'],
  ['In SQL, use double quotes instead of single quotes', 'double quotes', 'single quotes', 'in sql'],
  ['no, use pnpm, not npm, I told you', 'pnpm', 'npm', ''],
  ['use pnpm, not npm, because npm is slow', 'pnpm', 'npm', ''],
  ['use pnpm, not npm, unless I say so', 'pnpm', 'npm', 'unless say'],
])('what limits %j', (sentence, subject, object, expected) => {
  expect(qualifierOf(sentence, subject, object)).toBe(expected)
})

test.each([
  ['no, use pnpm, not npm, I told you!', 'pnpm', 'npm', 'Use pnpm, not npm'],
  ['Tabs, not spaces, in Makefiles please', 'tabs', 'spaces', 'Use tabs, not spaces, in Makefiles'],
  ["That's wrong, always use `uv`, never pip", 'uv', 'pip', 'Always use uv, never pip'],
  ['from now on run the linter before each commit', 'run the linter', undefined, 'Run the linter before each commit'],
  ['no emojis in commit messages', 'emojis in commit messages', undefined, 'No emojis in commit messages'],
  ['never push unless I told you to', 'push', undefined, 'Never push unless I told you to'],
])('a file says %j as a person would write it', (text, subject, object, expected) => {
  expect(writtenRule({ text, subject, object })).toBe(expected)
})

describe('one preference is one line', () => {
  const rule = (words: string, over: Partial<Lesson> = {}): Lesson =>
    aLesson({ ...ruleIn(words), type: 'rule', id: words, text: words, ...over })

  test('whatever halves of it were said as well', () => {
    const all = ["Don't use npm", 'Use pnpm, not npm', 'Use pnpm'].map((words) => rule(words))
    expect(inForce(all, 'p1').map(({ text }) => text)).toEqual(['Use pnpm, not npm'])
    const twice = [rule('Use pnpm, not npm'), rule('Use pnpm, not npm', { id: 'wide', scope: 'everywhere' })]
    expect(inForce(twice, 'p1').map(({ id }) => id)).toEqual(['wide'])
  })

  test('but rules of different limits are lines of their own', () => {
    const all = ['Use pnpm, not npm', "Don't use npm in the docs"].map((words) => rule(words))
    expect(inForce(all, 'p1')).toHaveLength(2)
  })
})
