import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Names what failed as the very last lines of a run: logs are often cut at the front. */
export class LastWord implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const lines = [
      ...modules.flatMap((module) =>
        module.errors().map(({ message }) => `failed: ${module.moduleId}: ${short(message)}`),
      ),
      ...tests
        .filter((test) => test.result().state === 'failed')
        .map((test) => `failed: ${named(test)}: ${whyOf(test)}`),
    ]
    if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`)
  }
}

const named = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`

const whyOf = (test: TestCase): string => short(test.result().errors?.[0]?.message ?? '')

const LONGEST = 300
const short = (message: string): string => message.replace(/\s+/g, ' ').slice(0, LONGEST)
