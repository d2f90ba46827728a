import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** The files that failed in the last run, one a line. There is none after a run that went wrong otherwise, or in no test. */
const FAILED = '.cache/failed-tests'

/** Names what failed as the very last lines of a run, since logs are often cut at the front, and in a file for `.ci/run`. */
export class LastWord implements Reporter {
  onTestRunStart(): void {
    rmSync(FAILED, { force: true })
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const failed = modules.filter((module) => !module.ok())
    const lines = failed.flatMap((module) => [
      ...module.errors().map(({ message }) => `failed: ${module.relativeModuleId}: ${short(message)}`),
      ...[...module.children.allTests('failed')].map((test) => `failed: ${named(test)}: ${whyOf(test)}`),
    ])
    if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`)
    if (failed.length === 0 || errors.length > 0) return
    mkdirSync('.cache', { recursive: true })
    writeFileSync(FAILED, `${failed.map(({ relativeModuleId }) => relativeModuleId).join('\n')}\n`)
  }
}

const named = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`

const whyOf = (test: TestCase): string => short(test.result().errors?.[0]?.message ?? '')

const LONGEST = 300
const short = (message: string): string => message.replace(/\s+/g, ' ').slice(0, LONGEST)
