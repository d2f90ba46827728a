import { expect, test } from 'vitest'
import type { Draft } from '../../../src/domain/events.ts'
import { shell } from '../../domain/samples.ts'
import { lived } from './layers.ts'

/** What a session keeps of a failed command and the calls after it. */
async function after(
  failed: string,
  error: string,
  then: (made: Awaited<ReturnType<typeof lived>>) => readonly Draft[],
) {
  const made = await lived()
  await made.take(made.asks('Go on'), made.fails(shell(failed), error), ...then(made), made.stops('Done.'))
  return (await made.signals()).filter(({ type }) => type === 'recovery')
}

test('a command that worked after a similar one had failed is kept with the error', async () => {
  const found = await after('rtk bun run test', "error: unrecognized subcommand 'bun'", ({ does }) => [
    does(shell('ls')),
    does(shell('cd api && bun run test | tail -5')),
  ])
  expect(found).toMatchObject([
    {
      subject: 'bun run test',
      object: 'rtk bun run test',
      quote: "$ rtk bun run test\nerror: unrecognized subcommand 'bun'\n$ bun run test",
      by: 'script',
    },
  ])
})

test.each([
  ['an option', 'jest --watch=no src', "error: unknown option '--watch=no'", 'jest --watchAll=false src'],
  ['another program', 'python -m build', 'bash: python: command not found', 'python3 -m build'],
  ['a wrapper', 'pytest tests', 'bash: pytest: command not found', 'uv run pytest tests'],
])('the difference may be %s', async (_, failed, error, worked) => {
  expect(await after(failed, error, ({ does }) => [does(shell(worked))])).toMatchObject([
    { object: failed, subject: worked },
  ])
})

test.each([
  ['the same command again', 'bun run tset', 'error: unknown command', 'bun run tset'],
  ['the same command elsewhere', 'mytool build src/a.c', 'error: invalid argument', 'mytool build lib/b.c'],
  ['another step', 'mise run lint', 'error: unknown command lint', 'mise run deploy'],
  ['another task', 'bun run tset', 'error: unknown command', 'cargo build --release'],
])('%s is no recipe', async (_, failed, error, worked) => {
  expect(await after(failed, error, ({ does }) => [does(shell(worked))])).toEqual([])
})

test('a failure of what the command worked on is no recipe, nor is a success after an edit', async () => {
  const worked = shell('npx jest --verbose src')
  expect(await after('npx jest src', 'expected 3, received 4', ({ does }) => [does(worked)])).toEqual([])
  const path = '/home/dev/app/jest.config.js'
  const edited = { kind: 'edit', path, changes: [{ old: 'a', new: 'b' }] } as const
  const error = 'error: unknown option --src'
  expect(await after('npx jest --src src', error, ({ does }) => [does(edited), does(worked)])).toEqual([])
})

test('a call that was cancelled is no recipe', async () => {
  const { take, asks, fails, does, stops, signals } = await lived()
  const cancelled = fails(shell('rtk bun run test'), "error: unrecognized subcommand 'bun'", true)
  await take(asks('Go on'), cancelled, does(shell('bun run test')), stops('Done.'))
  expect(await signals()).toEqual([])
})
