import type { Machine } from '../../../../src/ports.ts'

/** How long the next fact takes, in milliseconds; later ones are immediate again. */
let delayMs = 0

/** Makes the next fact slow. */
export function delayNext(ms: number): void {
  delayMs = ms
}

/** Replaces this machine in a trial daemon, with a fact that takes as long as a compiler would. */
export const thisMachine = (): Pick<Machine, 'freeMemoryMb'> => ({
  freeMemoryMb() {
    const ms = delayMs
    delayMs = 0
    if (ms === 0) return 4_096
    return new Promise<number>((resolve) => setTimeout(resolve, ms, 4_096)) as unknown as number
  },
})
