import type { Clean, Cleaned } from '@hindcast/redaction/clean.ts'

/** Two steps and the one that came next, in one project. */
export interface Sequence {
  readonly of: readonly [first: string, second: string, next: string]
  /** How often, and in which sessions (at most `KEPT` are remembered). */
  readonly n: number
  readonly sessions: readonly string[]
  /** The events that show it; the newest `KEPT`. */
  readonly evidence: readonly string[]
}

/** What was done after what in the sessions of a project. */
export interface Sequences {
  readonly seen: readonly Sequence[]
  /** The last steps of sessions that may go on. */
  readonly last: readonly { readonly session: string; readonly kind: StepKind; readonly steps: readonly string[] }[]
}

/** Steps of the agent, and requests of the person. */
export type StepKind = 'done' | 'asked'

/** Stands for a request that has no name. */
export const UNNAMED = ''

const KEPT = 5
/** Of rarer sequences, the newest are kept. */
const MOST = 1000
const MOST_SESSIONS = 50

/** Counts the steps of one more turn; `steps` continue those of the session's earlier turns. */
export function withTurn(state: Cleaned<Sequences>, turn: Turn): Cleaned<Sequences> {
  const { id, session, kind } = turn
  if (turn.steps.length === 0) return state
  const isOwn = (one: Cleaned<Sequences>['last'][number]) => one.session === session && one.kind === kind
  const before = state.last.find(isOwn)?.steps ?? []
  const steps = [...before, ...turn.steps].filter((step, at, all) => step !== all[at - 1])
  const seen = new Map(state.seen.map((each) => [each.of.join('\n'), each]))
  for (let at = Math.max(2, before.length); at < steps.length; at++) {
    // A request that has no name is none that recurs
    if (steps.slice(at - 2, at + 1).includes(UNNAMED as Clean)) continue
    const of = [steps[at - 2], steps[at - 1], steps[at]] as unknown as Cleaned<Sequence>['of']
    const known = seen.get(of.join('\n'))
    seen.delete(of.join('\n'))
    seen.set(of.join('\n'), {
      of,
      n: (known?.n ?? 0) + 1,
      sessions: withNewest(known?.sessions, session),
      evidence: withNewest(known?.evidence, id),
    })
  }
  const others = state.last.filter((one) => !isOwn(one))
  const last = [...others, { session, kind, steps: steps.slice(-2) }].slice(-MOST_SESSIONS)
  return { seen: commonest([...seen.values()]), last }
}

/** The steps of a turn, and the event that has them. */
interface Turn {
  readonly id: Clean
  readonly session: Clean
  readonly kind: StepKind
  readonly steps: readonly Clean[]
}

const withNewest = (known: readonly Clean[] = [], one: Clean): readonly Clean[] =>
  [...known.filter((each) => each !== one), one].slice(-KEPT)

/** The oldest of those seen once go first. */
function commonest(seen: Cleaned<Sequences>['seen']): Cleaned<Sequences>['seen'] {
  if (seen.length <= MOST) return seen
  const rare = seen.findIndex(({ n }) => n === 1)
  return seen.filter((_, at) => at !== Math.max(0, rare))
}
