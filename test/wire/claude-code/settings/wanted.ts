import type { Wanted } from '../../../../src/domain/subscriptions.ts'

/** Subscriptions for tests, independent of the shipped ones: each event once, one of them before calls. */
export const someWanted: readonly Wanted[] = [
  { event: 'SessionStart', part: 'fast' },
  { event: 'PreToolUse', part: 'fast', acts: ['own'], answers: [] },
  { event: 'UserPromptSubmit', part: 'fast' },
  { event: 'PostToolUse', part: 'fast' },
  { event: 'PostToolUseFailure', part: 'fast' },
  { event: 'SubagentStop', part: 'fast' },
  { event: 'Stop', part: 'fast' },
  { event: 'PreCompact', part: 'fast', answers: [] },
  { event: 'PostCompact', part: 'fast', answers: [] },
  { event: 'CwdChanged', part: 'fast' },
  { event: 'Notification', part: 'fast', answers: [] },
  { event: 'SessionEnd', part: 'fast', answers: [] },
]
