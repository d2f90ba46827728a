import type { Recording } from '../recordings.ts'

/** Recorded runs: types. */
export const typesRuns: readonly Recording[] = [
  {
    file: 'pyright-bad',
    line: 'pyright bad.py',
    exit: 1,
    expected: {
      runner: 'pyright',
      check: 'types',
      status: 'fail',
      errors: 2,
      error: '/app/bad.py:3:12 - error: Type "int" is not assignable to return type "str"',
    },
  },
  {
    file: 'pyright-good',
    line: 'pyright good.py',
    exit: 0,
    expected: { runner: 'pyright', check: 'types', status: 'pass', errors: 0 },
  },
  {
    file: 'pyright-json',
    line: 'pyright --outputjson bad.py',
    exit: 1,
    expected: { runner: 'pyright', check: 'types', status: 'fail', errors: 2, error: '"severity": "error",' },
  },
  {
    file: 'pyright-syntax',
    line: 'pyright syntax.py',
    exit: 1,
    expected: {
      runner: 'pyright',
      check: 'types',
      status: 'fail',
      errors: 6,
      error: '/app/syntax.py:1:6 - error: "(" was not closed',
    },
  },
  {
    file: 'pyright-warn',
    line: 'printf "# pyright: basic\\nimport nosuchmod\\n" > w.py; pyright --warnings w.py',
    exit: 1,
    expected: {
      runner: 'pyright',
      check: 'types',
      status: 'fail',
      errors: 1,
      error: '/app/w.py:2:8 - error: Import "nosuchmod" could not be resolved (reportMissingImports)',
    },
  },
  {
    file: 'tsc-bad',
    line: 'tsc -p .',
    exit: 2,
    expected: {
      runner: 'tsc',
      check: 'types',
      status: 'fail',
      errors: 3,
      error: "bad.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    },
  },
  {
    file: 'tsc-build',
    line: 'tsc -b --verbose',
    exit: 1,
    expected: {
      runner: 'tsc',
      check: 'types',
      status: 'fail',
      errors: 3,
      error: "bad.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    },
  },
  {
    file: 'tsc-good',
    line: 'tsc -p tsconfig.good.json',
    exit: 0,
    expected: { runner: 'tsc', check: 'types', status: 'pass' },
  },
  {
    file: 'tsc-listgood',
    line: 'tsc --diagnostics -p tsconfig.good.json',
    exit: 0,
    expected: { runner: 'tsc', check: 'types', status: 'pass' },
  },
  {
    file: 'tsc-noconfig',
    line: 'tsc -p nosuch.json',
    exit: 1,
    expected: {
      runner: 'tsc',
      check: 'types',
      status: 'error',
      errors: 1,
      error: "error TS5058: The specified path does not exist: 'nosuch.json'.",
    },
  },
  {
    file: 'tsc-pretty',
    line: 'tsc --pretty -p .',
    exit: 2,
    expected: {
      runner: 'tsc',
      check: 'types',
      status: 'fail',
      errors: 3,
      error: "bad.ts:1:7 - error TS2322: Type 'string' is not assignable to type 'number'.",
    },
  },
  {
    file: 'ty-fail',
    line: 'uvx ty check',
    exit: 1,
    isFromDocuments: true,
    expected: {
      runner: 'ty',
      check: 'types',
      status: 'fail',
      errors: 1,
      error: 'error[invalid-return-type]: Return type does not match returned value',
    },
  },
  {
    file: 'vuetsc-bad',
    line: 'vue-tsc -p tsconfig.vue.json',
    exit: 2,
    expected: {
      runner: 'tsc',
      check: 'types',
      status: 'fail',
      errors: 2,
      error: "bad.vue(2,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    },
  },
]
