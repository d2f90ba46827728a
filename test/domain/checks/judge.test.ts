import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outcomesOfCall } from '../../../src/domain/checks/judge.ts'
import { runs } from '../../runs.ts'
import { character } from '../characters.ts'
import { done } from '../samples.ts'
import { run } from './checked.ts'
import { recorded } from './recordings.ts'

describe('exit status first', () => {
  const statuses = (line: string, exit: number, output = '') => run(line, exit, output).map(({ status }) => status)

  it("an exit status of 0 is a pass if it is the check's own, and proves nothing if another program ended the line", () => {
    expect(statuses('cd app && npm test 2>&1', 0)).toEqual(['pass'])
    expect(statuses('set -o pipefail; npm test | tail -5', 0)).toEqual(['pass'])
    expect(statuses('out=$(npm test)', 0)).toEqual(['pass'])
    expect(statuses('npm test || exit 1', 0)).toEqual(['pass'])
    expect(statuses('bash -c "npm test"', 0)).toEqual(['pass'])
    for (const line of [
      'npm test | tail -5',
      'npm test; echo done',
      'npm test || true',
      'if npm test; then echo ok; fi',
      'npm test &',
      '! npm test',
      'echo $(npm test)',
    ])
      expect([line, ...statuses(line, 0)]).toEqual([line, 'unknown'])
  })

  it("behind a pipe the runner's own totals decide", () => {
    expect(statuses('npm test 2>&1 | tail -20', 0, recorded('vitest-pass'))).toEqual(['pass'])
    expect(statuses('npm test 2>&1 | tail -20', 0, recorded('vitest-fail'))).toEqual(['fail'])
    expect(statuses('go test ./... 2>&1 | tail', 0, recorded('go-fail'))).toEqual(['fail'])
    expect(statuses('pytest | tail', 0, 'bash: pytest: command not found')).toEqual(['error'])
  })

  it('truncated output proves no pass if the runner prints no totals at the end', () => {
    expect(statuses('go test ./... 2>&1 | tail -50', 0, recorded('go-pass'))).toEqual(['pass'])
    expect(statuses('go test ./... 2>&1 | head -3', 0, recorded('go-pass'))).toEqual(['unknown'])
    expect(statuses('go test ./... 2>&1 | head -50', 0, recorded('go-pass'))).toEqual(['pass'])
    expect(statuses('go test ./... | grep ok', 0, recorded('go-pass'))).toEqual(['unknown'])
  })

  it('in a failing line with several checks, only those known to have failed are failures', () => {
    const line = 'npm run lint && npx vitest run'
    expect(statuses(line, 1, recorded('vitest-fail'))).toEqual(['unknown', 'fail'])
    expect(statuses(line, 1)).toEqual(['unknown', 'unknown'])
    expect(statuses(line, 0)).toEqual(['pass', 'pass'])
    const piped = 'mise run lint 2>&1 | tail -5 && mise run test 2>&1 | tail -12'
    const output = `${recorded('golangci-pass')}${recorded('go-fail')}[test] ERROR task failed`
    expect(statuses(piped, 0, output)).toEqual(['pass', 'fail'])
  })

  it("a script that hides its runner's failure is not a pass", () => {
    expect(statuses('npm test', 0, recorded('jest-fail'))).toEqual(['fail'])
  })

  it("an error that a passing test, or another check on the line, prints is not a run's own", () => {
    const [error] = ['Error: mailbox is full', 'AssertionError: expected 4 to be 5']
    const log = `stderr | test/mail.test.ts > bounces\n${error}\n`
    const errors = (line: string, output: string) => run(line, 1, output).map((each) => each.error)
    const failed = ` FAIL  test/sum.test.ts > adds\nAssertionError: expected 4 to be 5\n Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 3 passed (4)\n`
    expect(errors('npx vitest run', ` RUN  v4.0.0\n${log}${failed}`)).toEqual(['AssertionError: expected 4 to be 5'])
    const bun = `bun test v1.3.5\n${log}      at send (mail.ts:4:1)\n(pass) bounces [0.1ms]\nerror: expect(received).toBe(expected)\n\nExpected: 4\nReceived: 5\n\n(fail) adds [0.2ms]\n\n 3 pass\n 1 fail\nRan 4 tests across 2 files. [9.00ms]\n`
    expect(errors('bun test', bun)).toEqual(['error: expect(received).toBe(expected)'])
    // The failing test's own lines were cut
    expect(errors('bun test', `${log}\n 3 pass\n 1 fail\nRan 4 tests across 2 files. [9.00ms]\n`)).toEqual([undefined])
    expect(
      errors('npm test && npm run lint', `${log}\nnpm error Lifecycle script \`lint\` failed with error:\n`),
    ).not.toContain(error)
  })

  it('a run that ran nothing neither passes nor fails', () => {
    const none = 'ok  \tshop/cart\t0.003s [no tests to run]\n?   \tshop/cmd\t[no test files]\n'
    expect(run('go test -run=^$ ./...', 0, none)).toMatchObject([{ status: 'unknown', isEmpty: true }])
    expect(statuses('go test -run=TestA ./...', 0, `${none}ok  \tshop/tax\t0.020s\n`)).toEqual(['pass'])
    expect(run('npx jest', 1, 'No tests found, exiting with code 1')).toMatchObject([
      { status: 'error', isEmpty: true },
    ])
    expect(statuses('npx vitest run --passWithNoTests', 0, 'No test files found, exiting with code 0')).toEqual([
      'unknown',
    ])
  })

  it.each([
    "src/list.c:14:7: warning: unused variable 'n' [-Wunused-variable]",
    'warning: unused import: `std::fmt`',
    'npm warn deprecated inflight@1.0.6: not found upstream',
    'src/app.py:3: DeprecationWarning: error classes will move',
    '  3:5  warning  Missing return type on function  @typescript-eslint/explicit-function-return-type',
    '[WARNING] src/Main.java:[3,5] error handling is deprecated',
    'Cart.cs(4,9): warning CS0168: The variable error is declared but never used',
  ])('the warning %s is not what failed', (warning) => {
    const output = (error: string) => `${warning}\n${error}\nmake: *** [Makefile:3: test] Error 1\n`
    expect(run('make test', 2, output("TypeError: 'x' is not a function"))[0]?.error).toBe(
      "TypeError: 'x' is not a function",
    )
    expect(run('make test', 2, output(''))[0]?.error ?? '').not.toContain('arning')
  })

  it('names the failures, or nothing if none are named or all passed', () => {
    expect(run('npx vitest run', 1, recorded('vitest-fail'))[0]?.failing?.length).toBeGreaterThan(0)
    for (const [exit, output] of [
      [1, 'it broke'],
      [0, recorded('vitest-pass')],
      [0, ''],
    ] as const)
      expect(run('npx vitest run', exit, output)[0]).not.toHaveProperty('failing')
    expect(run('npx vitest run', 0, recorded('vitest-pass'))[0]).not.toHaveProperty('error')
  })

  it('shows the command on one line', () => {
    expect(run('pytest -k "a\n   or b"', 0, '')[0]?.command).toBe('pytest -k a or b')
  })

  it('a run whose end was not seen is unknown', () => {
    const call = done({ kind: 'shell', command: 'npm test', background: true }, '')
    expect(outcomesOfCall(call, []).map(({ status }) => status)).toEqual(['unknown'])
  })
})

describe('runs that do not end by themselves', () => {
  it('are unknown, unless they show a failure', () => {
    for (const line of ['npx vitest watch', 'npx jest --watch', 'npm run test:watch; echo "exit $?"'])
      expect([line, run(line, 0, `${recorded('vitest-pass')}exit 0`)[0]?.status]).toEqual([line, 'unknown'])
    expect(run('npx vitest watch', 0, recorded('vitest-fail'))[0]?.status).toBe('fail')
  })

  it('are unknown if they were stopped', () => {
    expect(run('timeout 60 npm test', 124, 'still running')[0]?.status).toBe('unknown')
    expect(run('npm test', 143, recorded('jest-fail'))[0]?.status).toBe('fail')
  })
})

describe('a program that runs another', () => {
  it('may hide its exit status, so the totals decide', () => {
    expect(run('quieter test npm test', 0, '')[0]?.status).toBe('unknown')
    expect(run('quieter test npm test', 0, recorded('jest-pass'))[0]?.status).toBe('pass')
    expect(run('quieter test npm test', 0, recorded('jest-fail'))[0]?.status).toBe('fail')
    expect(run('quieter npm test', 2, "error: unrecognized subcommand 'npm'")[0]?.status).toBe('error')
    expect(run('quieter npm test | tail', 0, "error: unrecognized subcommand 'npm'")[0]?.status).toBe('error')
  })

  it('a build that went well is no test that passed', () => {
    const built = '    Finished `release` profile [optimized] target(s) in 3.10s\n'
    expect(run('cargo test --release 2>&1 | head -3', 0, built)[0]?.status).toBe('unknown')
    expect(run('cargo clippy 2>&1 | tail -3', 0, built)[0]?.status).toBe('pass')
  })

  it('names the task that failed, if several ran', () => {
    const output = 'ok\nerror: script "lint" exited with code 1'
    expect(run('bun run lint && bun run typecheck', 1, output)).toMatchObject([
      { status: 'fail' },
      { status: 'unknown' },
    ])
  })
})

describe('runs not recognisable by their command', () => {
  it("are recognised by a test runner's totals", () => {
    expect(run('./scripts/ci.sh', 0, recorded('pytest-quiet-pass'))).toMatchObject([
      { runner: 'pytest', status: 'pass' },
    ])
    expect(run('node tools/check.mjs', 1, recorded('mocha-fail'))).toMatchObject([{ runner: 'mocha', status: 'fail' }])
  })

  it('are not found if output is merely displayed', () => {
    for (const line of [
      'cat log.txt',
      'gh run view 12 --log',
      'git show HEAD:out.txt; make clean',
      'tail -50 /tmp/out',
    ])
      expect(run(line, 0, recorded('pytest-fail'))).toEqual([])
  })

  it("are recognised by the user's own command words", () => {
    const extra = ['./ci.sh', 'just verify']
    expect(run('cd app && ./ci.sh --all', 0, 'fine', extra)).toMatchObject([
      { runner: 'ci.sh', check: 'test', status: 'pass' },
    ])
    expect(run('just verify', 3, 'Error: no', extra)).toMatchObject([{ status: 'fail', error: 'Error: no' }])
    expect(run('just clean', 0, '', extra)).toEqual([])
    expect(run('./ci.sh', 0, 'fine')).toEqual([])
  })
})

/** Of the lines that are repeated; all of them in `npm run test:long`. */
const ONE_IN = runs(1) > 1 ? 1 : 4

describe('any output', () => {
  const names = [
    'pytest-fail',
    'jest-pass',
    'vitest-pass',
    'mocha-pass',
    'cargo-pass',
    'go-pass',
    'golangci-pass',
    'node-spec-pass',
    'ava-pass',
    'playwright-fail',
  ]
  const lines = names.flatMap((name) => recorded(name).split('\n'))
  const output = fc.oneof(
    fc.string({ unit: character, maxLength: 300 }),
    fc.array(fc.constantFrom(...lines), { maxLength: 60 }).map((some) => some.join('\n')),
  )
  const line = fc
    .array(
      fc.constantFrom(
        'npm test',
        'pytest',
        'go test ./...',
        'cargo test',
        'npx vitest',
        'npx tsc --noEmit',
        'quieter test npm test',
        'docker compose exec web pytest',
        'cd a',
        'make',
        'echo "exit: $?"',
        'echo OK',
        'echo FAILED',
        '&&',
        '||',
        ';',
        '|',
        'tail',
        'true',
        '!',
        '(',
        ')',
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((words) => words.join(' '))

  it('is never a pass if the exit status was not 0', () => {
    fc.assert(
      fc.property(line, output, fc.integer({ min: 1, max: 255 }), (command, text, exit) => {
        expect(run(command, exit, text).map(({ status }) => status)).not.toContain('pass')
      }),
    )
  })

  it('is never a pass if a total says that tests failed', () => {
    const failing = fc.constantFrom('vitest-fail', 'jest-fail', 'pytest-fail', 'go-fail', 'cargo-fail', 'mocha-fail')
    const own = { vitest: 'npx vitest run', jest: 'npx jest', pytest: 'pytest -q', go: 'go test ./...' }
    const shape = fc.constantFrom(
      ...['{}', '{} | tail -20', '{}; echo "exit: $?"', '{} && echo OK || echo FAILED', '{} || true', '(cd a && {})'],
      ...['set -o pipefail; {} | tee out', 'timeout 9 {}', 'bash -c "{}"', 'docker compose exec web {}', 'quieter {}'],
      ...['for i in 1 2; do {}; done', '{} > out; cat out', 'if {}; then echo OK; fi', '{} &', '! {}'],
    )
    const said = fc.constantFrom('', 'exit: 0', 'OK', '0', '0 failed', 'All good')
    fc.assert(
      fc.property(failing, shape, said, fc.constantFrom(0, 1), (file, around, word, exit) => {
        const runner = file.replace(/-.*/, '') as keyof typeof own
        const text = `${recorded(file)}\n${word}`
        const statuses = run(around.replace('{}', own[runner] ?? 'npm test'), exit, text).map(({ status }) => status)
        expect(statuses).not.toContain('pass')
      }),
      { numRuns: runs(300) },
    )
  })

  it('names the first error, not what was logged before it', () => {
    const logged = 'flow_test.go:6: Phase 1: fill the cart\nflow_test.go:9: could not find the cart in the store:'
    expect(run('./ci.sh', 1, logged, ['./ci.sh'])[0]?.error).toBe(logged.split('\n')[1])
    expect(run('./ci.sh', 1, logged.split('\n', 1).join(), ['./ci.sh'])[0]?.error).toContain('Phase 1')
  })

  it('is read to its end, even if it repeats for 300,000 characters', () => {
    const some = [...new Set(lines)].filter((_, at) => at % ONE_IN === 0)
    for (const unit of [...some, ' ', '=', 'a › ', '1 passed, ', '\u001b[1m', '--- FAIL: ']) {
      run('npm test', 1, unit.repeat(Math.ceil(300_000 / Math.max(1, unit.length))))
    }
  })

  it('stays within its limits', () => {
    const many = Array.from({ length: 500 }, (_, at) => `FAILED ${at}${'x'.repeat(180)} - no`).join('\n')
    const [outcome] = run('pytest', 1, `${many}\n500 failed in 1.00s`)
    expect(outcome?.failing).toHaveLength(20)
    expect(JSON.stringify(outcome).length).toBeLessThan(4096)
  })
})
