import type { Observation } from '../nouns/observation.ts'
import { topicOf } from './headline.ts'
import { saysAgain, statementOf } from './near-duplicates.ts'
import { UNDONE_FACT } from './supersession.ts'

/** Prefix of the fact that describes a failure; a later observation of the same failure is matched by it. */
export const FAILURE_FACT = 'Failed: '

/**
 * Merges new observations with those that a session has. Same id, or same title and files → one record, with the
 * evidence of both under the older id; the same failing command and a shared file → the later supersedes the earlier. A
 * record made again after another had superseded it is current again: it supersedes nothing of its own id, and the
 * record in between no longer supersedes it.
 */
export function reconcile(fresh: readonly Observation[], older: readonly Observation[]): Observation[] {
  const known = new Map(older.map((each) => [each.id, each]))
  const alike = new Map(older.map((each) => [likeness(each), each]))
  const result = new Map<string, Observation>()
  const put = (each: Observation) => {
    result.set(each.id, each)
    known.set(each.id, each)
    alike.set(likeness(each), each)
  }
  for (const each of fresh) {
    const twin = known.get(each.id) ?? alike.get(likeness(each))
    const merged = twin === undefined ? each : unite(each, twin)
    const between = twin === undefined ? [] : overtaken(merged, known)
    put({ ...merged, supersedes: merged.supersedes ?? supersededBy(merged, older) ?? between.at(-1)?.id })
    for (const record of between) put({ ...record, supersedes: undefined })
  }
  return [...result.values()]
}

/** The records that had superseded this one before it was made again, oldest first. */
const overtaken = ({ id, at }: Observation, known: ReadonlyMap<string, Observation>): Observation[] =>
  [...known.values()]
    .filter((each) => each.supersedes === id && each.id !== id && each.at < at)
    .sort((a, b) => a.at - b.at)

const likeness = ({ title, filesModified, agentId }: Observation): string =>
  JSON.stringify([title.toLowerCase(), [...filesModified].sort(), agentId])

/**
 * A finding linked to the newest one in an earlier session that says the same, if any; a decision of the person linked to
 * their last one on its subject, which it confirms or else supersedes.
 */
export function confirming(fresh: Observation, others: readonly Observation[]): Observation {
  if (fresh.type === 'decision' && fresh.decidedBy === 'user') return deciding(fresh, others)
  if (fresh.type !== 'discovery') return fresh
  const claim = statementOf(fresh.title)
  const same = others
    .filter(({ type, session, at }) => type === 'discovery' && session !== fresh.session && at < fresh.at)
    .filter(({ title }) => saysAgain(statementOf(title), claim))
  const confirmed = same.sort((a, b) => b.at - a.at)[0]
  return confirmed === undefined ? fresh : { ...fresh, confirms: confirmed.id }
}

function deciding(fresh: Observation, others: readonly Observation[]): Observation {
  const earlier = others.filter(
    ({ type, decidedBy, id, at }) => type === 'decision' && decidedBy === 'user' && id !== fresh.id && at < fresh.at,
  )
  const last = earlier.filter(({ title }) => isOneSubject(title, fresh.title)).sort((a, b) => b.at - a.at)[0]
  if (last === undefined) return fresh
  const isSame = saysAgain(statementOf(last.title), statementOf(fresh.title))
  return isSame ? { ...fresh, confirms: last.id } : { ...fresh, supersedes: last.id }
}

/** Whether most words of substance of the shorter of two texts are in the other one. */
export function isOneSubject(some: string, others: string): boolean {
  const [one, other] = [topicOf([some]), topicOf([others])]
  const shared = [...one].filter((stem) => other.has(stem)).length
  return shared >= 2 && shared >= SHARED * Math.min(one.size, other.size)
}

const SHARED = 0.6

function unite(later: Observation, earlier: Observation): Observation {
  const supersedes = later.supersedes === earlier.id ? undefined : later.supersedes
  return {
    ...later,
    id: earlier.id,
    at: Math.max(later.at, earlier.at),
    evidence: union(earlier.evidence, later.evidence),
    filesRead: union(earlier.filesRead, later.filesRead),
    facts: earlier.id === later.id ? later.facts : union(later.facts, earlier.facts.filter(isFact)).slice(0, 8),
    supersedes: supersedes ?? earlier.supersedes,
  }
}

/** Work that was abandoned and then redone is no longer abandoned. */
const isFact = (fact: string): boolean => fact !== UNDONE_FACT

function supersededBy(later: Observation, older: readonly Observation[]): string | undefined {
  const failure = failureOf(later)
  if (failure === undefined) return undefined
  const files = new Set(later.filesModified)
  const earlier = older.filter(
    (each) =>
      each.id !== later.id &&
      each.at < later.at &&
      failureOf(each) === failure &&
      each.filesModified.some((file) => files.has(file)),
  )
  return earlier.sort((a, b) => b.at - a.at)[0]?.id
}

/** The failing command, without its error, which may differ. */
const failureOf = ({ facts }: Observation): string | undefined =>
  facts.find((fact) => fact.startsWith(FAILURE_FACT))?.split(' → ')[0]

const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])]
