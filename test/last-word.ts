import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** The files that failed in the last run, one a line. There is none after a run that went wrong otherwise, or in no test. */
const FAILED = '.cache/failed-tests'

/**
 * Lists the files that took longest at the end of a run, since they decide how long it takes, and names what failed as the very last
 * lines, since logs are often cut at the front, and in a file for `.ci/run`.
 */
export class LastWord implements Reporter {
  onTestRunStart(): void {
    rmSync(FAILED, { force: true })
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const failed = modules.filter((module) => !module.ok() || isUnfinished(module))
    const lines = failed.flatMap((module) => [
      ...(isUnfinished(module) ? [`failed: ${module.relativeModuleId}: its process ended before its tests`] : []),
      ...module.errors().map(({ message }) => `failed: ${module.relativeModuleId}: ${short(message)}`),
      ...[...module.children.allTests('failed')].map((test) => `failed: ${named(test)}: ${whyOf(test)}`),
    ])
    process.stdout.write(`\n${slowest(modules).join('\n')}\n`)
    if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`)
    if (failed.length === 0 || !errors.every(isOfWorker)) return
    mkdirSync('.cache', { recursive: true })
    writeFileSync(FAILED, `${failed.map(({ relativeModuleId }) => relativeModuleId).join('\n')}\n`)
  }
}

/** Whether the process that ran a file was killed or crashed meanwhile. */
const isUnfinished = (module: TestModule): boolean => ['queued', 'pending'].includes(module.state())

const isOfWorker = (error: unknown): boolean =>
  error instanceof Error && Object(error.cause).message === 'Worker exited unexpectedly'

/** How many of the files that took longest are listed. */
const LISTED = 20

function slowest(modules: readonly TestModule[]): string[] {
  const timed = modules.map((module) => ({ module, seconds: module.diagnostic().duration / 1_000 }))
  const longest = timed.sort((one, other) => other.seconds - one.seconds).slice(0, LISTED)
  return longest.map(
    ({ module, seconds }) => `slowest: ${seconds.toFixed(1).padStart(6)} s  ${module.relativeModuleId}`,
  )
}

const named = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`

const whyOf = (test: TestCase): string => short(test.result().errors?.[0]?.message ?? '')

const LONGEST = 300
const short = (message: string): string => message.replace(/\s+/g, ' ').slice(0, LONGEST)
