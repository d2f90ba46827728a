import { HindcastError } from '../../domain/errors.ts'
import type { RecordOf } from '../../domain/nouns/records.ts'
import type { OperationPorts } from '../../ports.ts'

/** How to list the records of which a verb takes one by its id. */
export const LISTED_BY = {
  experience: 'to list experiences, run hindcast experiences',
  handoff: 'to list handoffs, run hindcast handoff list',
  lesson: 'to list lessons, run hindcast lessons --all',
  run: 'to show the newest, run hindcast run',
} as const

/** The record of a noun that has this id, or a longer one that nothing else begins with. Throws `not-found`. */
export async function recordWithId<K extends keyof typeof LISTED_BY>(
  kind: K,
  id: string,
  { memories }: OperationPorts,
): Promise<RecordOf<K>> {
  const [found] = await memories.show([id])
  if (found?.kind === kind) return found.record as RecordOf<K>
  throw new HindcastError('not-found', `no ${kind} matches '${id}'`, { remedy: LISTED_BY[kind] })
}

/** Why there is nothing to show: nothing begins so, or more than one record or session does. */
export async function unknownId(
  missing: readonly string[],
  { memories, evidence }: OperationPorts,
): Promise<HindcastError> {
  const [prefix = ''] = missing
  const [records, sessions] = await Promise.all([
    memories.idsFrom(prefix, MOST_MEANT),
    evidence.sessions({ id: prefix, limit: MOST_MEANT }),
  ])
  const meant = [...records, ...sessions.map(({ id }) => id)]
  if (prefix === '' || meant.length < 2)
    return new HindcastError('not-found', `no record or session matches ${missing.map((id) => `'${id}'`).join(', ')}`)
  const remedy = `pass one of ${shortestPrefixes(meant).slice(0, MOST_MEANT).join(', ')}`
  return new HindcastError('not-found', `more than one record or session begins with '${prefix}'`, { remedy })
}

const MOST_MEANT = 5

/** For each of several ids, in their order sorted, the shortest beginning that none of the others has. */
export function shortestPrefixes(ids: readonly string[]): string[] {
  const sorted = [...new Set(ids)].sort()
  const shared = (a: string, b: string | undefined) => {
    let length = 0
    while (b !== undefined && length < a.length && a[length] === b[length]) length++
    return length
  }
  return sorted.map((id, at) => id.slice(0, 1 + Math.max(shared(id, sorted[at - 1]), shared(id, sorted[at + 1]))))
}
