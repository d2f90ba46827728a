/** What would be said: the text, its parts, and what was left out and why. */
export interface Rehearsed {
  readonly text: string
  readonly note?: string | undefined
  readonly tokens: number
  readonly sections: readonly {
    readonly behaviour: string
    readonly type: string
    readonly tokens: number
    readonly ids: readonly string[]
  }[]
  readonly omitted: readonly { readonly id: string; readonly why: string }[]
}

/** An event that did not happen: what would be answered now, with nothing kept and nothing taken. */
export interface Rehearsal {
  rehearse(event: {
    name: string
    session?: string | undefined
    dir: string
    prompt?: string | undefined
    tool?: string | undefined
    input?: unknown
  }): Promise<Rehearsed>
}
