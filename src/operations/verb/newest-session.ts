import type { OperationPorts } from '../../ports.ts'

/** The session that a call without one most likely belongs to: the open one of a project that was active last; '' if none. */
export async function newestSession(project: string, { evidence }: OperationPorts): Promise<string> {
  const open = await evidence.sessions({ project, open: true, limit: 20 })
  return open.toSorted((a, b) => b.lastSeenAt - a.lastSeenAt)[0]?.id ?? ''
}
