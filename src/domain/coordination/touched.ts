import type { Classification } from '../classification.ts'

/** The files that a call names and changes, without the client's own. Before the call: those that it is about to change. */
export function touchedBy({ filesModified, filesWritten = [], clientsOwn = [] }: Classification): readonly string[] {
  const own = new Set(clientsOwn)
  return [...new Set([...filesModified, ...filesWritten])].filter((path) => path.startsWith('/') && !own.has(path))
}
