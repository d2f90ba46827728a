import type { Reader } from '../reader.ts'

/** Runners of Python projects. */
export const python: readonly Reader[] = [
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
]
