import type { Observation } from '../nouns/observation.ts'

/** What an observation's first fact of a failure begins with; a later one over the same failure is found by it. */
export const FAILURE_FACT = 'Failed: '

/**
 * New observations beside those that a session has. Same id or same title and files → one, evidence united under the older
 * id; the same failing command over a shared file → the later supersedes the older.
 */
export function reconcile(fresh: readonly Observation[], older: readonly Observation[]): Observation[] {
  const known = new Map(older.map((each) => [each.id, each]))
  const alike = new Map(older.map((each) => [likeness(each), each]))
  const result = new Map<string, Observation>()
  for (const each of fresh) {
    const twin = known.get(each.id) ?? alike.get(likeness(each))
    const merged = twin === undefined ? each : unite(each, twin)
    result.set(merged.id, { ...merged, supersedes: merged.supersedes ?? supersededBy(merged, older) })
    alike.set(likeness(merged), merged)
    known.set(merged.id, merged)
  }
  return [...result.values()]
}

const likeness = ({ title, filesModified, agentId }: Observation): string =>
  JSON.stringify([title.toLowerCase(), [...filesModified].sort(), agentId])

function unite(later: Observation, earlier: Observation): Observation {
  return {
    ...later,
    id: earlier.id,
    at: Math.max(later.at, earlier.at),
    evidence: union(earlier.evidence, later.evidence),
    filesRead: union(earlier.filesRead, later.filesRead),
    facts: earlier.id === later.id ? later.facts : union(later.facts, earlier.facts).slice(0, 8),
    supersedes: later.supersedes ?? earlier.supersedes,
  }
}

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
