import type { Reader } from '../reader.ts'

/** Runners of Java and Kotlin projects. */
export const jvm: readonly Reader[] = [
  {
    runner: 'gradle',
    check: 'build',
    sign: /^BUILD (?:SUCCESSFUL|FAILED) in /m,
    failed: /^\d+ tests? completed, (\d+) failed/gm,
    bad: /^BUILD FAILED in /m,
    good: /^BUILD SUCCESSFUL in /m,
    failing: /^(\S{1,120} > [^\n]{1,160}) FAILED$/gm,
    reason: /^\* What went wrong:\n([^\n]{1,200})/m,
    took: /^BUILD \w+ in (\d+)(ms|s|m)\b/m,
  },
  {
    runner: 'maven',
    check: 'build',
    sign: /^\[INFO\] BUILD (?:SUCCESS|FAILURE)$/m,
    total: /^\[(?:ERROR|WARNING|INFO)\] Tests run: (\d+), Failures: \d+, Errors: \d+, Skipped: \d+ *$/gm,
    failed: /^\[(?:ERROR|WARNING|INFO)\] Tests run: \d+, Failures: (\d+), Errors: \d+, Skipped: \d+ *$/gm,
    skipped: /^\[(?:ERROR|WARNING|INFO)\] Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: (\d+) *$/gm,
    errors: /^\[(?:ERROR|WARNING|INFO)\] Tests run: \d+, Failures: \d+, Errors: (\d+), Skipped: \d+ *$/gm,
    bad: /^\[INFO\] BUILD FAILURE$/m,
    good: /^\[INFO\] BUILD SUCCESS$/m,
    failing: /^\[ERROR\] {3}(\w[\w.]{0,160}):\d+/gm,
    reason: /^\[ERROR\] +(\S[^\n]{1,200})/m,
    took: /^\[INFO\] Total time: +([\d.]+) (s|ms|m)/m,
  },
]
