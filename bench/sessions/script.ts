/** What the client does at one moment: lines for the transcript, then a hook, then the lines that follow its answer. */
export interface Step {
  readonly before: readonly object[]
  readonly hook: object
  readonly after: readonly object[]
}

/** One session from start to end, and its folder. */
export interface Script {
  readonly session: string
  readonly folder: string
  /** Without its start and its end. */
  readonly steps: readonly Step[]
}

/** A tool call as both its hook and its transcript report it. */
export interface Call {
  readonly tool: string
  readonly input: object
  /** The tool's structured response; undefined if the call failed. */
  readonly response?: unknown
  /** What the model reads. */
  readonly text: string
}

/** The shape of the client's own ids. */
export const idOf = (session: number, of: number): string =>
  `${session.toString(16).padStart(8, '0')}-0000-4000-8000-${of.toString(16).padStart(12, '0')}`

/** Makes the steps of one session, with the ids of the current prompt. */
export class Writing {
  readonly #number: number
  #turns = 0
  #calls = 0

  constructor(number: number) {
    this.#number = number
  }

  get #prompt(): string {
    return idOf(this.#number, this.#turns)
  }

  asked(prompt: string): Step {
    this.#turns++
    const line = { type: 'user', promptSource: 'typed', message: { role: 'user', content: prompt } }
    return this.#step([], { hook_event_name: 'UserPromptSubmit', prompt }, [line])
  }

  called({ tool, input, response, text }: Call): Step {
    const id = `toolu_${this.#number}_${this.#calls++}`
    const isFailed = response === undefined
    const result = isFailed ? { error: text, is_interrupt: false } : { tool_response: response }
    const name = isFailed ? 'PostToolUseFailure' : 'PostToolUse'
    const content = [{ type: 'tool_result', tool_use_id: id, content: text, ...(isFailed && { is_error: true }) }]
    const line = { type: 'user', message: { role: 'user', content }, toolUseResult: response ?? `Error: ${text}` }
    return this.#step(
      [said([{ type: 'tool_use', id, name: tool, input }], 'tool_use')],
      { hook_event_name: name, tool_name: tool, tool_input: input, tool_use_id: id, ...result, duration_ms: 5 },
      [line],
    )
  }

  stopped(answer: string): Step {
    return this.#step(
      [said([{ type: 'text', text: answer }], 'end_turn')],
      { hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: answer },
      [{ type: 'system', subtype: 'stop_hook_summary' }],
    )
  }

  #step(before: readonly object[], hook: object, after: readonly object[]): Step {
    const withPrompt = (line: object) => ({ promptId: this.#prompt, ...line })
    return { before: before.map(withPrompt), hook: { prompt_id: this.#prompt, ...hook }, after: after.map(withPrompt) }
  }
}

const said = (content: readonly object[], stop: string): object => ({
  type: 'assistant',
  message: { role: 'assistant', model: 'm', content, stop_reason: stop },
})
