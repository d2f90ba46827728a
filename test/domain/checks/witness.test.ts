import { describe, expect, it } from 'vitest'
import { run } from './checked.ts'
import { recorded } from './recordings.ts'

/** The status of a pipe's first command. */
const PIPED = 'npm test | tail -5; echo "exit $'.concat('{PIPESTATUS[0]}"')

describe('what the line itself prints', () => {
  const status = (line: string, exit: number, output: string) => run(line, exit, output)[0]?.status

  it.each([
    ['npm test; echo "exit: $?"', 'exit: 0', 'pass'],
    ['npm test; echo "exit: $?"', 'exit: 1', 'fail'],
    ['npm test 2>&1; echo EXIT=$?', 'lots\nEXIT=2', 'fail'],
    ['npm test > out.txt 2>&1; rc=$?; echo "rc $rc"; tail -3 out.txt', 'rc 0\nok', 'pass'],
    ['npm test; echo $?', 'fine\n0', 'pass'],
    ['npm test; echo $?', 'broken\n1', 'fail'],
    [PIPED, 'exit 1', 'fail'],
    [PIPED, 'exit 0', 'pass'],
    ['set -o pipefail; npm test | tail -5; echo "exit $?"', 'exit 0', 'pass'],
    ['timeout 60 npm test; echo "exit $?"', 'exit 124', 'unknown'],
    ['npm test && echo OK || echo FAILED', 'OK', 'pass'],
    ['npm test && echo OK || echo FAILED', 'FAILED', 'fail'],
    ['npm test && echo "ALL GOOD"; git status', 'On branch main', 'fail'],
    ['npm test && echo "ALL GOOD"; git status', 'ALL GOOD\nOn branch main', 'pass'],
    ['npm test || echo "tests failed"', 'tests failed', 'fail'],
    ['npm test || echo "tests failed"', 'fine', 'pass'],
    // The status of another command, or of none
    ['npm test | tail -5; echo "exit $?"', 'exit 0', 'unknown'],
    ['npm test; ls; echo "exit $?"', 'exit 0', 'unknown'],
    ['npm test | tail -1 && echo OK', 'OK', 'unknown'],
    ['true || npm test && echo OK', 'OK', 'unknown'],
    ['if npm test; then echo OK; fi', 'OK', 'unknown'],
    ['for p in a b; do npm test; echo "exit $?"; done', 'exit 1\nexit 0', 'unknown'],
    ['npm test; echo done', 'done', 'unknown'],
    ['npm test; echo "exit $?"', 'exit', 'unknown'],
  ])('%s with %j: %s', (line, output, expected) => {
    expect(status(line, 0, output)).toBe(expected)
  })

  it("the runner's own totals outweigh it", () => {
    expect(status('npm test; echo "exit $?"', 0, `${recorded('jest-fail')}\nexit 0`)).toBe('fail')
  })
})
