/** Says when somebody waits for an answer: what is done in the background pauses until then. */
export class Rush {
  #waiting = 0
  #over: (() => void)[] = []

  get isOn(): boolean {
    return this.#waiting > 0
  }

  /** Does what somebody waits for. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting++
    try {
      return await work()
    } finally {
      this.#end()
    }
  }

  /** Waits for what is done in the background, while something is done that somebody waits for. */
  async aside(work: Promise<unknown>): Promise<void> {
    this.#end()
    try {
      await work
    } finally {
      this.#waiting++
    }
  }

  /** Resolves once nobody waits. */
  async over(): Promise<void> {
    while (this.isOn) await new Promise<void>((resolve) => this.#over.push(resolve))
  }

  #end(): void {
    this.#waiting--
    if (!this.isOn) for (const resolve of this.#over.splice(0)) resolve()
  }
}
