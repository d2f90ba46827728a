/** Runs tasks one at a time for each key, in the order in which they are given. */
export class OneAtATime {
  readonly #last = new Map<string, Promise<unknown>>()

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const own = (this.#last.get(key) ?? Promise.resolve()).then(task)
    const settled = own.catch(() => undefined)
    this.#last.set(key, settled)
    await settled
    if (this.#last.get(key) === settled) this.#last.delete(key)
    return own
  }

  /** Resolves when all tasks that were given so far are done, well or badly. */
  async settled(): Promise<void> {
    await Promise.all(this.#last.values())
  }
}
