import type { Check } from '../classification.ts'

/** How to read a runner's output. Patterns are anchored to line starts and bounded, so reading is linear. */
export interface Reader {
  readonly runner: string
  readonly check: Check
  /** Text that only this runner writes; identifies it however it was started. */
  readonly sign: RegExp
  /** Captures the totals in group 1; several matches (one per package) are added up. */
  readonly passed?: RegExp
  /** All cases, for runners that do not count passes. */
  readonly total?: RegExp
  readonly failed?: RegExp
  readonly skipped?: RegExp
  readonly errors?: RegExp
  /** Each match counts as one, for runners that name failures without counting them. */
  readonly eachFailed?: RegExp
  readonly eachError?: RegExp
  /** Indicates failure, without a number. */
  readonly bad?: RegExp
  /** Indicates success; without it, any passed case counts as success. */
  readonly good?: RegExp
  /** Captures a failing test's name in group 1. */
  readonly failing?: RegExp
  /** Captures the reason for a failure in group 1, where the general error patterns would miss it. */
  readonly reason?: RegExp
  /** Number and unit (`ms`, `s` or `m`; `s` by default). */
  readonly took?: RegExp
  /** It prints no totals at the end, so truncated output proves nothing. */
  readonly isOpenEnded?: true
}

/** Runners, based on recorded outputs (test/fixtures/outcomes); the first whose sign matches is used. */
export const READERS: readonly Reader[] = [
  {
    runner: 'pytest',
    check: 'test',
    sign: /^(?:=+ (?:test session starts|short test summary info|FAILURES|ERRORS) =+|=* ?(?:no tests ran|\d+ (?:passed|failed|skipped|errors?|deselected|xfailed|xpassed|warnings?)\b[^\n]{0,120}) in [\d.]+s\b)/m,
    passed: /^=* ?(?=[^\n]{0,160} in [\d.]+s\b)[^\n]{0,120}?\b(\d+) passed\b/gm,
    failed: /^=* ?(?=[^\n]{0,160} in [\d.]+s\b)[^\n]{0,120}?\b(\d+) failed\b/gm,
    skipped: /^=* ?(?=[^\n]{0,160} in [\d.]+s\b)[^\n]{0,120}?\b(\d+) skipped\b/gm,
    errors: /^=* ?(?=[^\n]{0,160} in [\d.]+s\b)[^\n]{0,120}?\b(\d+) errors?\b/gm,
    failing: /^(?:FAILED|ERROR) (\S{1,200})/gm,
    reason: /^E {2,}(\S[^\n]{0,200})/m,
    took: / in ([\d.]+)(s)\b/,
  },
  {
    runner: 'unittest',
    check: 'test',
    sign: /^Ran \d+ tests? in [\d.]+s$/m,
    total: /^Ran (\d+) tests? in/gm,
    failed: /^FAILED \([^\n)]{0,60}?\bfailures=(\d+)/gm,
    errors: /^FAILED \([^\n)]{0,60}?\berrors=(\d+)/gm,
    skipped: /^(?:OK|FAILED) \([^\n)]{0,60}?\bskipped=(\d+)/gm,
    good: /^OK\b/m,
    failing: /^(?:FAIL|ERROR): (\S{1,200})/gm,
    reason: /^((?:\w+\.)*\w*(?:Error|Exception)(?::[^\n]{0,200})?)$/m,
    took: /^Ran \d+ tests? in ([\d.]+)(s)$/m,
  },
  {
    runner: 'jest',
    check: 'test',
    sign: /^(?:Test Suites:\s+\d|Tests:\s+\d[^\n]{0,80} total$|No tests found, exiting with code)/m,
    passed: /^Tests:\s[^\n]{0,80}?\b(\d+) passed/gm,
    failed: /^Tests:\s[^\n]{0,80}?\b(\d+) failed/gm,
    skipped: /^Tests:\s[^\n]{0,80}?\b(\d+) skipped/gm,
    errors: /^Test Suites:\s[^\n]{0,80}?\b(\d+) failed/gm,
    failing: /^ {2}● ([^\n]{1,200}? › [^\n]{1,200})$/gm,
    reason: /^ {4}((?:\w*Error: |expect\()[^\n]{0,200})/m,
    took: /^Time:\s+([\d.]+) (s|ms|m)\b/m,
  },
  {
    runner: 'vitest',
    check: 'test',
    sign: /^ *(?:RUN +v\d+\.\d+|Test Files +\d+ (?:passed|failed|skipped)|No test files found, exiting with code)/m,
    passed: /^ *Tests +[^\n]{0,80}?\b(\d+) passed/gm,
    failed: /^ *Tests +[^\n]{0,80}?\b(\d+) failed/gm,
    skipped: /^ *Tests +[^\n]{0,80}?\b(\d+) skipped/gm,
    errors: /^ *Test Files +[^\n]{0,80}?\b(\d+) failed/gm,
    failing: /^ *FAIL +([^\n]{1,200}? > [^\n]{1,200})$/gm,
    reason: /^((?:\w*Error|TypeError|Error): [^\n]{0,200})$/m,
    took: /^ *Duration +([\d.]+)(ms|s|m)\b/m,
  },
  {
    runner: 'mocha',
    check: 'test',
    sign: /^ {2,4}\d+ passing(?: \([\d.]+m?s?m?\))?$|^ Exception during run: /m,
    passed: /^ {2,4}(\d+) passing\b/gm,
    failed: /^ {2,4}(\d+) failing\b/gm,
    skipped: /^ {2,4}(\d+) pending\b/gm,
    bad: /^ Exception during run: /m,
    failing: /^ {2}\d+\) ([^\n]{1,200}(?:\n {4,}[^\n]{1,200}){0,4}):$/gm,
    reason: /^ *((?:\w*Error|Exception during run)\b[^\n]{0,200})$/m,
    took: /^ {2,4}\d+ passing \(([\d.]+)(ms|s|m)\)/m,
  },
  {
    runner: 'node:test',
    check: 'test',
    sign: /^(?:#|ℹ) (?:pass|fail) \d+$/m,
    passed: /^(?:#|ℹ) pass (\d+)$/gm,
    failed: /^(?:#|ℹ) fail (\d+)$/gm,
    skipped: /^(?:#|ℹ) skipped (\d+)$/gm,
    failing: /^ *(?:not ok \d+ - |✖ (?!failing tests))([^\n]{1,200}?)(?: \([\d.]+ms\))?$/gm,
    reason:
      /^ *(?:error: (?:'([^\n]{1,200})'|\|-\n *([^\n]{1,200}(?:(?<=:)\n\s{0,40}\n[^\n]{1,120})?))|(\w*Error \[[^\n]{1,200}(?:(?<=:)\n\s{0,40}\n[^\n]{1,120})?))/m,
    took: /^(?:#|ℹ) duration_ms ([\d.]+)()$/m,
  },
  {
    runner: 'ava',
    check: 'test',
    sign: /^ {2}─\n(?:\n[^\n]{0,300}){0,40}?\n {2}\d+ tests? (?:passed|failed)$/m,
    passed: /^ {2}(\d+) tests? passed$/gm,
    failed: /^ {2}(\d+) tests? failed$/gm,
    skipped: /^ {2}(\d+) tests? skipped$/gm,
    failing: /^ {2}✘ \[fail\]: ([^\n]{1,200})$/gm,
    reason: /^ {2}(Difference \(- actual, \+ expected\):\n\n(?: {2}[-+] [^\n]{1,80}\n){1,2})/m,
  },
  {
    runner: 'playwright',
    check: 'test',
    sign: /^Running \d+ tests? using \d+ workers?$/m,
    passed: /^ {2}(\d+) passed\b/gm,
    failed: /^ {2}(\d+) failed$/gm,
    skipped: /^ {2}(\d+) skipped$/gm,
    failing: /^ {2}\d+\) (\S[^\n]{1,200}?)(?: ─+)?$/gm,
    reason: /^ {4}(\w*Error: [^\n]{1,200})$/m,
    took: /^ {2}\d+ passed \(([\d.]+)(ms|s|m)\)/m,
  },
  {
    runner: 'cargo',
    check: 'test',
    sign: /^test result: (?:ok|FAILED)\. \d+ passed;/m,
    passed: /^test result: \w+\. (\d+) passed/gm,
    failed: /^test result: \w+\. \d+ passed; (\d+) failed/gm,
    skipped: /^test result: \w+\. \d+ passed; \d+ failed; (\d+) ignored/gm,
    failing: /^test (\S{1,200}) \.\.\. FAILED$/gm,
    reason: /^thread '[^\n]{1,120}' [^\n]{0,20}panicked at [^\n]{0,160}:\n([^\n]{1,200})/m,
    took: /finished in ([\d.]+)(s)\b/,
  },
  {
    runner: 'cargo',
    check: 'build',
    sign: /^error(?:\[E\d+\])?: [^\n]{1,200}\n +--> |^error: could not compile |^ +Finished `?\w+`? [^\n]{0,80}target/m,
    errors: /^error: could not compile [^\n]{1,120} due to (\d+) previous error/gm,
    bad: /^error: could not compile /m,
    good: /^ +Finished /m,
    reason: /^(error(?:\[E\d+\])?: [^\n]{1,200})/m,
    took: /^ +Finished [^\n]{0,80} in ([\d.]+)(s|m)/m,
  },
  {
    runner: 'go',
    check: 'test',
    sign: /^(?:ok {2}\t\S+\t(?:[\d.]+s|\(cached\))|FAIL\t\S+(?:\t[\d.]+s| \[(?:build|setup) failed\])|--- (?:FAIL|PASS|SKIP): \S+ \()/m,
    eachFailed: /^--- FAIL: \S+ \([\d.]+s\)/gm,
    bad: /^(?:FAIL(?:\t|$)|--- FAIL: )/m,
    good: /^(?:ok {2}\t|PASS$)/m,
    eachError: /^FAIL\t\S+ \[(?:build|setup) failed\]/gm,
    failing: /^ *--- FAIL: (\S{1,200}) \(/gm,
    isOpenEnded: true,
  },
  {
    runner: 'golangci-lint',
    check: 'lint',
    sign: /^\d+ issues[.:]/m,
    errors: /^(\d+) issues[.:]/gm,
    good: /^0 issues\.$/m,
    reason: /^(\S+\.go:\d+(?::\d+)?: (?!: #)[^\n]{1,200})/m,
  },
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
  {
    runner: 'eslint',
    check: 'lint',
    sign: /^✖ \d+ problems? \(\d+ errors?, \d+ warnings?\)/m,
    errors: /^✖ \d+ problems? \((\d+) errors?/gm,
    reason: /^ +(\d+:\d+ +error +[^\n]{1,200})/m,
  },
  {
    runner: 'tsc',
    check: 'types',
    sign: /^\S[^\n]{0,200}\(\d+,\d+\): error TS\d+: |^\S[^\n]{0,200}:\d+:\d+ - error TS\d+: |^error TS\d+: |^Found \d+ errors?\b/m,
    eachError: /^(?:\S[^\n]{0,200}(?:\(\d+,\d+\):|:\d+:\d+ -) )?error TS\d+: /gm,
    reason: /^((?:\S[^\n]{0,200}(?:\(\d+,\d+\):|:\d+:\d+ -) )?error TS\d+: [^\n]{1,200})/m,
  },
  {
    runner: 'make',
    check: 'build',
    sign: /^(?:g?make)(?:\[\d+\])?: \*\*\* /m,
    bad: /^(?:g?make)(?:\[\d+\])?: \*\*\* /m,
    reason: /^([^\n]{1,160}:\d+(?::\d+)?: (?:fatal )?error: [^\n]{1,200})/m,
  },
]
