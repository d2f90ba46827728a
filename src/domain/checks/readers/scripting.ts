import type { Reader } from '../reader.ts'

/** Test runners of Perl, Lua and shell scripts. */
export const scripting: readonly Reader[] = [
  {
    runner: 'prove',
    check: 'test',
    sign: /^Result: (?:PASS|FAIL|NOTESTS)$|^All tests successful\.$/m,
    total: /^Files=\d+, Tests=(\d+),/gm,
    failed: /^\S[^\n]{0,200} \(Wstat: [^\n]{0,60}Tests: \d+ Failed: (\d+)\)$/gm,
    bad: /^Result: FAIL$/m,
    nothing: /^Cannot detect source of |^Files=\d+, Tests=0,[^\n]{0,120}\nResult: FAIL$/m,
    good: /^Result: PASS$/m,
    failing: /^ *# {3}Failed test '([^\n]{1,200})'$/gm,
    reason:
      /^((?:#\s{3,12}got: [^\n]{1,100}\n#\s{3,12}expected: [^\n]{1,100})|[^\n#][^\n]{1,200} at \S{1,200} line \d+[.,])/m,
    took: /^Files=\d+, Tests=\d+, +(\d+) wallclock (s)/m,
  },
  {
    runner: 'busted',
    check: 'test',
    sign: /^\d+ success(?:es)? \/ \d+ failures? \/ \d+ errors? \/ \d+ pending : /m,
    passed: /^(\d+) success(?:es)? \/ /gm,
    failed: /^\d+ success(?:es)? \/ (\d+) failures? \/ /gm,
    errors: /^\d+ success(?:es)? \/ \d+ failures? \/ (\d+) errors? \/ /gm,
    skipped: /^\d+ success(?:es)? \/ \d+ failures? \/ \d+ errors? \/ (\d+) pending : /gm,
    nothing: /^0 successes \/ 0 failures \/ [1-9]\d* errors? \//m,
    failing: /^(?:Failure|Error) (?:->|→) [^\n]{1,200} @ \d+\n([^\n]{1,200})$/gm,
    reason:
      /^(?:(?:Failure|Error) (?:->|→) [^\n]{1,200} @ \d+\n[^\n]{1,200}\n([^\n]{1,200})|Error (?:->|→) ([^\n]{1,200}))/m,
    took: / pending : ([\d.]+) (s)econds?$/m,
  },
  {
    runner: 'bats',
    check: 'test',
    sign: /^(?=[\s\S]* [✓✗-] )(?:[\s\S]*\n)?\d+ tests?, \d+ failures?(?:, \d+ \w+){0,3}(?: in [\d.]+ seconds?)?\n/,
    total: /^(\d+) tests?, \d+ failures?/gm,
    failed: /^\d+ tests?, (\d+) failures?/gm,
    skipped: /^\d+ tests?, \d+ failures?, (\d+) skipped/gm,
    bad: /^\d+ tests?, \d+ failures?[^\n]{0,60}\bnot run\b/m,
    failing: /^[^\n]{0,200} ✗ ([^\n]{1,200})$/gm,
    reason: /^ {3,6}(`[^\n]{1,200}' failed[^\n]{0,80})$/m,
  },
]
