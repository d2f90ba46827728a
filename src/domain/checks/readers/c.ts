import type { Reader } from '../reader.ts'

/** Test runners of C and C++ projects. */
export const c: readonly Reader[] = [
  {
    runner: 'ctest',
    check: 'test',
    sign: /^(?:\d+% tests passed, \d+ tests? failed out of \d+|No tests were found!!!| *\d+\/\d+ Test +#\d+: )/m,
    total: /^\d+% tests passed, \d+ tests? failed out of (\d+)/gm,
    failed: /^\d+% tests passed, (\d+) tests? failed/gm,
    bad: /^ *\d+\/\d+ Test +#\d+: [^\n]{1,200}?\*\*\*(?:Failed|Timeout|Exception|Not Run(?! \(Disabled))/m,
    failing: /^\t *\d+ - ([^\n]{1,200}?) \((?!Disabled|Skipped)[A-Z][^\n)]{1,40}\)[^\n]{0,80}$/gm,
    took: /^Total Test time \(real\) = +([\d.]+) (s)ec/m,
  },
  {
    runner: 'gtest',
    check: 'test',
    sign: /^(?:\[={10}\] (?:Running )?\d+ tests? from \d+ test |\[ {2}(?:PASSED|FAILED) {2}\] )/m,
    passed: /^\[ {2}PASSED {2}\] (\d+) tests?\b/gm,
    failed: /^\[ {2}FAILED {2}\] (\d+) tests?, listed below/gm,
    errors: /^\[ {2}ERROR {3}\] (\d+) errors?, listed below/gm,
    skipped: /^\[ {1,2}SKIPPED {1,2}\] (\d+) tests?\b/gm,
    eachFailed: /^\[ {2}FAILED {2}\] [^\n]{1,240} \([\d.]+ ms\)$/gm,
    bad: /^\[ {2}(?:FAILED {2}|ERROR {3})\] /m,
    failing:
      /^\[ {2}(?:FAILED {2}|ERROR {3})\] (?!\d+ (?:tests?|errors?), listed)([^\n]{1,200}?)(?:, where [^\n]{0,100}?)?(?: \([\d.]+ ms\))?$/gm,
    reason: /^[^\n]{1,200}:\d+: (?:Failure|error)\n([^\n]{1,100}(?:\n {2}[^\n]{1,60}){0,4})/m,
    took: /^\[={10}\] [^\n]{1,80} ran\. \(([\d.]+) (ms)/m,
  },
  {
    runner: 'catch2',
    check: 'test',
    sign: /^(?:All tests passed \(\d+ assertions? in \d|test cases: +\d+ \||(?:Passed|Failed) (?:both |all )?\d+ test cases?[, ])/m,
    total: /^(?:All tests passed \(\d+ assertions? in |test cases: +|Passed (?:both |all )?)(\d+)\b/gm,
    failed: /^(?:test cases: [^\n]{0,60}\| +|Failed (?:both |all )?)(\d+) (?:failed(?! as expected)|test cases?)/gm,
    skipped: /^test cases: [^\n]{0,80}\| +(\d+) skipped/gm,
    failing:
      /^-{20,100}\n([^\n]{1,200}(?:\n {2}[^\n]{1,100}){0,4})\n-{20,100}\n[^\n]{1,300}\n\.{20,100}\n\n[^\n]{1,300}: FAILED:/gm,
    reason: /: FAILED:\n {2}([^\n]{1,100}(?:\nwith expansion:\n {2}[^\n]{1,100})?)/,
  },
  {
    runner: 'doctest',
    check: 'test',
    sign: /^\[doctest\] test cases: +\d/m,
    passed: /^\[doctest\] test cases: [^\n|]{0,20}\| +(\d+) passed/gm,
    failed: /^\[doctest\] test cases: [^\n]{0,60}\| +(\d+) failed/gm,
    skipped: /^\[doctest\] test cases: [^\n]{0,80}\| +(\d+) skipped/gm,
    bad: /^\[doctest\] Status: FAILURE!/m,
    failing: /^TEST CASE: {2}([^\n]{1,200})\n(?:(?!={20})[^\n]{0,300}\n){0,8}?[^\n]{1,300}: (?:FATAL )?ERROR: /gm,
    reason: /^[^\n]{1,200}:\d+: (?:FATAL )?ERROR: ([^\n]{1,200})/m,
  },
  {
    runner: 'boost',
    check: 'test',
    sign: /^(?:\*\*\* (?:No errors detected|\d+ failures? (?:is|are) detected)|Test (?:module|suite) "[^\n"]{1,120}" has (?:passed|failed) with:)/m,
    total: /^Running (\d+) test cases?\.\.\.$/gm,
    failed: /^(?:\*\*\* | {2})(\d+) (?:failures? (?:is|are) detected|test cases? out of \d+ failed$)/gm,
    bad: /^Test (?:module|suite) "[^\n"]{1,120}" has failed with:/m,
    failing: /: (?:fatal )?error: in "([^\n"]{1,200})": /gm,
    reason: /: (?:fatal )?error: in "[^\n"]{1,200}": ([^\n]{1,200})/,
  },
]
