import type { Reader } from '../reader.ts'

/** Runners of Rust, Go, C and C++ projects. */
export const native: readonly Reader[] = [
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
    runner: 'make',
    check: 'build',
    sign: /^(?:g?make)(?:\[\d+\])?: \*\*\* /m,
    bad: /^(?:g?make)(?:\[\d+\])?: \*\*\* /m,
    reason: /^([^\n]{1,160}:\d+(?::\d+)?: (?:fatal )?error: [^\n]{1,200})/m,
  },
]
