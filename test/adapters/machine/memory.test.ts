import { totalmem } from 'node:os'
import { expect, test } from 'vitest'
import { thisMachine } from '../../../src/adapters/machine/memory.ts'

test.runIf(process.platform === 'linux')("free memory is part of the machine's memory, in MB", () => {
  const free = thisMachine().freeMemoryMb() ?? 0
  expect(free).toBeGreaterThan(1)
  expect(free).toBeLessThan(totalmem() / 2 ** 20)
})
