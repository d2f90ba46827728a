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
  'Let me know if anything else is missing.',
  'Nothing is left to do.',
  'The backoff doubles each time.',
  'All tests pass now.',
])('a message that leaves nothing open has nothing next: %j', (said) => {
  expect(nextOf(`Added a retry. ${said}`)).toBe('')
})
