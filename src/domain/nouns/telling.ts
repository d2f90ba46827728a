import { IN_SESSION, noun } from './noun.ts'

/** How a session used a record: opened it, touched one of its files, or wrote several of its rare words. */
export type UseKind = 'opened' | 'file' | 'words'

/** A record that one behaviour told a session or, to measure its value, withheld from it, with the result. */
export interface Telling {
  /** Derived from the session, the record and the behaviour, so telling it twice is one telling. */
  readonly id: string
  readonly session: string
  readonly project: string
  /** When it was first told or withheld; epoch milliseconds. */
  readonly at: number
  readonly behaviour: string
  readonly record: string
  readonly withheld: boolean
  /** Absent until the session uses the record. */
  readonly used?: UseKind | undefined
  readonly usedAt?: number | undefined
  /** A record that the same behaviour told to another session of the project; absent if there is none. */
  readonly control?: string | undefined
  /** Whether this session did what would count as using `control`, which it was not told: the base rate. */
  readonly elsewhere?: boolean | undefined
}

export default noun<Telling>()({
  name: 'telling',
  table: 'tellings',
  said: ['record shown', 'records shown'],
  letter: 't',
  role: 'derived',
  fields: {
    ...IN_SESSION,
    behaviour: 'word',
    record: 'id',
    withheld: 'flag',
    used: { oneOf: ['opened', 'file', 'words'], optional: true },
    usedAt: 'time?',
    control: 'id?',
    elsewhere: 'flag?',
  },
  indexes: [{ on: ['session', 'at'] }, { on: ['project', 'behaviour', 'at'] }],
  merge: mergedTelling,
  forget: { follows: ['record'], unlinks: ['control'] },
})

/** The first telling counts. A record told at any time is not withheld, and one used once stays used. */
function mergedTelling(kept: Telling, next: Telling): Telling {
  const withheld = kept.withheld && next.withheld
  const adds = next.used !== undefined || next.control !== undefined
  if (withheld === kept.withheld && !adds) return kept
  const control = kept.control ?? next.control
  return {
    ...kept,
    withheld,
    used: kept.used ?? next.used,
    usedAt: kept.usedAt ?? next.usedAt,
    control,
    elsewhere: control === next.control ? kept.elsewhere || next.elsewhere : kept.elsewhere,
  }
}
