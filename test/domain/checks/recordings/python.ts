import type { Recording } from '../recordings.ts'

/** Runners of Python projects. */
export const python: readonly Recording[] = [
  {
    file: 'pytest-fail',
    line: 'pytest',
    exit: 1,
    expected: {
      runner: 'pytest',
      status: 'fail',
      passed: 1,
      failed: 1,
      skipped: 1,
      failing: ['test_cart.py::CartTest::test_adds'],
      error: 'AssertionError: 2 != 3',
      durationMs: 6520,
    },
  },
  {
    file: 'pytest-quiet-pass',
    line: 'uv run pytest -q',
    exit: 0,
    expected: { runner: 'pytest', status: 'pass', passed: 2, failed: 0, skipped: 1 },
  },
  {
    file: 'pytest-error',
    line: 'python3 -m pytest',
    exit: 2,
    expected: { runner: 'pytest', status: 'error', errors: 1, error: "ModuleNotFoundError: No module named 'cart'" },
  },
  {
    file: 'unittest-fail',
    line: 'python -m unittest',
    exit: 1,
    expected: {
      runner: 'unittest',
      status: 'fail',
      passed: 1,
      failed: 1,
      skipped: 1,
      failing: ['test_adds'],
      error: 'AssertionError: 2 != 3',
    },
  },
  {
    file: 'unittest-pass',
    line: 'python -m unittest -v',
    exit: 0,
    expected: { runner: 'unittest', status: 'pass', passed: 2, failed: 0, skipped: 1 },
  },
  {
    file: 'unittest-error',
    line: 'python -m unittest',
    exit: 1,
    expected: { runner: 'unittest', status: 'error', errors: 1 },
  },
]
