import type { Imagined } from '../host.ts'

/** The payload that the client would send for an imagined event, so that it is decoded like a real one. */
export function payloadOf({ name, session, dir, prompt, tool, input, source }: Imagined): object {
  const call = tool !== undefined && { tool_name: tool, tool_input: input ?? {}, tool_use_id: 'rehearsal' }
  return {
    hook_event_name: name,
    session_id: session ?? 'rehearsal',
    cwd: dir,
    ...(name === 'SessionStart' && { source: source ?? 'startup' }),
    ...(prompt !== undefined && { prompt }),
    ...(name.startsWith('Subagent') && { agent_id: 'rehearsal', agent_type: 'general-purpose' }),
    ...(name === 'CwdChanged' && { old_cwd: dir, new_cwd: dir }),
    ...(name === 'PostToolBatch' ? { tool_calls: call ? [{ ...call, tool_response: {} }] : [] } : call),
  }
}

/**
 * A session of one turn as the client would report it: a file is written, a check fails, the file is corrected, the
 * check passes.
 */
export function smallSession({ id, dir, word }: { id: string; dir: string; word: string }): readonly object[] {
  const file = `${dir}/lamp.mjs`
  const base = { session_id: id, prompt_id: `${id}-1`, cwd: dir, permission_mode: 'default' }
  const call = (n: number, tool_name: string, tool_input: object) => ({
    ...base,
    tool_name,
    tool_input,
    tool_use_id: `toolu_${id}_${n}`,
  })
  const before = `export const lamp = () => undefined\n`
  const after = `export const lamp = () => '${word}'\n`
  const edit = { file_path: file, old_string: before, new_string: after }
  const check = { command: `node check.mjs`, description: 'Run the check' }
  return [
    { ...base, prompt_id: undefined, hook_event_name: 'SessionStart', source: 'startup' },
    { ...base, hook_event_name: 'UserPromptSubmit', prompt: `Teach the lamp about the ${word}` },
    {
      ...call(1, 'Bash', check),
      hook_event_name: 'PostToolUseFailure',
      error: `Exit code 1\nAssertionError: ${word} is undefined`,
      is_interrupt: false,
    },
    { ...call(2, 'Edit', edit), hook_event_name: 'PreToolUse' },
    {
      ...call(2, 'Edit', edit),
      hook_event_name: 'PostToolUse',
      tool_response: { filePath: file, oldString: before, newString: after, originalFile: before, structuredPatch: [] },
    },
    {
      ...call(3, 'Bash', check),
      hook_event_name: 'PostToolUse',
      tool_response: { stdout: `ok ${word}\n`, stderr: '', interrupted: false },
    },
    {
      ...base,
      hook_event_name: 'Stop',
      stop_hook_active: false,
      last_assistant_message: `I taught the lamp about the ${word}; the check passes now.`,
    },
    { ...base, prompt_id: undefined, hook_event_name: 'SessionEnd', reason: 'other' },
  ]
}
