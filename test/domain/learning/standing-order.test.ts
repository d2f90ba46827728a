import { describe, expect, test } from 'vitest'
import { teachingsIn } from '../../../src/domain/learning/teaching.ts'

const atOnce = (prompt: string) => teachingsIn(prompt).filter(({ hasHorizon }) => hasHorizon)

describe('a rule holds at once', () => {
  test.each([
    'Always use uv',
    'never push to main',
    "Don't ever amend a commit",
    'You must never commit fixtures',
    'From now on, run the tests before a commit',
    'Run the formatter before each commit from now on',
    'In future, ask before you delete a branch. Now fix the parser.',
    "Please don't add comments any more",
    'Every time you change the schema, regenerate the client',
    'in this repo we always write the docs in British English',
    'In SQL, always use double quotes instead of single quotes.',
    'When you write shell scripts, always quote variables',
    'We use pnpm here, never npm. Which packages are installed?',
    'In this repo use spaces, not tabs',
    'always show me the diff before you commit',
    'Ab jetzt immer die Tests ausführen, bevor du committest.',
    'Jamais de commentaires en français',
  ])('if it is a plain order that says so: %s', (prompt) => {
    expect(atOnce(prompt)).toHaveLength(1)
  })

  test.each([
    ['an order for now', 'go through all comments and remove those that repeat the code'],
    ['an order for now', 'use the 2016 boundaries instead of the 2022 ones for this map'],
    ['an order for now', 'update the readme to be useful in this repo'],
    ['a consent', 'yes please, and always add the tests for them'],
    ['a consent', 'yes, go ahead and never mind the warnings'],
    ['a question', 'can you always use tabs?'],
    ['a question', 'should we always run the linter?'],
    ['a question', 'why does it always use the cache?'],
    ['a supposition', 'what if we always used the pool'],
    ['a supposition', 'say I told you to always use free functions. What would the parser look like'],
    ['a supposition', 'maybe always use the pool'],
    ['a report', 'the tests always fail on Windows'],
    ['a report', 'in production builds always fail'],
    ['a report', 'never seen that before'],
    ['a part of the task', 'Add an endpoint for users. Always return 404 when there is none.'],
    ['a part of the task', 'when a member has no avatar, always show the initials'],
    ['a part of the task', 'every time I click save, show the toast'],
    ['about the thing at hand', 'always run this before the others'],
    ['about the thing at hand', 'never do that again'],
    ['about the thing at hand', 'always use the second one'],
    ['about the thing at hand', 'Always use approach B'],
    ['a report', 'Toujours la même erreur'],
    ['a report', 'jamais vu ça'],
    ['a report', 'Chaque fois que je clique, ça plante'],
    ['a report', 'Immer noch der gleiche Fehler'],
    ['a report', 'Siempre que guardo se rompe la app'],
    ['for some time', 'for now always use npm'],
    ['two negations', "never don't ask me"],
    ['no need', 'no need to squash the commits every time'],
    ['no need', "you don't need to run the formatter every time"],
    ['a quotation', 'the guide says "always use tabs"'],
    ['said without a horizon', 'Use uv instead of pip'],
  ])('and never if it is %s: %s', (_, prompt) => {
    expect(atOnce(prompt)).toEqual([])
  })
})

test.each([
  'yes please, and add a changelog entry',
  'no just add the name',
  'thinking again: remove the start command',
  'can you add a test so we do not break this in the future again?',
  'it only logs the score but it is not updated in the database',
  'I still have display issues in the second tab',
  'go through all comments and remove those that repeat the code',
  'you said above that the cache is never stale',
])('no evidence of a rule: %s', (prompt) => {
  expect(teachingsIn(prompt)).toEqual([])
})
