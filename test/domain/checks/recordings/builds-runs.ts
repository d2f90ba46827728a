import type { Recording } from '../recordings.ts'

/** Recorded runs: builds. */
export const buildsRuns: readonly Recording[] = [
  {
    file: 'cmake-make-bad',
    line: 'cmake --build build',
    exit: 2,
    expected: {
      runner: 'make',
      check: 'build',
      status: 'fail',
      error: '/app/bad.c:2:25: error: ‘retrun’ undeclared (first use in this function)',
    },
  },
  {
    file: 'cmake-make-good',
    line: 'cmake --build build --target good',
    exit: 0,
    expected: { runner: 'cmake', check: 'build', status: 'pass' },
  },
  {
    file: 'cmake-ninja-bad',
    line: 'cmake --build nb --target bad',
    exit: 1,
    expected: {
      runner: 'ninja',
      check: 'build',
      status: 'fail',
      error: '/app/bad.c:2:25: error: ‘retrun’ undeclared (first use in this function)',
    },
  },
  {
    file: 'docker-build-fail',
    line: 'docker build .',
    exit: 1,
    isFromDocuments: true,
    expected: {
      runner: 'docker',
      check: 'build',
      status: 'fail',
      error: 'ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1',
    },
  },
  {
    file: 'docker-build-pass',
    line: 'docker build -t shop .',
    exit: 0,
    isFromDocuments: true,
    expected: { runner: 'docker', check: 'build', status: 'pass' },
  },
  {
    file: 'gcc-bad',
    line: 'gcc -Wall bad.c -o bad',
    exit: 1,
    expected: {
      runner: 'gcc',
      check: 'build',
      status: 'fail',
      errors: 2,
      error: 'bad.c:2:25: error: ‘retrun’ undeclared (first use in this function)',
    },
  },
  {
    file: 'gcc-link',
    line: 'printf "int f(void); int main(void){return f();}\\n" > l.c; gcc l.c -o l',
    exit: 1,
    expected: { runner: 'gcc', check: 'build', status: 'fail', error: "l.c:(.text+0x5): undefined reference to `f'" },
  },
  {
    file: 'make-bad',
    line: 'make',
    exit: 2,
    expected: { runner: 'make', check: 'build', status: 'fail', error: 'make: *** [Makefile:5: b] Error 1' },
  },
  {
    file: 'meson-compile-bad',
    line: 'meson compile -C b',
    exit: 1,
    expected: {
      runner: 'ninja',
      check: 'build',
      status: 'fail',
      error: '../bad.c:2:25: error: ‘retrun’ undeclared (first use in this function)',
    },
  },
  {
    file: 'meson-test-bad',
    line: 'meson test -C b',
    exit: 1,
    expected: { runner: 'meson', status: 'fail', passed: 1, failed: 1, skipped: 0, errors: 0, failing: ['f'] },
  },
  {
    file: 'meson-test-good',
    line: 'meson test -C b',
    exit: 0,
    expected: { runner: 'meson', status: 'pass', passed: 1, failed: 0, skipped: 0, errors: 0 },
  },
  {
    file: 'ninja-bad',
    line: 'ninja -C nb',
    exit: 1,
    expected: {
      runner: 'ninja',
      check: 'build',
      status: 'fail',
      error: '/app/bad.c:2:25: error: ‘retrun’ undeclared (first use in this function)',
    },
  },
  {
    file: 'ninja-good',
    line: 'ninja -C nb good',
    exit: 0,
    expected: { runner: 'ninja', check: 'build', status: 'pass' },
  },
  {
    file: 'ninja-none',
    kind: 'none',
    line: 'ninja -C nb good',
    exit: 0,
    expected: { runner: 'ninja', check: 'build', status: 'pass' },
  },
  {
    file: 'ninja-notarget',
    line: 'ninja -C nb nosuch',
    exit: 1,
    expected: { runner: 'ninja', check: 'build', status: 'error', error: "ninja: error: unknown target 'nosuch'" },
  },
]
