import type { Classification } from '../classification.ts'
import type { ActKind } from '../tool.ts'

/** The demand for calls before which other sessions are looked at: only where several live in a project. */
export const COMPANY = 'company'

/** The acts that change files. */
export const EDITING: readonly ActKind[] = ['edit', 'write', 'shell']

/** The files that a call names and changes, without the client's own. Before the call: those that it is about to change. */
export function touchedBy({ filesModified, filesWritten = [], clientsOwn = [] }: Classification): readonly string[] {
  const own = new Set(clientsOwn)
  return [...new Set([...filesModified, ...filesWritten])].filter((path) => path.startsWith('/') && !own.has(path))
}
