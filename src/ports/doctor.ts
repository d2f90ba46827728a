/** Who asks for an examination: the program's release, and what of its environment decides whether hooks arrive. */
interface Caller {
  readonly version?: string | undefined
  readonly environment?: Readonly<Record<string, string>> | undefined
}

/** One thing that was looked at. `ok` is null where somebody chose it so, or where it could not be looked at. */
export interface Check {
  readonly name: string
  readonly ok: boolean | null
  readonly detail: string
  /** What to do; null where there is nothing to do. */
  readonly remedy: string | null
}

/** Looks at everything that has to be well for Hindcast to work. */
export interface Doctor {
  /** `fix` mends first what can be mended without harm. `from` is the folder that is asked from. Throws `bad-input`. */
  examine(asked: {
    readonly fix: boolean
    readonly caller: Caller
    readonly from?: string | undefined
    /** The name of the one thing to look at. */
    readonly only?: string | undefined
  }): Promise<readonly Check[]>
}
