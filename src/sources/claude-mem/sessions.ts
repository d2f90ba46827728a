import type { Project, Session } from '../../domain/memory/nouns.ts'
import type { Evidence, ForeignFile } from '../../ports.ts'
import { CLAUDE_MEM } from './records.ts'
import { pagesOf, type RowOf } from './tables.ts'
import { textOf, timeOf } from './values.ts'

/** A session as claude-mem knows it, and what we do. `isOurs`: the client told of it too. */
export interface MemSession {
  readonly row: RowOf<'sdk_sessions'>
  readonly id: string
  readonly at: number
  readonly host: string
  readonly name: string
  readonly known: Session | undefined
  readonly isOurs: boolean
}

/** Sessions by the host's id, and by each id under which claude-mem's own model observed them. */
export interface MemSessions {
  readonly byId: ReadonlyMap<string, MemSession>
  readonly byMemory: ReadonlyMap<string, MemSession>
}

/** All sessions of a file; one that has no id or no time is told to `fail` by its row. */
export async function sessionsOf(
  file: ForeignFile,
  evidence: Evidence,
  fail: (row: RowOf<'sdk_sessions'>, why: string) => void,
): Promise<MemSessions> {
  const [byId, byMemory] = [new Map<string, MemSession>(), new Map<string, MemSession>()]
  for (const page of pagesOf(file, 'sdk_sessions'))
    for (const row of page) {
      const id = textOf(row.session)
      const at = timeOf(row.at, row.written)
      if (id === '' || id.length > ID_MAX || at === undefined) {
        fail(row, id === '' ? 'it names no session' : 'it has no time')
        continue
      }
      const session = byId.get(id) ?? (await sessionOf(row, id, at, evidence))
      byId.set(id, session)
      const memory = textOf(row.memory)
      if (memory !== '') byMemory.set(memory, session)
    }
  return { byId, byMemory }
}

const ID_MAX = 200

async function sessionOf(row: RowOf<'sdk_sessions'>, id: string, at: number, evidence: Evidence): Promise<MemSession> {
  const known = (await evidence.sessions({ id, limit: 10 })).find((session) => session.id === id)
  const platform = textOf(row.platform).toLowerCase()
  const host = platform === '' || platform === 'claude' ? 'claude-code' : platform.slice(0, 40)
  return {
    row,
    id,
    at,
    host,
    name: textOf(row.project),
    known,
    isOurs: known !== undefined && known.source !== CLAUDE_MEM,
  }
}

/** Whose a record is: its session's project where we know that, else the one that its project's name stands for. */
export const projectIn = (
  session: MemSession | undefined,
  name: string,
  projects: ReadonlyMap<string, Project>,
): string => session?.known?.project ?? projects.get(session?.name ?? name)?.id ?? ''
