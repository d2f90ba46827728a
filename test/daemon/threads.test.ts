import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { schedulingOf, threadsWaitedMs } from '../../src/daemon/standby-process.ts'

test.skipIf(process.platform !== 'linux')(
  'what any thread waits for a processor counts, though the main thread waits for nothing',
  async () => {
    const main = schedulingOf(process.pid)?.waitedMs ?? 0
    const before = threadsWaitedMs()
    const spinning = Array.from(
      { length: availableParallelism() * 3 },
      () => new Worker('while (true) {}', { eval: true }),
    )
    onTestFinished(async () => void (await Promise.all(spinning.map((worker) => worker.terminate()))))
    await expect
      .poll(() => threadsWaitedMs() - before - ((schedulingOf(process.pid)?.waitedMs ?? 0) - main))
      .toBeGreaterThan(100)
  },
)
