import { expect, test } from 'vitest'
import { mattersOf } from '../../../src/domain/memory/matter.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import { done, edit, read, type Step, shell, story } from '../samples.ts'

/** What a session is for after these steps. */
const goal = (...steps: Step[]) => {
  const { events, prompts } = story(steps)
  return mattersOf(turnsOf(events, prompts)).at(-1)?.asked
}
const changed = (asked: string): Step[] => [{ asked }, done(edit('src/a.ts', 'x', 'y')), { said: 'Done.' }]
const looked = (asked: string): Step[] => [{ asked }, done(read('src/a.ts'), 'x'), { said: 'It is in `src/a.ts`.' }]

test('a prompt of up to 240 characters is the goal as a whole, a longer one its request', () => {
  const asked = (length: number) => {
    const request = 'Add a retry to the uploader. '
    return (
      request +
      'It stalls '
        .repeat(30)
        .slice(0, length - request.length - 1)
        .concat('x')
    )
  }
  expect(goal(...changed(asked(240)))).toEqual({ text: asked(240), by: 'user' })
  expect(goal(...changed(asked(241)))).toEqual({ text: 'Add a retry to the uploader', by: 'user' })
})

test('to look at something is a goal where something was changed for it, else the last request for work is', () => {
  const work = changed('Add a retry to the uploader')
  expect(goal(...work, ...looked('Explain the backoff of the client'))?.text).toBe('Add a retry to the uploader')
  expect(goal(...work, ...changed('Check the backoff of the client'))?.text).toBe('Check the backoff of the client')
})

test('neither a question nor a chore after the work changes the goal', () => {
  const work = changed('Add a retry to the uploader')
  const chore: Step[] = [{ asked: 'commit and push' }, done(shell('git push'), 'ok'), { said: 'Pushed.' }]
  expect(
    goal(...work, ...looked('How long does the uploader in `upload.ts` wait between two tries?'), ...chore)?.text,
  ).toBe('Add a retry to the uploader')
})

test('an offer that the person took up is the goal, in the words of the agent', () => {
  const offer = 'The function is unused. Should I remove the unused `flush()` function?'
  expect(goal({ asked: 'what next?' }, { said: offer }, ...changed('yes'))).toEqual({
    text: 'Remove the unused flush() function',
    by: 'agent',
  })
})

test('work that nobody asked for in words has the subject of its commit as the goal', () => {
  const steps: Step[] = [
    { asked: 'go on' },
    done(edit('src/a.ts', 'x', 'y')),
    done(shell('git commit -am x'), '[main 1a2b3c4] feat: retry the upload twice'),
    { said: 'Done.' },
  ]
  expect(goal(...steps)).toEqual({ text: 'Retry the upload twice', by: 'commit' })
})

test('a session without a request has the last question that says something by itself, and nothing has none', () => {
  expect(
    goal(...looked('How long does the uploader in `upload.ts` wait between two tries?'), ...looked('and then?'))?.text,
  ).toBe('How long does the uploader in `upload.ts` wait between two tries?')
  expect(goal()).toBeUndefined()
})
