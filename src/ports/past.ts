/** Another store, and whose past is meant: what one project's sessions recorded, save the one that is to be relived. */
export interface PastSource {
  /** The other store's file. */
  readonly file: string
  readonly project: string
  readonly notSession: string
  /** False: what must stay away is taken over, and no record. */
  readonly records: boolean
}

/** What others recorded, brought into a store in which a session is relived: nothing of it is there before its time. */
export interface Past {
  /** Takes over what must stay away, and makes ready what was recorded. Gives the time of the first record, if there is one. */
  stage(source: PastSource): Promise<number | undefined>
  /** Lets in what was recorded up to this time (epoch milliseconds). Gives the time of the next, if there is one. */
  reach(at: number): Promise<number | undefined>
}
