import { seeded } from '../retrieval/figures.ts'

/** The payloads of a client that works in `folder`, one after another. */
export function payloadsIn(folder: string) {
  let n = 0
  const common = (event: string) => ({
    session_id: `bench-${Math.floor(n++ / 400)}`,
    transcript_path: `${folder}/t.jsonl`,
    cwd: folder,
    prompt_id: `prompt-${Math.floor(n / 40)}`,
    hook_event_name: event,
  })

  function call(event: string) {
    const path = `${folder}/src/file-${n % 50}.ts`
    return {
      ...common(event),
      tool_name: 'Edit',
      tool_use_id: `toolu_${n}`,
      tool_input: { file_path: path, old_string: 'a', new_string: 'b'.repeat(400) },
    }
  }

  const payloads = {
    PreToolUse: () => call('PreToolUse'),
    PostToolUse: () => ({
      ...call('PostToolUse'),
      tool_response: { structuredPatch: [{ lines: ['-a', `+${words(600)}`] }] },
      duration_ms: 5,
    }),
    UserPromptSubmit: () => ({ ...common('UserPromptSubmit'), prompt: `Fix problem ${n} in the parser: ${words(8)}` }),
    Stop: () => ({
      ...common('Stop'),
      stop_hook_active: false,
      last_assistant_message: `Fixed problem ${n} in the parser.`,
    }),
    SessionStart: () => ({ ...common('SessionStart'), session_id: `start-${n}`, source: 'startup' }),
  }
  return payloads
}

const random = seeded(7)

/** Zipf: the word of rank r comes with a share of 1/r. */
export function words(count: number): string {
  return Array.from({ length: count }, () => `w${Math.floor(20_000 ** random()).toString(36)}x`).join(' ')
}
