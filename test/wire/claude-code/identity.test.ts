import { digest } from '@hindcast/redaction/digest.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hookEvents } from '../../e2e/lab/hook-events.ts'
import { bodies } from './bodies.ts'
import { draftAs, draftOf, payload } from './payloads.ts'

const idOf = (name: string, fields: object) => draftOf(payload(name, fields)).identity
const call = { tool_name: 'Bash', tool_use_id: 't-1' }

describe('what identifies an event', () => {
  test('a call is identified by its id and phase, in any session that reports it', () => {
    for (const session_id of ['s-1', 'fork'])
      expect(idOf('PreToolUse', { ...call, session_id })).toEqual({ parts: ['t-1', 'pre'], ordinal: false })
    expect(idOf('PermissionDenied', call)).toEqual({ parts: ['t-1', 'denied'], ordinal: false })
    expect(idOf('PostToolBatch', { tool_calls: [call] })).toEqual({ parts: ['t-1', 'batch'], ordinal: false })
  })

  test('a call has one result, whether it succeeded or failed', () => {
    expect(idOf('PostToolUse', call)).toEqual({ parts: ['t-1', 'post'], ordinal: false })
    expect(idOf('PostToolUseFailure', call)).toEqual(idOf('PostToolUse', call))
  })

  test('a call without an id is numbered within its prompt', () => {
    expect(idOf('PreToolUse', { tool_name: 'Bash' })).toEqual({
      parts: ['p-1', '', 'PreToolUse', 'Bash'],
      ordinal: true,
    })
    expect(idOf('PostToolBatch', {})).toEqual({ parts: ['p-1', '', 'PostToolBatch', ''], ordinal: true })
  })

  test('a prompt is identified by its id and its cleaned text', () => {
    const named = { parts: ['p-1', '', 'UserPromptSubmit', digest(['Fix f'])], ordinal: true }
    expect(idOf('UserPromptSubmit', { prompt: 'Fix f' })).toEqual(named)
    expect(idOf('UserPromptSubmit', { prompt: 'Fix f<private>x</private>' })).toEqual(named)
    expect(idOf('UserPromptSubmit', { prompt: 'Fix g' })).not.toEqual(named)
  })

  test('before the first prompt, the session takes its place', () => {
    const parts = ['s-1', '', 'SessionStart', 'startup']
    expect(idOf('SessionStart', { prompt_id: undefined, source: 'startup' })).toEqual({ parts, ordinal: true })
  })

  test('agents, sources and reasons are distinguished', () => {
    expect(idOf('SubagentStop', { agent_id: 'a' })).not.toEqual(idOf('SubagentStop', { agent_id: 'b' }))
    expect(idOf('SessionStart', { source: 'resume' })).not.toEqual(idOf('SessionStart', { source: 'startup' }))
    expect(idOf('SessionEnd', { reason: 'clear' })).not.toEqual(idOf('SessionEnd', { reason: 'other' }))
    expect(idOf('New', {})).not.toEqual(idOf('Newer', {}))
  })

  test('no two events of one prompt share an identity, except the two results of a call', () => {
    const names = hookEvents.map((name) => JSON.stringify(idOf(name, bodies[name].fields).parts))
    expect(new Set(names).size).toBe(hookEvents.length - 1)
  })
})

describe('what does not identify an event', () => {
  test('other fields, the time and the client', () => {
    const unrelated = fc.dictionary(
      fc.constantFrom(
        'permission_mode',
        'effort',
        'duration_ms',
        'last_assistant_message',
        'stop_hook_active',
        'cwd',
        'x',
      ),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(fc.constantFrom(...hookEvents), unrelated, fc.nat(), (name, fields, now) => {
        const value = payload(name, bodies[name].fields)
        const client = { pid: now, entrypoint: 'sdk-cli', attended: false }
        expect(draftOf({ ...value, ...fields }, { now, client }).identity).toEqual(draftOf(value).identity)
      }),
    )
  })

  test('the result of a call', () => {
    const [one, two] = ['a', 'b'].map(
      (stdout) => draftAs('PostToolUse', { ...call, tool_response: { stdout } }).identity,
    )
    expect(one).toEqual(two)
  })
})
