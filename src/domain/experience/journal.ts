import type { CaptureEntry, Entry, ResolveEntry, StartEntry, UpdateEntry } from './entry.ts'
import type { Experience, Tier } from './experience.ts'

/** The changes in a record's journal, in order. */
export const changesOf = ({ journal }: Pick<Experience, 'journal'>): readonly Entry[] =>
  (journal.changes as readonly Entry[] | undefined) ?? []

/**
 * The experience that a journal amounts to; undefined without a start. Changes that its state does not admit (a second
 * start, anything after the end) stay in the journal and have no effect, so no order of writers can corrupt it.
 */
export function experienceOf(id: string, journal: readonly Entry[]): Experience | undefined {
  const changes = orderedEntries(journal)
  const begun = changes.findIndex(({ kind }) => kind === 'start')
  const start = changes[begun]
  if (start?.kind !== 'start') return undefined
  let now = started(id, start)
  let lastAt = start.at
  for (const change of changes.slice(begun + 1)) {
    const next = applied(now, change, changes)
    if (next === now) continue
    now = next
    lastAt = Math.max(lastAt, change.at)
  }
  return { ...now, at: lastAt, journal: { changes } }
}

/** Two versions of one experience, whoever wrote last. Commutative, associative and idempotent. */
export const mergedExperience = (kept: Experience, next: Experience): Experience =>
  experienceOf(kept.id, [...changesOf(kept), ...changesOf(next)]) ?? next

/** An experience with one more change. */
export const withJournalEntry = (experience: Experience, change: Entry): Experience =>
  experienceOf(experience.id, [...changesOf(experience), change]) ?? experience

/** An experience as it was at a time; undefined before its start. */
export function asOf(experience: Experience, at: number): Experience | undefined {
  if (experience.at <= at) return experience
  return experienceOf(
    experience.id,
    changesOf(experience).filter((change) => change.at <= at),
  )
}

/** Who may change it: the session that holds it. */
export const holderOf = ({ heldBy, session }: Experience): string => heldBy ?? session

const ORDER: readonly Entry['kind'][] = ['start', 'adopt', 'update', 'capture', 'resolve']

/** By time, each once; at the same time in a fixed order. */
function orderedEntries(changes: readonly Entry[]): readonly Entry[] {
  const distinct = new Map(changes.map((change) => [entryKey(change), change]))
  return [...distinct]
    .sort(
      ([a, left], [b, right]) =>
        left.at - right.at || ORDER.indexOf(left.kind) - ORDER.indexOf(right.kind) || (a < b ? -1 : 1),
    )
    .map(([, change]) => change)
}

/** Changes with equal fields are one change. */
const entryKey = (change: Entry): string =>
  JSON.stringify(
    Object.entries(change)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

function started(id: string, start: StartEntry): Experience {
  const { at, by, session, project, agentId, domain, strategy, goal, hypothesis, action, prediction } = start
  return {
    id,
    session,
    project,
    agentId,
    at,
    startedAt: at,
    state: 'open',
    isProvisional: by === 'hindcast',
    domain,
    strategy,
    goal,
    hypothesis,
    action,
    prediction,
    expect: start.expect,
    iterations: 1,
    failure: start.failure,
    failing: start.failing ?? [],
    files: [],
    diffs: [],
    commands: [],
    evidence: start.evidence ?? [],
    journal: {},
  }
}

function applied(now: Experience, change: Entry, all: readonly Entry[]): Experience {
  if (now.state === 'closed') return change.kind === 'resolve' ? committed(now, change) : now
  switch (change.kind) {
    case 'start':
      return now.isProvisional && change.by === 'agent' ? takenOver(now, change) : now
    case 'adopt':
      return { ...now, heldBy: change.session, agentId: change.agentId }
    case 'update':
      return updated(now, change)
    case 'capture':
      return {
        ...now,
        evidence: withIds(now.evidence, [change.run]),
        result: change.isOtherFailure ? change.said : undefined,
      }
    case 'resolve':
      return resolved(now, change, all)
  }
}

/** The agent takes over what Hindcast opened, with the failure that it is about. */
function takenOver(now: Experience, start: StartEntry): Experience {
  const own = started(now.id, start)
  return {
    ...own,
    session: now.session,
    ...(start.session !== now.session && { heldBy: start.session }),
    failure: own.failure ?? now.failure,
    failing: own.failing.length > 0 ? own.failing : now.failing,
    evidence: withIds(now.evidence, own.evidence),
  }
}

function updated(now: Experience, { hypothesis, action, prediction, strategy, expect }: UpdateEntry): Experience {
  const belief = {
    hypothesis: hypothesis ?? now.hypothesis,
    action: action ?? now.action,
    prediction: prediction ?? now.prediction,
  }
  const isOther =
    belief.hypothesis !== now.hypothesis || belief.action !== now.action || belief.prediction !== now.prediction
  return {
    ...now,
    ...belief,
    strategy: strategy ?? now.strategy,
    // What was expected of another prediction decides nothing about this one
    expect: expect ?? (belief.prediction === now.prediction ? now.expect : undefined),
    iterations: now.iterations + (isOther ? 1 : 0),
  }
}

function resolved(now: Experience, end: ResolveEntry, all: readonly Entry[]): Experience {
  const { at, by, status, result, surprise, rootCause, cause, lesson, evidence = [] } = end
  const closed: Experience = {
    ...now,
    state: 'closed',
    closedAt: at,
    status,
    result,
    surprise,
    rootCause,
    cause,
    lesson,
    files: end.files ?? [],
    diffs: end.diffs ?? [],
    ...(end.isErrorHarmless && { failure: undefined }),
    commands: end.commands ?? [],
    committed: end.committed,
    evidence: withIds(now.evidence, evidence),
  }
  const tier = tierOf(closed, end, all)
  const isRead = status !== 'abandoned' && (by === 'hindcast' || tier === 'gold')
  return { ...closed, tier, ...(isRead && { isAutoCaptured: true }) }
}

/** The commit that followed the end that Hindcast saw. */
function committed(now: Experience, end: ResolveEntry): Experience {
  if (end.by !== 'hindcast' || end.at !== now.closedAt || end.committed === undefined) return now
  if (now.committed !== undefined || now.isAutoCaptured !== true) return now
  return { ...now, committed: end.committed, evidence: withIds(now.evidence, end.evidence ?? []) }
}

const withIds = (ids: readonly string[], more: readonly string[]): readonly string[] => [...new Set([...ids, ...more])]

/** Opened this shortly before its end, an experience was most likely written down afterwards. */
const TOO_SHORT_MS = 60_000

/** How well the end of an experience is supported; see `TIERS`. */
function tierOf({ startedAt, status }: Experience, end: ResolveEntry, changes: readonly Entry[]): Tier {
  if (status === 'abandoned') return 'abandoned'
  const runs = changes.filter(
    (each): each is CaptureEntry => each.kind === 'capture' && each.at >= startedAt && each.at <= end.at,
  )
  const deciding = status === 'confirmed' ? 'match' : 'mismatch'
  // The belief may have changed after earlier runs
  if (runs.findLast(({ verdict }) => verdict !== undefined)?.verdict === deciding) return 'gold'
  const isCited = runs.length > 0 || (end.evidence?.length ?? 0) > 0
  return isCited && end.at - startedAt >= TOO_SHORT_MS ? 'silver' : 'bronze'
}
