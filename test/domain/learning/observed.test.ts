import { expect, test } from 'vitest'
import { checkCall } from '../../../src/domain/learning/call-check.ts'
import { observedIn } from '../../../src/domain/learning/observed.ts'
import { eventRecord } from '../../../src/domain/memory/record.ts'
import type { EventRecord } from '../../../src/domain/nouns/event.ts'
import type { Lesson } from '../../../src/domain/nouns/lesson.ts'
import type { Prompt } from '../../../src/domain/nouns/prompt.ts'
import { commandsOf } from '../../../src/domain/shell.ts'
import { done, shell, T0 } from '../samples.ts'
import { aLesson } from './taught.ts'

const JUST = aLesson({ subject: 'just', object: 'make', text: 'Use `just`, not `make`' })

/** A shell call, or what a person says. */
type Moment = readonly [line: string, outcome: 'ok' | 'failed' | 'denied', said?: string] | string

/** What a lesson knows after a session. */
function observed(moments: readonly Moment[], lesson: Lesson = JUST): readonly string[] | undefined {
  const events: EventRecord[] = []
  const prompts: Prompt[] = []
  for (const [n, moment] of moments.entries()) {
    const at = T0 + n * 1000
    if (typeof moment === 'string')
      prompts.push({
        id: `p_${n}`,
        session: 's1',
        project: 'p1',
        at,
        number: n,
        text: moment,
        origin: 'person',
        event: '',
      })
    else {
      const [line, outcome, said] = moment
      const body = { act: { kind: 'shell' }, ...(said !== undefined && { said }) }
      events.push({ ...eventRecord(done(shell(line))), seq: n, at, outcome, input: line, body })
    }
  }
  return observedIn(events, prompts, [lesson])[0]?.observed
}

test.each<[string, readonly Moment[], string]>([
  [
    'failed',
    [
      ['make test -v', 'failed'],
      ['just test -v', 'ok'],
    ],
    'make test -v\njust test -v',
  ],
  [
    'was refused',
    [
      ['cd api && make test', 'denied', 'No'],
      ['just test', 'ok'],
    ],
    'make test\njust test',
  ],
  ['was corrected', [['make test', 'ok'], 'We use just', ['ls', 'ok'], ['just test', 'ok']], 'make test\njust test'],
  [
    'differs in a subcommand',
    [
      ['make check a.ts', 'failed'],
      ['just verify a.ts', 'ok'],
    ],
    'make check a.ts\njust verify a.ts',
  ],
  [
    'is named by the person',
    [['make test', 'ok'], 'No, run just verify all', ['just verify all', 'ok']],
    'make test\njust verify all',
  ],
  [
    'is named in the refusal',
    [
      ['make', 'denied', 'It is `just build`'],
      ['just build', 'ok'],
    ],
    'make\njust build',
  ],
])('what worked in place of a command that %s is known', (_, moments, pair) => {
  expect(observed(moments)).toEqual([pair])
})

test.each<[string, readonly Moment[]]>([
  [
    'nobody objected',
    [
      ['make test', 'ok'],
      ['just test', 'ok'],
    ],
  ],
  [
    'the second failed, too',
    [
      ['make test', 'failed'],
      ['just test', 'failed'],
    ],
  ],
  [
    'the task is another',
    [
      ['make test', 'failed'],
      ['just lint', 'ok'],
    ],
  ],
  [
    'an option was added',
    [
      ['make test', 'failed'],
      ['just test -v', 'ok'],
    ],
  ],
  [
    'the rule was broken again in between',
    [
      ['make test', 'failed'],
      ['make lint', 'ok'],
      ['just test', 'ok'],
    ],
  ],
  ['the person spoke against the second', [['make test', 'ok'], 'Never run just verify', ['just verify', 'ok']]],
  [
    'a word is expanded by the shell',
    [
      ['make $T', 'failed'],
      ['just $T', 'ok'],
    ],
  ],
  [
    'several commands follow the rule',
    [
      ['make test', 'failed'],
      ['just test; just test', 'ok'],
    ],
  ],
])('nothing is known where %s', (_, moments) => {
  expect(observed(moments)).toBeUndefined()
})

test('only rules in use that name two commands are looked at', () => {
  const moments: Moment[] = [
    ['make test', 'failed'],
    ['just test', 'ok'],
  ]
  expect(observed(moments, { ...JUST, state: 'candidate' })).toHaveLength(1)
  expect(observed(moments, { ...JUST, state: 'rejected' })).toBeUndefined()
  expect(
    observed(moments, { ...JUST, text: 'Use `just`, not `make`, in CI', subject: 'just', object: 'make in ci' }),
  ).toBeUndefined()
  expect(observed(moments, { ...JUST, observed: ['make test\njust test'] })).toBeUndefined()
})

test('what worked last takes the place of what worked before', () => {
  const known = { ...JUST, observed: ['make a\njust a', 'make test\njust check'] }
  expect(
    observed(
      [
        ['make test', 'failed'],
        ['just test', 'ok'],
      ],
      known,
    ),
  ).toEqual(['make a\njust a', 'make test\njust test'])
})

test('exactly the observed command is rewritten, and no other', () => {
  const lesson = { ...JUST, observed: ['make test -v\njust test -v'] }
  const instead = (line: string) =>
    checkCall(
      { project: 'p1', act: { kind: 'shell', command: line }, classification: { commands: commandsOf(line) } },
      [lesson],
    ).instead
  expect(instead('cd api && make test -v | tail')).toBe('cd api && just test -v | tail')
  for (const line of ['make test', 'make test -v x', 'make lint -v', 'sudo make test -v', 'make test "$V"'])
    expect(instead(line), line).toBeUndefined()
})
