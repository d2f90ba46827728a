import type { Reporter, TestCase } from 'vitest/node'
import { table } from '../../bench/retrieval/figures.ts'

/** What was measured of one fault; times in milliseconds. */
export interface Measured {
  readonly fault: string
  /** Rows that an undisturbed run has and this one has not, and the other way round. */
  readonly lost: number
  readonly doubled: number
  /** How much longer the longest prompt and session start took than those of an undisturbed run. */
  readonly promptMs?: number
  readonly startMs?: number
  /** Error lines at the terminal more than a second after the fault. */
  readonly errors?: number
  /** What the person was told. */
  readonly told?: readonly string[]
  /** Further figures, or why it was not run. */
  readonly note?: string
}

declare module 'vitest' {
  interface TaskMeta {
    measured?: Measured
  }
}

/** The longest that a fault may delay a prompt and a session's start. */
const PROMISED = { promptMs: 500, startMs: 1_500 }

/** Prints one line for each fault at the end of a run. Figures beyond what is promised are marked, since no test asserts times. */
export class FaultTable implements Reporter {
  readonly #rows: Measured[] = []

  onTestCaseResult(test: TestCase): void {
    const { measured } = test.meta()
    if (measured) this.#rows.push(measured)
  }

  onTestRunEnd(): void {
    if (this.#rows.length === 0) return
    const lines = this.#rows.flatMap(({ fault, told = [] }) => told.map((line) => `told at '${fault}': ${line}`))
    process.stdout.write(`\n${[table(HEAD, this.#rows.map(cellsOf)), ...lines].join('\n')}\n`)
  }
}

const HEAD = ['fault', 'lost', 'doubled', 'prompt', 'start', 'error lines', 'told', 'note']

function cellsOf({ fault, lost, doubled, promptMs, startMs, errors, told, note = '' }: Measured): string[] {
  const delay = (ms: number | undefined, most: number) =>
    ms === undefined ? '-' : `+${Math.max(0, Math.round(ms))} ms${ms > most ? ` (over ${most})` : ''}`
  return [
    fault,
    ...[String(lost), String(doubled), delay(promptMs, PROMISED.promptMs), delay(startMs, PROMISED.startMs)],
    ...[String(errors ?? '-'), told ? String(told.length) : '-', note],
  ]
}
