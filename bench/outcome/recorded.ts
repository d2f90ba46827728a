import { outcomesOfCall } from '../../src/domain/checks/judge.ts'
import type { CheckOutcome } from '../../src/domain/checks/outcome.ts'
import { expectedOf, RECORDINGS, type Recording, recorded } from '../../test/domain/checks/recordings.ts'
import { done, failed, shell } from '../../test/domain/samples.ts'
import { percent, shareOf, table } from '../retrieval/figures.ts'
import { type Judgement, judgementOf } from './labels.ts'

/** A check of a recording, as the product reads it. */
interface Reading {
  readonly recording: Recording
  readonly runner: string
  readonly kind: string
  readonly judgement: Judgement
  /** Of the fields that are expected besides the status, those that are not as expected. */
  readonly wrongFields: readonly string[]
}

/** The recordings as calls, by file. */
export const recordedCalls = () =>
  RECORDINGS.map(({ file, line, exit }) =>
    exit === 0 ? done(shell(line), recorded(file)) : failed(shell(line), recorded(file), exit),
  )

function readings(): Reading[] {
  const calls = recordedCalls()
  return RECORDINGS.flatMap((recording, at) => {
    const found = outcomesOfCall(calls[at] as (typeof calls)[number], [])
    const expected = expectedOf(recording)
    const { kind = expected[0]?.status ?? 'no check' } = recording
    const extra = Math.max(0, found.length - expected.length)
    return [
      ...expected.map((one, n) => readingOf(recording, kind, one, found[n])),
      ...Array.from({ length: extra }, () => {
        const judgement = judgementOf(undefined, found.at(-1)?.status)
        return { recording, runner: found.at(-1)?.runner ?? '', kind, judgement, wrongFields: [] }
      }),
    ]
  })
}

function readingOf(
  recording: Recording,
  kind: string,
  expected: ReturnType<typeof expectedOf>[number],
  found: CheckOutcome | undefined,
): Reading {
  const fields = Object.keys(expected) as (keyof CheckOutcome)[]
  const differs = (field: keyof CheckOutcome) => JSON.stringify(found?.[field]) !== JSON.stringify(expected[field])
  const wrongFields = fields.filter((field) => field !== 'status' && differs(field))
  return {
    recording,
    runner: expected.runner,
    kind,
    judgement: judgementOf(expected.status, found?.status),
    wrongFields,
  }
}

/** Accuracy by runner. */
export const runnerTable = (): string => grouped('runner', ({ runner }) => runner)

/** Accuracy by what is special about a recording. */
export const kindTable = (): string => grouped('kind', ({ kind }) => kind)

/** Recordings that are read wrongly, by file and line. */
export const wrongRecordings = (): string[] =>
  readings()
    .filter(({ judgement, wrongFields }) => judgement !== 'right' || wrongFields.length > 0)
    .map(({ recording, judgement, wrongFields }) =>
      [recording.file, `\`${recording.line}\``, recording.exit, judgement, ...wrongFields].join(' '),
    )

function grouped(title: string, of: (one: Reading) => string): string {
  const all = readings()
  const names = [...new Set(all.map(of))].sort()
  const rows = names.map((name) =>
    rowOf(
      name,
      all.filter((one) => of(one) === name),
    ),
  )
  return table(
    [title, 'checks', 'of documents', 'status right', 'unknown', 'false passes', 'fields right too'],
    [...rows, rowOf('all', all)],
  )
}

function rowOf(name: string, some: readonly Reading[]): string[] {
  const count = (is: (one: Reading) => boolean) => some.filter(is).length
  const right = count(({ judgement }) => judgement === 'right')
  return [
    name,
    String(some.length),
    String(count(({ recording }) => recording.isFromDocuments === true)),
    percent(shareOf(right, some.length)),
    String(count(({ judgement }) => judgement === 'unknown where a reader can tell' || judgement === 'missed')),
    String(count(({ judgement }) => judgement === 'false pass')),
    String(count(({ judgement, wrongFields }) => judgement === 'right' && wrongFields.length === 0)),
  ]
}
