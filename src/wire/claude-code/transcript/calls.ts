import { readLine } from './line.ts'
import { copyOf, idsOf, recall, type TranscriptState } from './state.ts'
import { by, type Reading, type Told, tell } from './told.ts'
import { spotOf, threadOf } from './turns.ts'

/**
 * The moments before the calls that a value began, as the hook would have told them: a transcript holds none of them, only
 * what was called and what came of it. The states are those before and after the value.
 */
export function momentsBefore(
  { calls: known }: TranscriptState,
  after: TranscriptState,
  value: unknown,
  repeated = false,
): readonly Told[] {
  const begun = idsOf(after.calls).filter((id) => recall(known, id) === undefined)
  const line = readLine(value)
  if (begun.length === 0 || !line) return []
  const reading: Reading = { state: copyOf(after), told: [] }
  const spot = spotOf(reading.state, line, repeated)
  const thread = threadOf(reading.state, line)
  for (const id of begun) {
    const { tool, input, prompt } = recall(after.calls, id) ?? {}
    const called = { tool_name: tool, tool_input: input, tool_use_id: id }
    tell(reading, spot, { hook_event_name: 'PreToolUse', ...by({ prompt, agent: thread.agent }), ...called })
  }
  return reading.told
}
