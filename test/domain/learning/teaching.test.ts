import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrastOf } from '../../../src/domain/learning/contrast.ts'
import { teachingsIn } from '../../../src/domain/learning/teaching.ts'
import { runs } from '../../runs.ts'

describe('a rule stated for good', () => {
  test.each([
    ['We use pnpm here, never npm', 'pnpm', 'npm'],
    ['From now on use ruff instead of flake8 in this repo.', 'ruff', 'flake8'],
    ['always use tabs, not spaces', 'tabs', 'spaces'],
  ])('%s', (prompt, subject, object) => {
    expect(teachingsIn(prompt)).toMatchObject([{ type: 'directive', subject, object, hasHorizon: true, quote: prompt }])
  })

  test.each(['Always use uv', 'never push to main', 'From now on, run the tests before a commit'])(
    'holds at once: %s',
    (prompt) => {
      expect(teachingsIn(prompt)).toMatchObject([{ type: 'directive', hasHorizon: true }])
    },
  )

  test('is quoted word for word, with its negation, beside a request', () => {
    const [found, ...others] = teachingsIn('Add a test for the parser. And never mock the database in this project.')
    expect(others).toEqual([])
    expect(found).toMatchObject({ type: 'directive', polarity: 'avoid', hasHorizon: true })
    expect(found?.quote).toBe('And never mock the database in this project.')
  })
})

test.each([
  'Fix the flaky test in cart.test.ts',
  'revert the last commit',
  'Which port does the server listen on?',
  'yes, go ahead',
  'no thanks',
  'the cache never expires, find out why',
  'Implement the following plan:\n\n# Always use pnpm\n\n- never use npm here',
  '```\n// always use the pool, never connect yourself\n```\nexplain this comment',
  'commit this',
  'And another thing',
  'PermissionRequest',
])('teaches nothing: %s', (prompt) => {
  expect(teachingsIn(prompt)).toEqual([])
})

test('what is quoted is a run of the prompt', () => {
  const piece = fc.constantFrom(
    'always run the linter before a commit',
    'never push to main',
    'We use pnpm here, never npm.',
    'fix the parser',
    'Why are you still using npm?',
    'no, not like that!',
    '```\ncode\n```',
    '> quoted',
    'naïve – “curly” ’s 日本語',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.constantFrom(' ', '\n', '. ', '\n\n- '), (pieces, glue) => {
      const prompt = pieces.join(glue)
      const plain = prompt.replace(/\s+/g, ' ')
      for (const { quote } of teachingsIn(prompt)) expect(plain).toContain(quote)
    }),
  )
})

test('any text is read without an error', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => void teachingsIn(text)))
})

describe('a contrast', () => {
  test.each([
    ['use uv instead of pip', 'uv', 'pip'],
    ['prefer composition over inheritance', 'composition', 'inheritance'],
    ["don't use npm, use pnpm", 'pnpm', 'npm'],
    ['tabs, not spaces', 'tabs', 'spaces'],
    ['switch from jest to vitest', 'vitest', 'jest'],
    ['instead of lodash use the standard library', 'the standard library', 'lodash'],
  ])('%s', (clause, prefer, avoid) => {
    expect(contrastOf(clause)).toMatchObject({ prefer: expect.stringContaining(prefer.replace('the ', '')), avoid })
  })

  test.each(['this is not only slow', 'i am not sure', 'it does not work', 'not yet', 'why not now'])(
    'none in: %s',
    (clause) => {
      expect(contrastOf(clause)).toBeUndefined()
    },
  )
})

test('an objection that precedes a rule does not negate it', () => {
  for (const { polarity } of teachingsIn('no. uv pip install, please')) expect(polarity).toBe('do')
})

describe('twins that differ in a negation or an order', () => {
  const verb = fc.constantFrom('use', 'add', 'write', 'commit', 'mock', 'run', 'push', 'wrap')
  const thing = fc.constantFrom(
    'snapshots',
    'default exports',
    'raw sql',
    'the seed script',
    'inline styles',
    'fixtures',
  )
  const where = fc.constantFrom('', ' in this repo', ' here', ', please', '. Now fix the login form')
  const FRAMES: readonly (readonly [string, string])[] = [
    ['always VERB THING', 'never VERB THING'],
    ['from now on VERB THING', "from now on don't VERB THING"],
    ['From now on, please VERB THING', 'From now on, please do not VERB THING'],
    ['we always VERB THING', 'we never VERB THING'],
    ['you should always VERB THING', 'you should never VERB THING'],
    ['I said it before: always VERB THING', 'I said it before: never VERB THING'],
    ['remember to always VERB THING', 'remember to never VERB THING'],
    ['going forward VERB THING', 'going forward no THING'],
  ]

  test('are never read the other way round', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FRAMES), verb, thing, where, (frames, does, what, place) => {
        const said = frames.map((frame) => frame.replace('VERB', does).replace('THING', what) + place)
        const [stated, negated] = said.map((prompt) => teachingsIn(prompt).map(({ polarity }) => polarity))
        expect(stated?.filter((polarity) => polarity === 'avoid')).toEqual([])
        expect(negated?.filter((polarity) => polarity === 'do')).toEqual([])
      }),
      { numRuns: runs(200) },
    )
  })

  test('are both heard where they say for how long', () => {
    const [always, never] = FRAMES[0] as readonly [string, string]
    for (const frame of [always, never])
      expect(teachingsIn(frame.replace('VERB', 'commit').replace('THING', 'fixtures'))).toMatchObject([
        { type: 'directive', hasHorizon: true },
      ])
  })

  test('prefer the first of a pair, or the second where the words say so', () => {
    const name = fc.constantFrom('uv', 'pip', 'vitest', 'jest', 'tabs', 'date-fns', 'fetch', 'zod')
    const frame = fc.constantFrom(
      'use A instead of B',
      'always use A, not B',
      'A, not B',
      'we use A rather than B here',
      'A over B, please',
      "don't use B, use A",
      'no B, use A',
      'instead of B use A',
      "I'd rather have A than B",
      'B -> A',
    )
    fc.assert(
      fc.property(frame, name, name, (words, A, B) => {
        fc.pre(A !== B)
        for (const { subject, object } of teachingsIn(words.replace('A', A).replace('B', B)))
          if (object !== undefined) expect([subject, object]).toEqual([A, B])
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('what is said of a thing that happened again', () => {
  test.each([
    ['mysql syntax again, this is postgres', 'avoid', 'mysql syntax'],
    ['the changelog entry is missing again', 'do', 'changelog entry'],
    ['docs not updated again', 'do', 'updated docs'],
  ] as const)('%s', (prompt, polarity, subject) => {
    expect(teachingsIn(prompt)).toMatchObject([{ polarity, subject }])
  })

  test.each(['hardcoded paths again', 'tests again, please', 'benchmarks again, on the other machine'])(
    'is no order to do it, and a request to repeat is no complaint: %s',
    (prompt) => {
      const found = teachingsIn(prompt).map(({ polarity, subject }) => `${polarity} ${subject}`)
      expect(['do hardcoded paths', 'avoid tests', 'avoid benchmarks'].filter((each) => found.includes(each))).toEqual(
        [],
      )
    },
  )
})

test('numbers and marks alone teach nothing', () => {
  expect(['3', '1.', '?!', '4711'].flatMap((prompt) => teachingsIn(prompt))).toEqual([])
})
