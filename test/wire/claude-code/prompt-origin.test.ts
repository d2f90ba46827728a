import { expect, test } from 'vitest'
import { draftAs } from './payloads.ts'

const ask = (prompt: unknown, fields: object = {}, client?: object) =>
  draftAs('UserPromptSubmit', { prompt, ...fields }, client ? { client } : {})

test.each([
  ['user', 'person'],
  ['sdk', 'script'],
  ['system', 'machine'],
  ['loop_wakeup', 'machine'],
  ['schedule_wakeup', 'machine'],
  ['poll_event', 'machine'],
  ['of_tomorrow', 'person'],
  ['constructor', 'person'],
  [undefined, 'person'],
])('source %s means %s', (source, origin) => {
  expect(ask('Fix f', { source }).origin).toBe(origin)
})

test.each([
  '<task-notification>\n<task-id>1</task-id>',
  '  <local-command-stdout>x</local-command-stdout>',
  '<local-command-caveat>Caveat',
  'This session is being continued from a previous conversation that ran out of context.',
  '<teammate-message teammate_id="a">',
  '[Request interrupted by user for tool use]',
])('%j is nobody’s words, in a script too', (text) => {
  expect(ask(text).origin).toBe('machine')
  expect(ask(text, { source: 'sdk' }).origin).toBe('machine')
})

test('a person who quotes machine text is still a person', () => {
  expect(ask('What is <task-notification> for?').origin).toBe('person')
  expect(ask('<task-notification> is what?', { source: 'user' }).origin).toBe('person')
})

test.each([
  [{ entrypoint: 'cli', attended: true }, 'person'],
  [{ entrypoint: 'cli' }, 'person'],
  [{ entrypoint: 'sdk-cli' }, 'script'],
  [{ entrypoint: 'sdk-py', attended: true }, 'script'],
  [{ entrypoint: 'cli', attended: false }, 'script'],
  [{}, 'person'],
])('where the prompt bears no source, client %j means %s', (client, origin) => {
  expect(ask('Fix f', {}, client).origin).toBe(origin)
})

test('a prompt that is private as a whole says so and holds nothing', () => {
  expect(ask(' <private>x</private>\n')).toMatchObject({ isPrivate: true })
  expect(ask(' <private>x</private>\n').prompt.trim()).toBe('')
  expect(ask('Fix <private>x</private>f')).toMatchObject({ isPrivate: false, prompt: 'Fix f' })
  expect(ask('')).toMatchObject({ isPrivate: false, prompt: '' })
})

test('a prompt in content blocks is read as its text', () => {
  expect(
    ask([
      { type: 'text', text: 'Fix f' },
      { type: 'image', source: {} },
    ]).prompt,
  ).toBe('Fix f\n[image]')
})
