import type { Reader } from '../reader.ts'

/** Test runners of PHP projects. */
export const php: readonly Reader[] = [
  {
    runner: 'phpunit',
    check: 'test',
    sign: /^(?:PHPUnit \d+\.\d|(?:PHP )?(?:Fatal|Parse) error: |OK \(\d+ tests?, \d+ assertions?\)|Tests: \d+, Assertions: \d)/m,
    total: /^(?:OK \(|Tests: )(\d+)(?: tests?, \d+ assertion|, Assertions: \d)/gm,
    failed: /^Tests: \d+, [^\n]{0,120}\bFailures: (\d+)/gm,
    errors: /^Tests: \d+, [^\n]{0,120}\bErrors: (\d+)/gm,
    skipped: /, (?:Skipped|Incomplete): (\d+)(?=[,.])/g,
    bad: /^(?:FAILURES|ERRORS)!$|^(?:PHP )?(?:Fatal|Parse) error: {1,2}\S[^\n]{0,300}\n?(?!\n*OK)$/m,
    nothing: /^(?:Cannot open file|Unknown option) "/m,
    good: /^OK(?: \(\d+ tests?,|, but )/m,
    failing: /^(?:\d+\) (?=[\w\\]{1,160}::)| ✘ )(\S[^\n]{0,200})$/gm,
    reason:
      /^(?:\d+\) [\w\\]{1,160}::[^\n]{1,160}\n| ✘ [^\n]{1,200}\n(?: {3}[│┐├][^\n\S]*\n)? {3}[│┐├] )([^\n]{1,200})/m,
    took: /^Time: (?:00:){0,2}([\d.]+)(?: (ms|s|m))?/m,
  },
  {
    runner: 'pest',
    check: 'test',
    sign: /^ {2}Tests: +\d+ (?:failed|passed|skipped|todo|todos|risky|warnings?|deprecated|incomplete|pending|notices?)\b/m,
    passed: /^ {2}Tests: [^\n]{0,120}?\b(\d+) passed/gm,
    failed: /^ {2}Tests: [^\n]{0,120}?\b(\d+) failed/gm,
    skipped: /^ {2}Tests: [^\n]{0,120}?\b(\d+) skipped/gm,
    failing: /^ {2,3}FAILED {1,3}(\S[^\n]{0,200}?)(?: {2,}\S{1,80})? *$/gm,
    reason: /^ {2,3}FAILED [^\n]{1,200}\n\s{0,20}([^\n]{1,200})/m,
    took: /^ {2}(?:Duration|Time): +([\d.]+)(s)/m,
  },
]
