import type { Selection } from '../../../ports.ts'
import type { Database } from './database.ts'
import { unindex } from './documents.ts'
import { type Gathered, KINDS } from './gather.ts'
import { bury } from './tombstones.ts'

/** Buries what was gathered and deletes it from every table that holds it or names it: both, or the one step of it. */
export function erase(db: Database, gone: Gathered, selection: Selection, at: number): void {
  if (!selection.unburied && selection.step !== 'erase') buryAll(db, gone, selection, at)
  if (selection.step !== 'bury') deleteAll(db, gone, selection)
}

function deleteAll(db: Database, gone: Gathered, selection: Selection): void {
  const ids = KINDS.flatMap((kind) => [...gone[kind]])
  for (const id of ids) unindex(db, id)
  // Its jobs go with an event
  for (const kind of KINDS) remove(db, `DELETE FROM ${kind} WHERE id IN`, gone[kind])
  remove(db, 'UPDATE observations SET supersedes = NULL WHERE supersedes IN', gone.observations)
  remove(db, 'DELETE FROM file_versions WHERE event IN', gone.events)
  remove(db, 'DELETE FROM grants WHERE holder IN', gone.events)
  remove(db, 'DELETE FROM turn_log WHERE event IN', gone.events)
  remove(db, 'DELETE FROM turn_log WHERE EXISTS (SELECT 1 FROM json_each(ids) WHERE value IN', new Set(ids), ')')
  remove(db, 'DELETE FROM fold_snapshots WHERE scope IN', gone.touched)
  // A file is read anew: what was kept of how far it was read may quote it
  remove(
    db,
    'DELETE FROM source_files WHERE EXISTS (SELECT 1 FROM json_each(sessions) WHERE value IN',
    gone.touched,
    ')',
  )
  // Clients make titles from what was asked
  remove(db, 'UPDATE sessions SET title = NULL WHERE id IN', gone.touched)
  const ofSession = ['exclusions', 'usages', 'turn_log', 'switches'].map((table) => `${table} WHERE session`)
  for (const table of ['sessions WHERE id', ...ofSession]) remove(db, `DELETE FROM ${table} IN`, gone.sessions)
  for (const place of ['projects WHERE id', 'switches WHERE project'])
    if (selection.project !== undefined) db.run(`DELETE FROM ${place} = ?`, selection.project)
  if (!selection.unburied) db.run('UPDATE ledger_key SET owed = 1')
}

/** Events stay away for ever, wherever a fork repeats them; the rest of a session or project up to now. */
function buryAll(db: Database, gone: Gathered, { session, project }: Selection, at: number): void {
  const lasting = new Set(['SessionStart', 'SessionEnd'])
  // A session may go on, and its next start is named as its first was
  for (const id of gone.events)
    if (!lasting.has(String(db.get('SELECT name FROM events WHERE id = ?', id)?.name))) bury(db, 'event', id)
  for (const id of gone.sessions) bury(db, 'session', id, at)
  if (session !== undefined) bury(db, 'session', session, at)
  if (project !== undefined) bury(db, 'project', project, at)
}

function remove(db: Database, sql: string, ids: ReadonlySet<string>, end = ''): void {
  if (ids.size > 0) db.run(`${sql} (SELECT value FROM json_each(?))${end}`, JSON.stringify([...ids]))
}
