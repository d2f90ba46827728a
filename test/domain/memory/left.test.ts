import { describe, expect, test } from 'vitest'
import { handoffOf } from '../../../src/domain/memory/handoff.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import { done, edit, ROOT, type Step, story } from '../samples.ts'
import { nextOf } from './observing.ts'

/** What remains after work whose last message ends so, and these turns; and who said it. */
function remaining(said: string, ...steps: readonly Step[]) {
  const work: Step[] = [
    { asked: 'Add a retry with backoff to the uploader' },
    done(edit(`${ROOT}/src/upload.ts`, 'a', 'b')),
    { said: `Added a retry with backoff. ${said}` },
  ]
  const numbered = [...work, ...steps].map((step, at) => ('asked' in step ? { ...step, promptId: `p${at}` } : step))
  const { events, prompts } = story(numbered)
  return handoffOf(turnsOf(events, prompts), { isSealed: true, root: ROOT })
}
const LISTED = '\n\n## Next steps\n\n- Document `maxTries` in the manual\n- Cap the backoff at one minute'
const QUESTION = 'Shall I also cap the backoff at one minute?'
const changes = (file: string, said: string): Step[] => [done(edit(`${ROOT}/${file}`, 'a', 'b')), { said }]

describe('what is next', () => {
  test.each([
    ['Next: document `maxTries` in the manual.', /maxTries/],
    [LISTED, /maxTries.*one minute/],
    [QUESTION, /one minute\?/],
    ['Waiting for the build of the server, then I will merge it.', /Waiting for the build/],
    ['Say the word and I will rename the old option.', /Say the word/],
  ])('stays after a side question: %j', (said, next) => {
    for (const asked of ['What does `flush()` return for an empty list?', 'Is that the same in the other client?'])
      expect(remaining(said, { asked }, { said: 'It returns an empty list.' })?.next).toMatch(next)
  })

  test('of a list is what has neither been done nor asked for since', () => {
    const wrote = remaining(LISTED, { asked: 'Document `maxTries` in the manual' }, ...changes('manual.md', 'Done.'))
    expect(wrote?.next).toBe('Cap the backoff at one minute')
    const renamed = remaining(
      LISTED,
      { asked: 'rename the uploader option to attempts' },
      ...changes('src/upload.ts', 'Renamed it.'),
    )
    expect(renamed?.next).toMatch(/maxTries.*one minute/)
    expect(remaining(LISTED, { asked: 'yes, go ahead' }, ...changes('manual.md', 'Both done.'))?.next).toBe('')
  })

  test.each(['no', 'nope, leave it', 'never mind', 'skip that', 'nein danke', 'no, gracias', 'не надо', '不用了'])(
    'is dropped by a refusal: %j',
    (asked) => {
      expect(remaining(QUESTION, { asked }, { said: 'Alright.' })?.next).toBe('')
      expect(remaining(LISTED, { asked }, { said: 'Alright.' })?.next).toBe('')
    },
  )

  test('gives way to what the agent says later', () => {
    const later = remaining(
      LISTED,
      { asked: 'log each retry of the uploader too' },
      ...changes('src/log.ts', 'Logged. Next: rotate the log.'),
    )
    expect(later?.next).toMatch(/rotate the log/i)
  })

  test('is what the person put off, in their words, if the agent leaves nothing', () => {
    const later = remaining('', { asked: 'Good. We do the manual tomorrow.' }, { said: 'Alright.' })
    expect(later).toMatchObject({ next: 'We do the manual tomorrow.', nextBy: 'user' })
    expect(remaining('', { asked: 'Good. What happens tomorrow?' }, { said: 'Nothing.' })?.next).toBe('')
  })
})

test.each([
  ['It waits a minute at most. Want me to change that?', 'It waits a minute at most. Want me to change that?'],
  ['The plan is below:\n\n```\nretry(3)\n```\n\nShould I do it?', 'Should I do it?'],
  [
    'Would you like me to:\n\n1. Cap the backoff\n2. Or log each retry?',
    'Would you like me to: Cap the backoff; Or log each retry?',
  ],
  [
    '- **Fix:** read the limit from the settings. Should I do it?',
    'Fix: read the limit from the settings. Should I do it?',
  ],
  ['Er wartet höchstens eine Minute. Soll ich das ändern?', 'Er wartet höchstens eine Minute. Soll ich das ändern?'],
  ['Espera un minuto como máximo. ¿Lo cambio?', 'Espera un minuto como máximo. ¿Lo cambio?'],
  ['最大で一分待ちます。変更しますか？', '最大で一分待ちます。 変更しますか？'],
  ['You can now push with `git push`.', 'You can now push with `git push`.'],
  ['Please restart the server to see it.', 'Please restart the server to see it.'],
  ['Restart the server to see it.', 'Restart the server to see it.'],
  ['Run `npm install` to get it.', 'Run `npm install` to get it.'],
  ['Should I also migrate the archive table? Anything else you want?', 'Should I also migrate the archive table?'],
])('an unanswered question is next with what it is about: %j', (said, next) => {
  expect(nextOf(said)).toBe(next)
})

test.each([
  'Does the layout look right, or should the sidebar stay on the left?',
  'Should I move the archive table to the new schema, or is there something else first?',
  'Should I use something else than a table for the archive?',
])('a question that holds the words of a courtesy is next: %j', (said) => {
  expect(nextOf(`Added a retry to the uploader. ${said}`)).toBe(said)
})

test.each([
  'Is there anything else?',
  'Does that sound good?',
  'Any other questions?',
  'Does that look right, or is there anything else?',
  'You can run `up` in a terminal to see it.',
])('a courtesy is not next: %j', (said) => {
  expect(nextOf(`Added a retry to the uploader. ${said}`)).toBe('')
})

test('a question is answered by yes or no with more behind it, and a question in reply leaves both open', () => {
  const asks = 'Is the cache of the proxy shared between the clients?'
  for (const asked of ['yes, that was it', 'no, each has its own', 'ja genau, das war es'])
    expect(remaining(asks, { asked }, { said: 'Then the retry is right.' })?.next).toBe('')
  const side: Step[] = [
    { asked: 'How long does it keep an entry?' },
    { said: 'An hour. Should I shorten the lifetime of entries?' },
  ]
  expect(remaining(asks, ...side)?.next).toMatch(/^Is the cache.*\?; Should I shorten.*\?$/)
})

test('a question that is asked beside a list is answered by itself, and the list stays', () => {
  const side: Step[] = [
    { asked: 'How are timestamps of uploads stored?' },
    { said: 'As local time. Should upload timestamps be stored in UTC or in local time?' },
  ]
  expect(remaining(LISTED, ...side)?.next).toMatch(/maxTries.*one minute; Should upload timestamps/)
  for (const asked of ['UTC please', 'yes', 'in UTC, they are easier to compare'])
    expect(remaining(LISTED, ...side, { asked }, { said: 'Understood.' })?.next).toBe(remaining(LISTED)?.next)
  const agreed = remaining(LISTED, ...side, { asked: 'yes' }, ...changes('src/time.ts', 'Converted them.'))
  expect(agreed?.next).toBe(remaining(LISTED)?.next)
})

test.each([
  'Let me know if anything else is missing.',
  'Nothing is left to do.',
  'The backoff doubles each time.',
  'All tests pass now.',
  'Push succeeded.',
  'Merge conflicts in the lockfile are resolved.',
  'Run time of the importer went from 3 s to 1 s.',
  'Run `nightly` failed.',
  'Deploy to staging finished without errors.',
  'Restart of the server is not needed.',
  'Push notifications are sent in batches of 50 after this.',
])('a message that leaves nothing open has nothing next: %j', (said) => {
  expect(nextOf(`Added a retry. ${said}`)).toBe('')
})
