import { HindcastError } from '../../domain/errors.ts'
import type { OperationPorts } from '../../ports.ts'

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
