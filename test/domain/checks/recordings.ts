import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CheckOutcome } from '../../../src/domain/checks/outcome.ts'
import { browsers } from './recordings/browsers.ts'
import { buildsRuns } from './recordings/builds-runs.ts'
import { bundlersRuns } from './recordings/bundlers-runs.ts'
import { c } from './recordings/c.ts'
import { cargoRuns } from './recordings/cargo-runs.ts'
import { formats } from './recordings/formats.ts'
import { goRuns } from './recordings/go-runs.ts'
import { javascript } from './recordings/javascript.ts'
import { javascriptLintersRuns } from './recordings/javascript-linters-runs.ts'
import { jest } from './recordings/jest.ts'
import { jvm } from './recordings/jvm.ts'
import { jvmRuns } from './recordings/jvm-runs.ts'
import { lintersRuns } from './recordings/linters-runs.ts'
import { mocha } from './recordings/mocha.ts'
import { native } from './recordings/native.ts'
import { node } from './recordings/node.ts'
import { othersRuns } from './recordings/others-runs.ts'
import { php } from './recordings/php.ts'
import { pytestMoreRuns } from './recordings/pytest-more-runs.ts'
import { pytestRuns } from './recordings/pytest-runs.ts'
import { python } from './recordings/python.ts'
import { pythonLintersRuns } from './recordings/python-linters-runs.ts'
import { ruby } from './recordings/ruby.ts'
import { runtimes } from './recordings/runtimes.ts'
import { scripting } from './recordings/scripting.ts'
import { specs } from './recordings/specs.ts'
import { typesRuns } from './recordings/types-runs.ts'
import { unittestRuns } from './recordings/unittest-runs.ts'
import { vitest } from './recordings/vitest.ts'
import { workspacesRuns } from './recordings/workspaces-runs.ts'

/**
 * What a runner printed, and what must be made of it: the one table that the tests and `npm run bench -- outcome` share.
 * A file may stand in several rows, once for each line that it is to be read behind.
 */
export interface Recording {
  /** In test/fixtures/outcomes, without `.txt`. */
  readonly file: string
  /** What is special about it; without it, its kind is its status. `none`: nothing was there to be run. */
  readonly kind?: 'none' | 'cut' | 'coloured' | 'interleaved'
  /** The shell line, and its exit status. */
  readonly line: string
  readonly exit: number
  /** One outcome, or one per check of the line; fields that are left out may be anything. `[]`: the line is no check. */
  readonly expected: Expected | readonly Expected[]
  /** It is not of a run of ours, but composed after the runner's documentation or source. */
  readonly isFromDocuments?: true
}

type Expected = Partial<CheckOutcome> & Pick<CheckOutcome, 'runner' | 'status'>

/** Every recording. */
export const RECORDINGS: readonly Recording[] = [
  ...python,
  ...javascript,
  ...vitest,
  ...specs,
  ...runtimes,
  ...node,
  ...mocha,
  ...jest,
  ...formats,
  ...browsers,
  ...native,
  ...jvm,
  ...buildsRuns,
  ...bundlersRuns,
  ...cargoRuns,
  ...goRuns,
  ...javascriptLintersRuns,
  ...jvmRuns,
  ...lintersRuns,
  ...othersRuns,
  ...pytestMoreRuns,
  ...pytestRuns,
  ...pythonLintersRuns,
  ...typesRuns,
  ...unittestRuns,
  ...workspacesRuns,
  ...c,
  ...php,
  ...ruby,
  ...scripting,
]

/** What is expected of a recording, one for each check of its line. */
export const expectedOf = ({ expected }: Recording): readonly Expected[] =>
  'status' in expected ? [expected] : expected

/** What a runner printed. A benchmark's bundle is as many folders deep as this file. */
export const recorded = (file: string): string =>
  readFileSync(resolve(import.meta.dirname, `../../../test/fixtures/outcomes/${file}.txt`), 'utf8')
