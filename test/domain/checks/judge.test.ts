import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outcomesOfCall } from '../../../src/domain/checks/judge.ts'
import type { CheckOutcome } from '../../../src/domain/outcome.ts'
import { done, failed, shell } from '../samples.ts'

const recorded = (name: string) =>
  readFileSync(join(import.meta.dirname, `../../fixtures/outcomes/${name}.txt`), 'utf8')

/** What came of a line, by its exit and its output. */
function run(line: string, exit: number, output: string, extra: readonly string[] = []): readonly CheckOutcome[] {
  const call = exit === 0 ? done(shell(line), output) : failed(shell(line), output, exit)
  return outcomesOfCall(call, extra)
}

describe('recorded outputs', () => {
  it.each<[string, string, number, Partial<CheckOutcome>]>([
    [
      'pytest-fail',
      'pytest',
      1,
      {
        runner: 'pytest',
        status: 'fail',
        passed: 1,
        failed: 1,
        skipped: 1,
        failing: ['test_cart.py::CartTest::test_adds'],
        error: 'AssertionError: 2 != 3',
        durationMs: 6520,
      },
    ],
    [
      'pytest-quiet-pass',
      'uv run pytest -q',
      0,
      { runner: 'pytest', status: 'pass', passed: 2, failed: 0, skipped: 1 },
    ],
    [
      'pytest-error',
      'python3 -m pytest',
      2,
      { runner: 'pytest', status: 'error', errors: 1, error: "ModuleNotFoundError: No module named 'cart'" },
    ],
    [
      'unittest-fail',
      'python -m unittest',
      1,
      {
        runner: 'unittest',
        status: 'fail',
        passed: 1,
        failed: 1,
        skipped: 1,
        failing: ['test_adds'],
        error: 'AssertionError: 2 != 3',
      },
    ],
    [
      'unittest-pass',
      'python -m unittest -v',
      0,
      { runner: 'unittest', status: 'pass', passed: 2, failed: 0, skipped: 1 },
    ],
    ['unittest-error', 'python -m unittest', 1, { runner: 'unittest', status: 'error', errors: 1 }],
    [
      'jest-fail',
      'npx jest',
      1,
      {
        runner: 'jest',
        status: 'fail',
        passed: 1,
        failed: 1,
        skipped: 1,
        failing: ['cart › adds'],
        error: 'expect(received).toBe(expected) // Object.is equality',
        durationMs: 1093,
      },
    ],
    ['jest-pass', 'npx jest', 0, { runner: 'jest', status: 'pass', passed: 2, failed: 0, skipped: 1 }],
    [
      'npm-jest-fail',
      'npm test',
      1,
      { runner: 'jest', status: 'fail', passed: 1, failed: 1, failing: ['cart › adds'] },
    ],
    [
      'jest-none',
      'npx jest nosuch',
      1,
      { runner: 'jest', status: 'error', error: 'No tests found, exiting with code 1' },
    ],
    ['jest-error', 'npx jest', 1, { runner: 'jest', status: 'error', errors: 1 }],
    [
      'vitest-fail',
      'npx vitest run',
      1,
      {
        runner: 'vitest',
        status: 'fail',
        passed: 1,
        failed: 1,
        skipped: 1,
        failing: ['vt/cart.test.js > cart > adds'],
        error: 'AssertionError: expected 2 to be 3 // Object.is equality',
        durationMs: 420,
      },
    ],
    ['vitest-pass', 'pnpm vitest run', 0, { runner: 'vitest', status: 'pass', passed: 2, failed: 0, skipped: 1 }],
    ['vitest-error', 'npx vitest run', 1, { runner: 'vitest', status: 'error', errors: 1 }],
    ['vitest-none', 'npx vitest run nosuch', 1, { runner: 'vitest', status: 'error' }],
    [
      'mocha-fail',
      'npx mocha',
      1,
      { runner: 'mocha', status: 'fail', passed: 1, failed: 1, skipped: 1, failing: ['cart › adds'] },
    ],
    ['mocha-pass', 'npx mocha', 0, { runner: 'mocha', status: 'pass', passed: 2, failed: 0, skipped: 1 }],
    ['mocha-error', 'npx mocha', 1, { runner: 'mocha', status: 'error' }],
    [
      'node-tap-fail',
      'node --test test/',
      1,
      {
        runner: 'node:test',
        status: 'fail',
        passed: 1,
        failed: 1,
        skipped: 1,
        failing: ['adds', 'cart'],
        error: 'Expected values to be strictly equal:',
      },
    ],
    [
      'node-spec-fail',
      'node --test',
      1,
      { runner: 'node:test', status: 'fail', passed: 1, failed: 1, skipped: 1, failing: ['adds', 'cart'] },
    ],
    ['node-spec-pass', 'node --test', 0, { runner: 'node:test', status: 'pass', passed: 2, failed: 0, skipped: 1 }],
    [
      'cargo-fail',
      'cargo test',
      101,
      {
        runner: 'cargo',
        status: 'fail',
        passed: 1,
        failed: 1,
        skipped: 1,
        failing: ['tests::adds'],
        error: 'assertion `left == right` failed',
      },
    ],
    ['cargo-pass', 'cargo test --all', 0, { runner: 'cargo', status: 'pass', passed: 2, failed: 0, skipped: 1 }],
    ['cargo-build-fail', 'cargo build', 101, { runner: 'cargo', check: 'build', status: 'fail', errors: 1 }],
    ['cargo-build-fail', 'cargo test', 101, { runner: 'cargo', check: 'test', status: 'error', errors: 1 }],
    [
      'go-fail',
      'go test ./...',
      1,
      {
        runner: 'go',
        status: 'fail',
        failed: 2,
        failing: ['TestAdds', 'TestTable', 'TestTable/empty'],
        error: 'cart_test.go:9: Total(1, 2) = 2, want 3',
      },
    ],
    ['go-pass', 'go test ./...', 0, { runner: 'go', status: 'pass' }],
    [
      'go-build-fail',
      'go test ./...',
      1,
      { runner: 'go', status: 'error', errors: 1, error: './cart_test.go:9:5: undefined: Total' },
    ],
    ['golangci-fail', 'mise run lint', 1, { runner: 'golangci-lint', check: 'lint', status: 'fail', errors: 1 }],
    ['golangci-pass', 'mise run lint 2>&1 | tail -5', 0, { runner: 'golangci-lint', status: 'pass', errors: 0 }],
    [
      'tsc-fail',
      'npx tsc --noEmit',
      2,
      {
        runner: 'tsc',
        check: 'types',
        status: 'fail',
        errors: 2,
        error: "a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.",
      },
    ],
    ['tsc-missing', 'tsc nosuch.ts', 2, { runner: 'tsc', status: 'error' }],
    ['eslint-fail', 'npx eslint .', 1, { runner: 'eslint', check: 'lint', status: 'fail', errors: 1 }],
    ['eslint-warn', 'npm run lint', 0, { runner: 'eslint', status: 'pass', errors: 0 }],
    ['eslint-none', 'npx eslint nosuch.js', 2, { runner: 'eslint', status: 'error' }],
    ['make-fail', 'make', 2, { runner: 'make', check: 'build', status: 'fail' }],
    ['make-none', 'make', 2, { runner: 'make', status: 'error' }],
    [
      'gradle-fail',
      './gradlew test',
      1,
      {
        runner: 'gradle',
        status: 'fail',
        failed: 1,
        failing: ['CartTest > adds()'],
        error: "Execution failed for task ':test'.",
      },
    ],
    [
      'maven-fail',
      'mvn -q verify',
      1,
      {
        runner: 'maven',
        status: 'fail',
        passed: 1,
        failed: 1,
        skipped: 1,
        failing: ['CartTest.adds'],
        durationMs: 1903,
      },
    ],
  ])('%s of %j with exit %d', (name, line, exit, expected) => {
    const [outcome] = run(line, exit, recorded(name))
    expect(outcome).toMatchObject(expected)
  })
})

describe('exit status first', () => {
  const statuses = (line: string, exit: number, output = '') => run(line, exit, output).map(({ status }) => status)

  it("an exit of 0 is a pass where it is the check's own, and proves nothing where another program ended the line", () => {
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

  it('output that was cut proves no pass where the runner has no totals at its end', () => {
    expect(statuses('go test ./... 2>&1 | tail -50', 0, recorded('go-pass'))).toEqual(['pass'])
    expect(statuses('go test ./... 2>&1 | head -3', 0, recorded('go-pass'))).toEqual(['unknown'])
    expect(statuses('go test ./... 2>&1 | head -50', 0, recorded('go-pass'))).toEqual(['pass'])
    expect(statuses('go test ./... | grep ok', 0, recorded('go-pass'))).toEqual(['unknown'])
  })

  it('of several checks in a failing line, only what is known to have failed did', () => {
    const line = 'npm run lint && npx vitest run'
    expect(statuses(line, 1, recorded('vitest-fail'))).toEqual(['unknown', 'fail'])
    expect(statuses(line, 1)).toEqual(['unknown', 'unknown'])
    expect(statuses(line, 0)).toEqual(['pass', 'pass'])
  })

  it("a script that swallows its runner's failure is no pass", () => {
    expect(statuses('npm test', 0, recorded('jest-fail'))).toEqual(['fail'])
  })

  it('what nobody saw end is unknown', () => {
    const call = done({ kind: 'shell', command: 'npm test', background: true }, '')
    expect(outcomesOfCall(call, []).map(({ status }) => status)).toEqual(['unknown'])
  })
})

describe('runs that no command gives away', () => {
  it("are known by a test runner's totals", () => {
    expect(run('./scripts/ci.sh', 0, recorded('pytest-quiet-pass'))).toMatchObject([
      { runner: 'pytest', status: 'pass' },
    ])
    expect(run('node tools/check.mjs', 1, recorded('mocha-fail'))).toMatchObject([{ runner: 'mocha', status: 'fail' }])
  })

  it('are none where an output is only shown', () => {
    for (const line of [
      'cat log.txt',
      'gh run view 12 --log',
      'git show HEAD:out.txt; make clean',
      'tail -50 /tmp/out',
    ])
      expect(run(line, 0, recorded('pytest-fail'))).toEqual([])
  })

  it('are those that the user names', () => {
    const extra = ['./ci.sh', 'just verify']
    expect(run('cd app && ./ci.sh --all', 0, 'fine', extra)).toMatchObject([
      { runner: 'ci.sh', check: 'test', status: 'pass' },
    ])
    expect(run('just verify', 3, 'Error: no', extra)).toMatchObject([{ status: 'fail', error: 'Error: no' }])
    expect(run('just clean', 0, '', extra)).toEqual([])
    expect(run('./ci.sh', 0, 'fine')).toEqual([])
  })
})

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
  ]
  const lines = names.flatMap((name) => recorded(name).split('\n'))
  const output = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
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
        'cd a',
        'make',
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

  it('is never a pass where the exit was not 0', () => {
    fc.assert(
      fc.property(line, output, fc.integer({ min: 1, max: 255 }), (command, text, exit) => {
        expect(run(command, exit, text).map(({ status }) => status)).not.toContain('pass')
      }),
    )
  })

  it('is read in time that does not grow with what it repeats', () => {
    for (const unit of [...new Set(lines), ' ', '=', 'a › ', '1 passed, ', '\u001b[1m', '--- FAIL: ']) {
      const began = performance.now()
      run('npm test', 1, unit.repeat(Math.ceil(1_000_000 / Math.max(1, unit.length))))
      expect(performance.now() - began).toBeLessThan(500)
    }
  })

  it('keeps what it tells within bounds', () => {
    const many = Array.from({ length: 500 }, (_, at) => `FAILED ${'x'.repeat(300)}${at} - no`).join('\n')
    const [outcome] = run('pytest', 1, `${many}\n500 failed in 1.00s`)
    expect(outcome?.failing).toHaveLength(20)
    expect(JSON.stringify(outcome).length).toBeLessThan(4096)
  })
})
