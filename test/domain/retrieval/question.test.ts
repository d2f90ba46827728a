import { expect, test } from 'vitest'
import { asksAnything, questionOf } from '../../../src/domain/retrieval/question.ts'

const words = (prompt: string) => questionOf(prompt).sentences.flat(2)
const names = (prompt: string) => questionOf(prompt).references.map(({ name }) => name)

test('addresses, pasted output, quoted code and files leave the words', () => {
  expect(words('why does the uploader wait?\n```\nsocket hang up\n```')).toEqual(['uploader', 'wait'].slice(0, 1))
  expect(words('read https://example.org/new/branch/review about `parse_query` in src/berth/lock.ts')).toEqual([])
})

test('an address of an issue, a name in code and a file are references', () => {
  expect(names('see https://github.com/a/b/issues/31 about `parse_query` in src/berth/lock.ts')).toEqual(
    expect.arrayContaining(['#31', 'parse_query', 'src/berth/lock.ts']),
  )
  expect(names('```\nsee #31 in lock.ts\n```\nwhat is it?')).toEqual([])
})

test('a slash command refers by its arguments alone', () => {
  expect(names('/review https://github.com/a/b/pull/31')).toContain('#31')
  expect(asksAnything(questionOf('/compact keep the berth and the pier in mind'))).toBe(false)
})

test('of a plan, its heading and what follows it directly count, not its steps', () => {
  const steps = Array.from({ length: 60 }, (_, at) => `${at}. Touch the crane schedule and src/crane/step${at}.ts.`)
  const plan = `Implement the following plan:\n\n# Queue uploads while offline\n\n## Context\nUploads vanish on trains.\n\n${steps.join('\n')}`
  expect(words(plan)).toEqual(expect.arrayContaining(['queue', 'uploads', 'offline']))
  expect(names(plan)).not.toContain('src/crane/step50.ts')
})

test('an explicit look back is for the words beside it', () => {
  expect(questionOf('What did we decide about rounding?').lookedFor).toEqual([['rounding']])
  expect(questionOf('What should we decide about rounding?').lookedFor).toEqual([])
  expect([...questionOf('What did we do in src/lock.ts? And fix pier.ts.').lookedInto]).toEqual(['src/lock.ts'])
})

test.each(['yes', 'go on', 'fix it', 'commit and push', '', '   ', '```\na\n```'])('%j asks nothing', (prompt) =>
  expect(asksAnything(questionOf(prompt))).toBe(false),
)

test.each(['a', 'a-', 'a/', '1.', "'", 'Error: '])('a prompt of 2 MB of %j is read', (unit) => {
  expect(asksAnything(questionOf(unit.repeat(2_000_000 / unit.length)))).toBeTypeOf('boolean')
})
