import type { Reader } from '../reader.ts'

/** Test runners of Ruby projects. */
export const ruby: readonly Reader[] = [
  {
    runner: 'rspec',
    check: 'test',
    sign: /(?:^|"summary_line":")\d+ examples?, \d+ failures?/m,
    total: /(?:^|"summary_line":")(\d+) examples?, \d+ failures?/gm,
    failed: /(?:^|"summary_line":")\d+ examples?, (\d+) failures?/gm,
    skipped: /(?:^|"summary_line":")\d+ examples?, \d+ failures?, (\d+) pending/gm,
    bad: /(?:^|"summary_line":")\d+ examples?, \d+ failures?[^\n]{0,40}, \d+ errors? occurred outside|^(?:Line|Branch) coverage \([\d.]+%\) is below the expected/m,
    nothing: /^0 examples, 0 failures, \d+ errors? occurred outside/m,
    eachError: /^An error occurred (?:while loading|in an? `)/gm,
    failing: /^rspec \S{1,200} # ([^\n]{1,200})$/gm,
    reason:
      /^ *Failure\/Error: [^\n]{0,400}\n(?: {2,}[^\n]{0,300}\n){0,6}?\s{0,20}((?:[\w:]{1,120}(?:Error|Exception):\n\s{0,20})?\S[^\n]{0,160}(?:\n +got: [^\n]{1,100})?)/m,
    took: /^Finished in ([\d.]+) (s|m)/m,
  },
  {
    runner: 'minitest',
    check: 'test',
    sign: /^ *\d+ (?:runs|tests), \d+ assertions, \d+ failures, \d+ errors(?:, \d+ skips)?\.?$/m,
    total: /^ *(\d+) (?:runs|tests), \d+ assertions, \d+ failures, \d+ errors(?:, \d+ skips)?\.?$/gm,
    failed: /^ *\d+ (?:runs|tests), \d+ assertions, (\d+) failures, \d+ errors(?:, \d+ skips)?\.?$/gm,
    errors: /^ *\d+ (?:runs|tests), \d+ assertions, \d+ failures, (\d+) errors(?:, \d+ skips)?\.?$/gm,
    skipped: /^ *\d+ (?:runs|tests), \d+ assertions, \d+ failures, \d+ errors, (\d+) skips\.?$/gm,
    failing: /^ {0,4}(?:\d+\) )?(?:Failure|Error):\n {0,4}(\S[^\n]{0,200}?)(?: \[[^\n\]]{1,200}\])?:?$/gm,
    reason: /^ {0,4}(?:\d+\) )?(?:Failure|Error):\n[^\n]{1,300}:\n([^\n]{1,150}(?:\n +Actual: [^\n]{1,100})?)/m,
    took: /^ *Finished in:? ([\d.]+) ?(s)/m,
  },
  {
    runner: 'test-unit',
    check: 'test',
    sign: /^\d+ tests, \d+ assertions, \d+ failures, \d+ errors, \d+ pendings, /m,
    total: /^(\d+) tests, \d+ assertions, \d+ failures, \d+ errors, \d+ pendings, /gm,
    failed: /^\d+ tests, \d+ assertions, (\d+) failures, \d+ errors, \d+ pendings, /gm,
    errors: /^\d+ tests, \d+ assertions, \d+ failures, (\d+) errors, \d+ pendings, /gm,
    skipped: /^\d+ tests, \d+ assertions, \d+ failures, \d+ errors, \d+ pendings, (\d+) omissions/gm,
    failing: /^(?:Failure|Error): (\w[^\n]{0,160}?\([\w:]{1,120}\))/gm,
    reason:
      /^(?:Error: \w[^\n]{0,160}?\([\w:]{1,120}\): ([^\n]{1,200})|(<[^\n]{1,100}> expected but was\n<[^\n]{1,100}>))/m,
    took: /^Finished in ([\d.]+) (s)/m,
  },
  {
    runner: 'cucumber',
    check: 'test',
    sign: /^\d+ scenarios?(?: \([^\n]{1,100}\))?$/m,
    passed: /^\d+ scenarios? \([^\n)]{0,80}?\b(\d+) passed/gm,
    failed: /^\d+ scenarios? \([^\n)]{0,80}?\b(\d+) failed/gm,
    skipped: /^\d+ scenarios? \([^\n)]{0,80}?\b(\d+) skipped/gm,
    bad: /^\d+ scenarios? \([^\n)]{0,80}?\b\d+ (?:undefined|ambiguous)/m,
    good: /^\d+ scenarios? \((?:\d+ skipped, )?\d+ passed\)$/m,
    failing: /^(?:\d+\) |cucumber \S{1,200} # )Scenario(?: Outline)?: ([^\n]{1,200}?)(?: # \S{1,200})?$/gm,
    reason: /^ {3,12}(\w*(?:Error|Exception)\b[^\n]{0,200})/m,
  },
]
