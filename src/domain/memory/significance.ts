import type { Classification } from '../classification.ts'
import type { Act } from '../tool.ts'
import type { Turn, TurnEvent } from './turns.ts'

/** The parts of an event's significance; the sum is capped at 1. */
export const WEIGHTS = {
  tool: { write: 0.3, edit: 0.25, shell: 0.2, read: 0.1, search: 0.05, other: 0.1 },
  path: { source: 0.2, test: 0.15, docs: 0.1 },
  failure: 0.2,
  feedback: 0.2,
  correction: 0.3,
  activeProject: 0.1,
} as const

/** A failed check always scores at least the threshold for an observation. */
const FAILED_CHECK_MIN = 0.3

/** What the score depends on besides the event itself. */
export interface Circumstances {
  /** A check in it failed, although its exit status was 0. */
  readonly failedCheck?: boolean
  /** The person reacted to it: a denial, an interruption. */
  readonly feedback?: boolean
  /** The person changed it. */
  readonly correction?: boolean
  /** It touched the session's project. */
  readonly activeProject?: boolean
}

/** 0–1. */
export function significanceOf(kind: Act['kind'] | undefined, found: Classification, known: Circumstances): number {
  const failed = found.outcome === 'failed' || known.failedCheck === true
  const sum =
    weightOfTool(kind) +
    Math.max(0, ...pathsOf(found).map(weightOfPath)) +
    (failed ? WEIGHTS.failure : 0) +
    (known.feedback === true ? WEIGHTS.feedback : 0) +
    (known.correction === true ? WEIGHTS.correction : 0) +
    (known.activeProject === true ? WEIGHTS.activeProject : 0)
  const least = failed && found.check !== undefined ? FAILED_CHECK_MIN : 0
  return Math.min(1, Math.max(least, Math.round(sum * 100) / 100))
}

/** The significance of a turn: that of its most significant call, or of having answered a person. */
export function worthOf(turn: Turn): number {
  const answered = turn.prompts.length > 0 && turn.message !== '' ? ANSWERED : 0
  return Math.max(answered, ...turn.calls.map(worthOfCall))
}

/** An exchange with the person in the current project. */
const ANSWERED = 0.3

function worthOfCall(event: TurnEvent): number {
  const { filesRead, filesModified, outcome, body } = event
  const found = { filesRead, filesModified, outcome, commands: [], check: body.check as Classification['check'] }
  const scored = 'significance' in event ? event.significance : undefined
  return scored ?? significanceOf((body.act as Act | undefined)?.kind, found, { activeProject: true })
}

function weightOfTool(kind: Act['kind'] | undefined): number {
  const weights: Readonly<Record<string, number>> = WEIGHTS.tool
  return weights[kind ?? 'other'] ?? WEIGHTS.tool.other
}

const pathsOf = (found: Classification): readonly string[] => [...found.filesModified, ...found.filesRead]

/** Tests first: `src/a.test.ts` is a test. */
function weightOfPath(path: string): number {
  if (/(^|\/)(tests?|specs?|__tests__)\/|[._-](test|spec)\.[a-z]+$|(^|\/)test_[^/]+$/i.test(path))
    return WEIGHTS.path.test
  if (/(^|\/)(docs?|documentation)\/|\.(md|mdx|rst|adoc)$/i.test(path)) return WEIGHTS.path.docs
  return /(^|\/)(src|lib)\//.test(path) ? WEIGHTS.path.source : 0
}
