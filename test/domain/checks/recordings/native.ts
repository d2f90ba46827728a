import type { Recording } from '../recordings.ts'

/** Runners of Rust, Go, C and C++ projects. */
export const native: readonly Recording[] = [
  {
    file: 'cargo-fail',
    line: 'cargo test',
    exit: 101,
    expected: {
      runner: 'cargo',
      status: 'fail',
      passed: 1,
      failed: 1,
      skipped: 1,
      failing: ['tests::adds'],
      error: 'assertion `left == right` failed',
    },
  },
  {
    file: 'cargo-pass',
    line: 'cargo test --all',
    exit: 0,
    expected: { runner: 'cargo', status: 'pass', passed: 2, failed: 0, skipped: 1 },
  },
  {
    file: 'cargo-build-fail',
    line: 'cargo build',
    exit: 101,
    expected: { runner: 'cargo', check: 'build', status: 'fail', errors: 1 },
  },
  {
    file: 'cargo-build-fail',
    line: 'cargo test',
    exit: 101,
    expected: { runner: 'cargo', check: 'test', status: 'error', errors: 1 },
  },
  {
    file: 'go-fail',
    line: 'go test ./...',
    exit: 1,
    expected: {
      runner: 'go',
      status: 'fail',
      failed: 2,
      failing: ['TestAdds', 'TestTable', 'TestTable/one'],
      error: 'cart_test.go:8: Total(1, 2) = 2, want 3',
    },
  },
  { file: 'go-pass', line: 'go test ./...', exit: 0, expected: { runner: 'go', status: 'pass' } },
  {
    file: 'go-build-fail',
    line: 'go test ./...',
    exit: 1,
    expected: { runner: 'go', status: 'error', errors: 1, error: 'cart/cart_test.go:7:12: undefined: Totals' },
  },
  {
    file: 'golangci-fail',
    line: 'mise run lint',
    exit: 1,
    expected: { runner: 'golangci-lint', check: 'lint', status: 'fail', errors: 1 },
  },
  {
    file: 'golangci-pass',
    line: 'mise run lint 2>&1 | tail -5',
    exit: 0,
    expected: { runner: 'golangci-lint', status: 'pass', errors: 0 },
  },
  { file: 'make-fail', line: 'make', exit: 2, expected: { runner: 'make', check: 'build', status: 'fail' } },
  { file: 'make-none', kind: 'none', line: 'make', exit: 2, expected: { runner: 'make', status: 'error' } },
]
