import { expect, test } from 'vitest'
import { summarise } from '../../../src/domain/memory/summarise.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import { done, edit, failed, ROOT, read, type Step, shell, story } from '../samples.ts'

/** The summary after the last turn of these steps. */
function summary(...steps: Step[]) {
  const { events, prompts } = story(steps)
  const turns = turnsOf(events, prompts)
  return summarise(turns, ROOT)
}
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const search = (pattern: string) => done({ kind: 'search', pattern, over: 'content' }, 'x')
const turn = (asked: string, path: string, said: string): Step[] => [{ asked }, done(edit(path, 'x', 'y')), { said }]

test('what was investigated names six files, those read most first, and four search terms that are plain words', () => {
  const files = [...NAMES, 'h'].map((name) => done(read(`src/${name}.ts`), 'x'))
  const terms = ['retry|backoff', 'retry', '^\\s+send\\(', 'idle timeout|x', 'socket', 'keep alive', 'stall']
  const found = summary({ asked: 'why does the upload stall after a minute?' }, ...files, ...terms.map(search), {
    said: 'The upload stalls because the socket keeps an idle timeout of a minute. Should I reset it on each chunk?',
  })
  expect(found).toMatchObject({
    request: 'why does the upload stall after a minute?',
    investigated:
      'Read h.ts, a.ts, b.ts, c.ts, d.ts, e.ts and 2 more; searched for “retry”, “backoff”, “idle timeout”, “socket”.',
    learned: 'The upload stalls because the socket keeps an idle timeout of a minute.',
    completed: '',
    nextSteps: 'Should I reset it on each chunk?',
    notes: '',
    filesModified: [],
  })
  expect(found?.filesRead).toHaveLength(8)
})

test('what was completed names four files of a wide change, and never says that checks pass which fail', () => {
  const found = summary(
    { asked: 'rename the option everywhere' },
    ...NAMES.map((name) => done(edit(`src/${name}.ts`, 'x', 'y'))),
    failed(shell('npm test'), 'Exit code 1\nAssertionError: expected 2 to be 3\nTests  1 failed | 4 passed'),
    {
      said: 'Renamed the option in all files. Fixed the tests, so that the whole suite passes. Next: document the option.',
    },
  )
  expect(found).toMatchObject({
    investigated: '',
    learned: '',
    completed: 'Renamed the option in all files. Changed src/a.ts, src/b.ts, src/c.ts, src/d.ts and 4 more.',
    nextSteps: 'Document the option.',
    notes: expect.stringMatching(
      /^Still failing: npm test.*Unresolved: `npm test`: AssertionError: expected 2 to be 3\.$/,
    ),
  })
})

test('all files of a matter and a deed of each of the session’s turns are told with the newest', () => {
  const found = summary(
    ...turn('add a queue to the uploader', 'src/q.ts', 'Added a queue to the uploader.'),
    ...turn('add a retry to the uploader', 'src/a.ts', 'Added a retry with backoff to the uploader.'),
    { asked: 'how long does it wait?' },
    { said: 'Explained the backoff of the uploader: it waits twice as long each time, at most one minute.' },
    ...turn('now log each retry', 'src/b.ts', 'Added a log line for each retry of the uploader.'),
    ...turn('count them too', 'src/d.ts', 'Added a counter of retries to the status page.'),
    ...turn('show the version in the footer', 'src/c.ts', 'Added the version of the server to the footer.'),
  )
  expect(found?.completed).toBe(
    [
      'Added the version of the server to the footer.',
      'Changed src/a.ts, src/b.ts, src/c.ts, src/d.ts and 1 more.',
      'Earlier: Added a counter of retries to the status page.',
      'Earlier: Added a log line for each retry of the uploader.',
      'Earlier: Added a retry with backoff to the uploader.',
      'Earlier: Added a queue to the uploader.',
    ].join(' '),
  )
})

test('a mere yes is told with what it agreed to', () => {
  const offer =
    'The function `flush()` is unused since the last release. Should I remove the unused `flush()` function?'
  const found = summary({ asked: 'what next?' }, { said: offer }, ...turn('yes', 'src/c.ts', 'Done.'))
  expect(found?.request).toBe('Remove the unused flush() function')
  expect(found?.requestBy).toBe('agent')
})

test('thanks, and a turn in which nothing was said or done, have none', () => {
  expect(summary({ asked: 'thanks' }, { said: 'You are welcome.' })).toBeUndefined()
  expect(summary({ asked: '<task-notification>done</task-notification>' })).toBeUndefined()
})

test('what was committed is told by its subject', () => {
  const found = summary(
    ...turn('add a retry to the uploader', 'src/a.ts', 'Added a retry.').slice(0, 2),
    done(shell('git commit -am x'), '[main 1a2b3c4] Retry uploads\n 1 file changed, 2 insertions(+)'),
    { said: 'Added a retry with backoff to the uploader.' },
  )
  expect(found?.completed).toBe(
    'Added a retry with backoff to the uploader. Committed: Retry uploads. Changed src/a.ts.',
  )
})
