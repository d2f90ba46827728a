import { freemem } from 'node:os'
import type { Machine } from '../../ports.ts'

const MB = 1024 * 1024

/**
 * The machine that this process runs on. On macOS, free memory is unknown: the system counts only memory that was never
 * used.
 */
export const thisMachine = (): Pick<Machine, 'freeMemoryMb'> => ({
  freeMemoryMb: () => (process.platform === 'darwin' ? undefined : Math.round(freemem() / MB)),
})
