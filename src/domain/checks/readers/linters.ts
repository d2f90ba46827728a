import type { Reader } from '../reader.ts'

/** Linters and type checkers. */
export const linters: readonly Reader[] = [
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
]
