import type { Recording } from '../recordings.ts'

/** Recorded runs: workspaces. */
export const workspacesRuns: readonly Recording[] = [
  {
    file: 'bazel-fail',
    line: 'bazel test //...',
    exit: 3,
    isFromDocuments: true,
    expected: { runner: 'bazel', status: 'fail', failing: ['//cart:cart_test'] },
  },
  {
    file: 'bazel-pass',
    line: 'bazel test //...',
    exit: 0,
    isFromDocuments: true,
    expected: { runner: 'bazel', status: 'pass' },
  },
  {
    file: 'lerna-bad',
    line: 'lerna run test',
    exit: 130,
    expected: { runner: 'nx', status: 'fail', failing: ['b:test'], error: 'Error: it broke' },
  },
  { file: 'lerna-good', line: 'lerna run build', exit: 0, expected: { runner: 'nx', check: 'build', status: 'pass' } },
  {
    file: 'lerna4-fail',
    line: 'lerna run test',
    exit: 1,
    isFromDocuments: true,
    expected: { runner: 'lerna', status: 'fail', error: "npm run test exited 1 in 'b'" },
  },
  {
    file: 'npmws-bad',
    line: 'npm test --workspaces',
    exit: 1,
    expected: { runner: 'npm', status: 'fail', error: 'Error: it broke' },
  },
  {
    file: 'nx-bad',
    line: 'nx run-many -t test --skip-nx-cache',
    exit: 1,
    expected: { runner: 'nx', status: 'fail', failing: ['b:test'], error: 'Error: it broke' },
  },
  {
    file: 'nx-good',
    line: 'nx run-many -t build --skip-nx-cache',
    exit: 0,
    expected: { runner: 'nx', check: 'build', status: 'pass' },
  },
  {
    file: 'nx20-fail',
    line: 'npx nx affected -t test',
    exit: 1,
    isFromDocuments: true,
    expected: { runner: 'nx', status: 'fail', error: '✖  1/3 targets failed, including the following:' },
  },
  {
    file: 'turbo-bad',
    line: 'turbo run test --no-daemon',
    exit: 1,
    expected: {
      runner: 'turbo',
      status: 'fail',
      failing: ['b#test'],
      error: 'b#test: ERROR command (/app/packages/b) /usr/bin/npm run test exited (1)',
    },
  },
  {
    file: 'turbo-good',
    line: 'turbo run build --no-daemon',
    exit: 0,
    expected: { runner: 'turbo', check: 'build', status: 'pass' },
  },
  {
    file: 'turbo1-fail',
    line: 'turbo run build test',
    exit: 1,
    isFromDocuments: true,
    expected: {
      runner: 'turbo',
      check: 'build',
      status: 'fail',
      failing: ['b#test'],
      error: 'ERROR run failed: command exited (1)',
    },
  },
]
