/** A payload shaped like the real client's. */
export const payload = (more: object): string =>
  JSON.stringify({ session_id: 's1', prompt_id: 'p1', cwd: '/nowhere', ...more })

export const start = payload({ hook_event_name: 'SessionStart', source: 'startup' })
export const prompt = payload({ hook_event_name: 'UserPromptSubmit', prompt: 'paint the fence green' })
export const bash = (n: number): string =>
  payload({
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_use_id: `toolu_${n}`,
    tool_input: { command: `echo ${n}` },
    tool_response: { stdout: `${n}`, stderr: '', interrupted: false },
  })
