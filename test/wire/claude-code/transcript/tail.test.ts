import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transcriptTail } from '../../../../src/wire/claude-code/transcript/tail.ts'
import { runs } from '../../../runs.ts'

const at = Date.parse('2026-11-27T15:14:48.000Z')
const timestamp = new Date(at).toISOString()
const line = (value: object): string => `${JSON.stringify(value)}\n`
const turn = line({ type: 'user', timestamp, entrypoint: 'cli', message: { role: 'user', content: 'Say hello' } })
const hook = (attachment: object): string => line({ attachment, type: 'attachment', timestamp })
const port = 'http://127.0.0.1:41593'

describe('what the client says became of a hook', () => {
  // As the client wrote them (2.1.330)
  test.each([
    [{ type: 'hook_success', stdout: '{}', exitCode: 200, command: `${port}/hook` }, 'answered', `${port}/hook`, ''],
    [
      { type: 'hook_blocking_error', blockingError: { blockingError: 'no', command: `${port}/hook` } },
      'answered',
      `${port}/hook`,
      '',
    ],
    [
      { type: 'hook_non_blocking_error', stderr: 'connect ECONNREFUSED 127.0.0.1:9', stdout: '', exitCode: 0 },
      'failed',
      '',
      'connect ECONNREFUSED 127.0.0.1:9',
    ],
    [
      { type: 'hook_non_blocking_error', stderr: `HTTP 401 from ${port}/hook`, stdout: '', exitCode: 401 },
      'failed',
      '',
      `HTTP 401 from ${port}/hook`,
    ],
    [
      {
        type: 'hook_non_blocking_error',
        stderr: 'Failed with non-blocking status code: /bin/sh: 1: /a/hindcast-run: not found',
        exitCode: 127,
        command: '/a/hindcast-run hook',
      },
      'failed',
      '/a/hindcast-run hook',
      '/bin/sh: 1: /a/hindcast-run: not found',
    ],
    [
      {
        type: 'hook_non_blocking_error',
        stderr: 'HTTP hook must return JSON, but got non-JSON response body: hello',
        stdout: 'hello',
        exitCode: 200,
      },
      'discarded',
      '',
      'HTTP hook must return JSON, but got non-JSON response body: hello',
    ],
    [
      {
        type: 'hook_non_blocking_error',
        stderr: "Failed to run: Hook returned incorrect event name: expected 'UserPromptSubmit' but got 'Stop'.",
        command: `${port}/hook`,
      },
      'discarded',
      `${port}/hook`,
      "Failed to run: Hook returned incorrect event name: expected 'UserPromptSubmit' but got 'Stop'.",
    ],
    [
      { type: 'hook_cancelled', command: `${port}/hook`, timedOut: true, timeoutMs: 500 },
      'late',
      `${port}/hook`,
      'no answer within 0.5 s',
    ],
  ])('%j', (attachment, outcome, program, why) => {
    const text = hook({ hookEvent: 'UserPromptSubmit', ...attachment })
    expect(transcriptTail(text).hooks).toEqual([{ at, event: 'UserPromptSubmit', outcome, program, why }])
  })

  test('a hook that the person interrupted says nothing about it', () => {
    expect(transcriptTail(hook({ type: 'hook_cancelled', hookEvent: 'Stop' })).hooks).toEqual([])
  })
})

describe('when a client was last active', () => {
  test('is when the person or the model last said something, whatever the client wrote after it', () => {
    const later = new Date(at + 9_000).toISOString()
    const titles = line({ type: 'ai-title', aiTitle: 'Hello', timestamp: later })
    expect(transcriptTail(`${turn}${titles}`)).toEqual({ activeAt: at, embedded: false, hooks: [] })
  })

  test('is known wherever the bytes begin and end, as long as its line is whole', () => {
    const before = line({ type: 'user', timestamp: new Date(at - 9_000).toISOString(), message: {} })
    fc.assert(
      fc.property(fc.nat(before.length), fc.nat(turn.length), (from, cut) => {
        const text = `${before.slice(from)}${turn}${turn.slice(0, cut)}`
        return transcriptTail(text).activeAt === at
      }),
      { numRuns: runs(50) },
    )
  })

  test('is not known from text that holds no line of a session', () => {
    fc.assert(
      fc.property(
        fc.string(),
        (text) => transcriptTail(text).hooks.length === 0 && transcriptTail(text).activeAt === undefined,
      ),
      { numRuns: runs(50) },
    )
  })

  test('of a session that another program started through the library is told apart', () => {
    expect(transcriptTail(turn.replace('"cli"', '"sdk-ts"')).embedded).toBe(true)
    expect(transcriptTail(turn.replace('"cli"', '"sdk-cli"')).embedded).toBe(false)
  })
})
