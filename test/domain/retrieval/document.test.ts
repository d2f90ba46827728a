import { expect, test } from 'vitest'
import eventNoun from '../../../src/domain/nouns/event.ts'
import observationNoun from '../../../src/domain/nouns/observation.ts'
import promptNoun from '../../../src/domain/nouns/prompt.ts'
import summaryNoun from '../../../src/domain/nouns/summary.ts'
import { anEvent, anObservation, aPrompt, aSummary } from '../../contract/records.ts'

test("an event's title is its tool, target and result; its input and output are searched", () => {
  const failed = anEvent({
    id: 'e1',
    tool: 'Bash',
    target: 'npm test',
    outcome: 'failed',
    input: 'in',
    output: 'out',
    filesRead: ['/a', '/b'],
    filesModified: ['/b'],
    body: { toolUseId: 'toolu_1', act: { kind: 'shell' } },
  })
  expect(eventNoun.searched(failed)).toEqual({
    type: 'Bash',
    title: 'Bash: npm test (failed)',
    body: 'in\nout',
    files: ['/a', '/b'],
  })
})

test("a client's message is found by its words, without its tags", () => {
  const text =
    '<task-notification>\n<task-id>a1</task-id>\n<status>completed</status>\n<summary>Tests ran</summary>\n</task-notification>'
  expect(promptNoun.searched(aPrompt({ id: 'p1', origin: 'machine', text }))).toMatchObject({
    title: 'Tests ran',
    body: 'Tests ran\na1\ncompleted\nTests ran',
  })
  const typed = 'why is <b> not closed?'
  expect(promptNoun.searched(aPrompt({ id: 'p2', origin: 'person', text: typed }))).toMatchObject({ body: typed })
  const empty = '<ping></ping>'
  expect(promptNoun.searched(aPrompt({ id: 'p3', origin: 'machine', text: empty }))).toMatchObject({ title: empty })
})

test('an event that is not a call is found by all the text in its body', () => {
  const told = anEvent({ id: 'e1', name: 'Notification', body: { message: 'said', deep: [{ more: 'too' }], count: 1 } })
  expect(eventNoun.searched(told)?.body).toBe('said\ntoo')
})

test('an event without text, or whose text is another document, has none', () => {
  expect(eventNoun.searched(anEvent({ id: 'e1', name: 'Stop' }))).toBeUndefined()
  expect(eventNoun.searched(anEvent({ id: 'e1', name: 'UserPromptSubmit', input: 'fix it' }))).toBeUndefined()
  expect(eventNoun.searched(anEvent({ id: 'e1', name: 'Told', body: { ids: ['o_1'] } }))).toBeUndefined()
  expect(eventNoun.searched(anEvent({ id: 'e1', name: 'Stop', body: { lastMessage: 'done' } }))).toMatchObject({
    type: 'Stop',
    title: 'Stop',
    body: 'done',
  })
})

test('a title is one line of at most 120 characters', () => {
  const { title, body, type } = promptNoun.searched(aPrompt({ id: 'p1', text: `\n  ${'long '.repeat(60)}\nsecond` }))
  expect(title).toMatch(/^long .*…$/)
  expect(title.length).toBeLessThanOrEqual(120)
  expect(body).toContain('second')
  expect(type).toBe('person')
})

test('an observation and a summary are searched in full', () => {
  expect(observationNoun.searched(anObservation({ id: 'o1', filesModified: ['/w.ts'] }))).toEqual({
    type: 'bugfix',
    title: 'The parser drops the last comma',
    body: 'It stopped one token early.\n\noff by one\n\ngotcha',
    files: ['/w.ts', '/repo/src/parser.ts'],
  })
  expect(summaryNoun.searched(aSummary({ id: 'm1', request: '' }))).toMatchObject({
    type: 'summary',
    title: 'the fix',
    body: 'the fix\n\nthe loop ends early\n\nthe tokenizer\n\na release',
  })
})
