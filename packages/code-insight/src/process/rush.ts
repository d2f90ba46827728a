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

/** Runs of some work, one at a time. */
export class Runs {
  readonly #work: () => Promise<void>
  /** The run that is under way; never rejects. */
  running: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(work: () => Promise<void>) {
    this.#work = work
  }

  /** One that begins from now on: what is under way may have looked at something before it was changed. */
  next(): Promise<void> {
    this.#next ??= (this.running ?? Promise.resolve()).then(() => {
      this.#next = undefined
      const run = this.#work()
      const end = () => {
        this.running = undefined
      }
      this.running = run.then(end, end)
      return run
    })
    return this.#next
  }
}

/** Whether a promise resolves in this time. */
export async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    return await Promise.race([promise.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
