import type { Imagined } from '../host.ts'

/** The payload that the client would send at an event that did not happen, so that it is decoded as a real one is. */
export function payloadOf({ name, session, dir, prompt, tool, input, source }: Imagined): object {
  return {
    hook_event_name: name,
    session_id: session ?? 'rehearsal',
    cwd: dir,
    ...(name === 'SessionStart' && { source: source ?? 'startup' }),
    ...(prompt !== undefined && { prompt }),
    ...(tool !== undefined && { tool_name: tool, tool_input: input ?? {}, tool_use_id: 'rehearsal' }),
  }
}
