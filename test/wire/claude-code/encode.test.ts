import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../src/domain/answer.ts'
import { ADMITTED, repliesTo } from '../../../src/domain/effects.ts'
import type { EventName } from '../../../src/domain/events.ts'
import claudeCode from '../../../src/wire/claude-code/index.ts'
import type { Answerable } from '../../../src/wire/host.ts'
import { hookEvents } from '../../e2e/lab/hook-events.ts'

/** The fields of each event's output in the published types (`*HookSpecificOutput`, version 2.1.330). */
const published: Partial<Record<EventName, readonly string[]>> = {
  PreToolUse: ['permissionDecision', 'permissionDecisionReason', 'updatedInput', 'additionalContext'],
  UserPromptSubmit: ['additionalContext', 'sessionTitle', 'suppressOriginalPrompt'],
  UserPromptExpansion: ['additionalContext', 'suppressOriginalPrompt'],
  SessionStart: ['additionalContext', 'initialUserMessage', 'sessionTitle', 'watchPaths', 'reloadSkills'],
  Setup: ['additionalContext'],
  PreModelSwitch: ['permissionDecision', 'permissionDecisionReason'],
  PostModelSwitch: ['additionalContext'],
  SubagentStart: ['additionalContext'],
  PostToolUse: ['additionalContext', 'classifierContext', 'updatedToolOutput', 'updatedMCPToolOutput'],
  PostToolUseFailure: ['additionalContext'],
  PostToolBatch: ['additionalContext'],
  Stop: ['additionalContext'],
  SubagentStop: ['additionalContext'],
  PermissionDenied: ['retry'],
  Notification: ['additionalContext'],
  PermissionRequest: ['decision'],
  Elicitation: ['action', 'content'],
  ElicitationResult: ['action', 'content'],
  CwdChanged: ['watchPaths'],
  FileChanged: ['watchPaths'],
  WorktreeCreate: ['worktreePath'],
  MessageDisplay: ['displayContent'],
}

const answers: Required<Answer> = {
  context: 'C',
  note: 'N',
  deny: 'D',
  ask: 'A',
  rewrite: { kind: 'shell', command: 'ls' },
  block: 'B',
  watch: ['/a'],
  refreshSkills: true,
}

/** An event to answer, with its call if it has one. */
const answered = (name: EventName): Answerable => ({
  name,
  tool: 'Bash',
  act: { kind: 'shell', command: 'll' },
  input: { command: 'll' },
})

const kinds = Object.keys(answers) as (keyof Answer)[]
const only = (kind: keyof Answer): Answer => ({ [kind]: answers[kind] })

/** The encoding of each effect, where the event admits it. */
function expected(event: EventName, kind: keyof Answer): object {
  const decision = (permissionDecision: string) => ({ permissionDecision, permissionDecisionReason: answers[kind] })
  const specific = (fields: object) => ({ hookSpecificOutput: { hookEventName: event, ...fields } })
  const shapes: Record<keyof Answer, object> = {
    context: specific({ additionalContext: 'C' }),
    note: { systemMessage: 'N' },
    deny: specific(event === 'PermissionRequest' ? { decision: { behavior: 'deny', message: 'D' } } : decision('deny')),
    ask: specific(decision('ask')),
    rewrite: specific({ updatedInput: { command: 'ls' } }),
    block: { decision: 'block', reason: 'B' },
    watch: specific({ watchPaths: ['/a'] }),
    refreshSkills: specific({ reloadSkills: true }),
  }
  return shapes[kind]
}

describe('only the effects that an event admits are encoded', () => {
  const cases = hookEvents.flatMap((event) => kinds.map((kind) => [event, kind] as const))

  test('every event with replies is an event of the host, or derived', () => {
    expect(hookEvents).toEqual(expect.arrayContaining(Object.keys(ADMITTED)))
  })

  test.each(cases)('%s %s', (event, kind) => {
    const admitted = repliesTo(event).includes(kind)
    expect(claudeCode.encode(answered(event), only(kind))).toEqual(admitted ? expected(event, kind) : {})
  })
})

describe('any answer', () => {
  const answer = fc.record(
    {
      context: fc.string(),
      note: fc.string(),
      deny: fc.string(),
      ask: fc.string(),
      rewrite: fc.record({ kind: fc.constant('shell' as const), command: fc.string() }),
      block: fc.string(),
      watch: fc.array(fc.string()),
      refreshSkills: fc.constant(true as const),
    },
    { requiredKeys: [] },
  )
  const event = fc.constantFrom<EventName>(...hookEvents, 'Unknown', 'Told')

  test('has only fields of the published types, and never allows a call', () => {
    fc.assert(
      fc.property(event, answer, (name, said) => {
        const { hookSpecificOutput, ...top } = claudeCode.encode(answered(name), said) as Record<
          string,
          object | undefined
        >
        expect(['systemMessage', 'decision', 'reason']).toEqual(expect.arrayContaining(Object.keys(top)))
        if (!hookSpecificOutput) return
        const { hookEventName, ...fields } = hookSpecificOutput as Record<string, unknown>
        expect(hookEventName).toBe(name)
        expect(published[name] ?? []).toEqual(expect.arrayContaining(Object.keys(fields)))
        expect([undefined, 'deny', 'ask']).toContain(fields.permissionDecision)
        expect(Object.keys(fields).length).toBeGreaterThan(0)
      }),
    )
  })

  test('is {} if there is nothing to say', () => {
    const silent: Answer = { context: '', note: '', deny: '', ask: '', block: '', watch: [] }
    for (const name of [...hookEvents, 'Unknown', 'Told'] as const) {
      expect(claudeCode.encode(answered(name), {})).toEqual({})
      expect(claudeCode.encode(answered(name), silent)).toEqual({})
    }
  })
})

describe('several effects at once', () => {
  test('a denied call is neither asked about nor rewritten, but still explained', () => {
    expect(claudeCode.encode(answered('PreToolUse'), answers)).toEqual({
      systemMessage: 'N',
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        additionalContext: 'C',
        permissionDecision: 'deny',
        permissionDecisionReason: 'D',
      },
    })
  })

  test('the person is asked about the rewritten call', () => {
    expect(claudeCode.encode(answered('PreToolUse'), { ask: 'A', rewrite: { kind: 'shell', command: 'ls' } })).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        updatedInput: { command: 'ls' },
        permissionDecision: 'ask',
        permissionDecisionReason: 'A',
      },
    })
  })

  test('a turn is kept going with the reason and the context', () => {
    expect(claudeCode.encode(answered('Stop'), answers)).toEqual({
      systemMessage: 'N',
      decision: 'block',
      reason: 'B',
      hookSpecificOutput: { hookEventName: 'Stop', additionalContext: 'C' },
    })
  })
})
