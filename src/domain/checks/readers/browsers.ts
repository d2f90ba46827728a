import type { Reader } from '../reader.ts'

/** Test runners that drive browsers. */
export const browsers: readonly Reader[] = [
  {
    runner: 'playwright',
    check: 'test',
    sign: /^Running \d+ tests? using \d+ workers?|^ {2}\d+ (?:passed \([\d.]+m?[sm]\)|flaky|did not run|interrupted)$|^Error: No tests found/m,
    passed: /^ {2}(\d+) (?:passed|flaky)\b/gm,
    failed: /^ {2}(\d+) failed$/gm,
    skipped: /^ {2}(\d+) skipped$/gm,
    errors: /^ {2}(\d+) errors? (?:was|were) not a part of any test/gm,
    bad: /^ {2}\d+ (?:interrupted|did not run)$|^Error: No tests found/m,
    // Failures are counted above the passes, so these prove nothing unless they are seen to come first
    good: /(?:^|\n)\n(?: {2}\d+ skipped\n)? {2}[1-9]\d* passed/,
    failing: /^ {2}\d+\) (\S[^\n]{1,200}?)(?: ─+)?$/gm,
    reason: /^ {4}(\w*Error: [^\n]{1,200})$/m,
    took: /^ {2}\d+ passed \(([\d.]+)(ms|s|m)\)/m,
  },
  {
    runner: 'cypress',
    check: 'test',
    sign: /^ {2}\((?:Run Finished|Results)\)$|^ {2,6}[✔✖] +(?:All specs passed!|\d+ of \d+ failed \(\d+%\))/m,
    passed: /^ {2}│ Passing: +(\d+) /gm,
    failed: /^ {2}│ Failing: +(\d+) /gm,
    skipped: /^ {2}│ (?:Pending|Skipped): +(\d+) /gm,
    bad: /^ {2,6}✖ +\d+ of \d+ failed \(\d+%\)/m,
    good: /^ {2,6}✔ +All specs passed!/m,
    failing: /^ {2}\d+\) ([^\n]{1,200}(?:\n {4,}[^\n]{1,200}){0,4}):$/gm,
    reason: /^ *((?:\w*Error)\b[^\n]{0,200})$/m,
  },
  {
    runner: 'karma',
    check: 'test',
    sign: /\bExecuted \d+ of \d+\b/,
    // Repeated while the tests run; only the last line has a duration
    total: /\bExecuted (\d+) of \d+(?= [^\n]{0,60}\((?!0 secs)\d[\d.]* (?:secs|min))/g,
    failed: /\bExecuted \d+ of \d+ \((\d+) FAILED\)(?= [^\n]{0,60}\((?!0 secs)\d[\d.]* (?:secs|min))/g,
    failing: /^[^\n()]{1,80} \([^\n)]{1,40}\) (\S[^\n]{0,200}) FAILED$/gm,
    reason:
      /^[^\n()]{1,80} \([^\n)]{1,40}\) (?:\S[^\n]{0,200} FAILED\n\t([^\n]{1,200})|ERROR\n[^\n]{1,200}\n {2}([^\n]{1,200}))/m,
    bad: /\bExecuted \d+ of \d+ (?:ERROR|DISCONNECTED|\([^\n)]{0,40}\bFAILED)/,
    took: /\bExecuted (?!0 of)\d+ of \d+\b[^\n]{0,60} \((?!0 secs)([\d.]+) (s|m)/,
  },
  {
    runner: 'web-test-runner',
    check: 'test',
    sign: /\| \d+\/\d+ test files \| \d+ passed, \d+ failed|^Finished running tests in \d/m,
    passed: /\d test files \| (\d+) passed, \d+ failed[^\n]{0,30}\n(?!\nRunning tests)/g,
    failed: /\d test files \| \d+ passed, (\d+) failed[^\n]{0,30}\n(?!\nRunning tests)/g,
    skipped: /\d test files \| \d+ passed, \d+ failed, (\d+) skipped\n(?!\nRunning tests)/g,
    bad: /^(?:Error while running tests\.|Finished running tests in [^\n]{1,20} with \d+ failed)/m,
    good: /^Finished running tests in [^\n]{1,20}, all tests passed!/m,
    failing: /^ (?:❌|𐄂) (?!Could not import)([^\n]{1,200})$/gm,
    reason: /^ (?:❌|𐄂) [^\n]{1,200}\n {6}(?:at: [^\n]{1,200}\n {6}(?:error: )?)?([^\n]{1,200})/m,
    took: /^Finished running tests in ([\d.]+)(s)/m,
  },
  {
    runner: 'testcafe',
    check: 'test',
    sign: /^ (?:\d+ passed|\d+\/\d+ failed) \((?:\d+m )?\d+s\)$/m,
    passed: /^ (\d+) passed \((?:\d+m )?\d+s\)$/gm,
    failed: /^ (\d+)\/\d+ failed \((?:\d+m )?\d+s\)$/gm,
    skipped: /^ (\d+) skipped$/gm,
    failing: /^ ✖ ([^\n]{1,200})$/gm,
    reason: /^ {3}\d+\) ([^\n]{1,200})/m,
  },
]
