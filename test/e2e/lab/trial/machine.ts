import type { Machine } from '../../../../src/ports.ts'

/** How long the next question takes, in milliseconds; then questions are answered at once again. */
let delayMs = 0

/** The next question is a slow one. */
export function delayNext(ms: number): void {
  delayMs = ms
}

/** Stands in for this machine in a trial daemon: a fact that takes as long as a compiler would. */
export const thisMachine = (): Machine => ({
  freeMemoryMb() {
    const ms = delayMs
    delayMs = 0
    if (ms === 0) return 4_096
    return new Promise<number>((resolve) => setTimeout(resolve, ms, 4_096)) as unknown as number
  },
})
