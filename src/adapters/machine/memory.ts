import { freemem } from 'node:os'
import type { Machine } from '../../ports.ts'

const MB = 1024 * 1024

/** The machine that this process runs on. macOS counts as free only what nobody ever used, so that it says nothing. */
export const thisMachine = (): Machine => ({
  freeMemoryMb: () => (process.platform === 'darwin' ? undefined : Math.round(freemem() / MB)),
})
