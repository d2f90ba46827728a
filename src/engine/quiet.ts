/** Knows whether any answer is being made, so that what can wait lets answers go first. */
export interface Quiet {
  /** Counts an answer for as long as it takes. */
  during<T>(answer: Promise<T>): Promise<T>
  /** Resolves when no answer is being made; after `LONGEST_MS` anyway, so that nothing waits for ever. */
  reached(): Promise<void>
  /** Whether nobody has asked for a while, so that little is lost where the next answer waits for a bit more. */
  isCalm(): boolean
}

const LONGEST_MS = 25
/** Within a turn events come closer together than this. */
const CALM_MS = 2_000

/** Of one engine. */
export function createQuiet(): Quiet {
  let answering = 0
  let answered = Number.NEGATIVE_INFINITY
  const waiting = new Set<() => void>()
  const settle = () => {
    answering--
    answered = performance.now()
    if (answering === 0) for (const go of waiting) go()
  }
  return {
    during(answer) {
      answering++
      return answer.finally(settle)
    },
    isCalm: () => answering === 0 && performance.now() - answered > CALM_MS,
    async reached() {
      // Lets in what has arrived meanwhile
      await new Promise(setImmediate)
      if (answering === 0) return
      await new Promise<void>((resolve) => {
        const go = () => {
          clearTimeout(timer)
          waiting.delete(go)
          resolve()
        }
        const timer = setTimeout(go, LONGEST_MS)
        waiting.add(go)
      })
    },
  }
}
