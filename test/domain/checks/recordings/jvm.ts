import type { Recording } from '../recordings.ts'

/** Runners of Java and Kotlin projects. */
export const jvm: readonly Recording[] = [
  {
    file: 'gradle-fail',
    line: './gradlew test',
    exit: 1,
    expected: {
      runner: 'gradle',
      status: 'fail',
      failed: 1,
      failing: ['CartTest > adds()'],
      error: "Execution failed for task ':test'.",
    },
  },
  {
    file: 'maven-fail',
    line: 'mvn -q verify',
    exit: 1,
    expected: {
      runner: 'maven',
      status: 'fail',
      passed: 1,
      failed: 1,
      skipped: 1,
      failing: ['CartTest.adds'],
      durationMs: 1903,
    },
  },
]
