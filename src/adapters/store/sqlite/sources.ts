import type { Cleaned } from '@hindcast/redaction/clean.ts'
import type { Usage } from '../../../domain/nouns/usage.ts'
import type { SourceCursor, SourceMark, Sources } from '../../../ports.ts'
import type { Database } from './database.ts'
import type { OnDatabase } from './port.ts'
import { putRecord } from './records.ts'
import { table, usages } from './rows.ts'

const sourceFiles = table<SourceCursor>({
  table: 'source_files',
  fields: {
    path: 'path',
    seal: 'word',
    offset: 'count',
    line: 'count',
    sessions: 'ids',
    state: 'json',
    skipped: 'count',
    kinds: 'json',
    errors: 'json',
  },
  key: ['path'],
})

const consents = table<{ readonly folder: string }>({ table: 'consents', fields: { folder: 'path' }, key: ['folder'] })

/** How far files were read, on one connection. */
export const sources: OnDatabase<Sources> = {
  cursor(db, path) {
    const row = db.get('SELECT * FROM source_files WHERE path = ?', path)
    return row && sourceFiles.record(row)
  },
  paths: (db) => db.all('SELECT path FROM source_files ORDER BY path').map((row) => sourceFiles.record(row).path),
  consent(db, folder) {
    db.run('INSERT INTO consents (folder) VALUES (?) ON CONFLICT DO NOTHING', folder)
  },
  consented: (db) => db.all('SELECT folder FROM consents ORDER BY folder').map((row) => consents.record(row).folder),
  owners(db, uuids) {
    const rows = db.all(
      'SELECT uuid, session FROM source_lines WHERE uuid IN (SELECT value FROM json_each(?))',
      list(uuids),
    )
    return Object.fromEntries(rows.map(({ uuid, session }) => [String(uuid), String(session)]))
  },
  known(db, sessions) {
    const ours = `coalesce(source, '') <> 'claude-mem'`
    const rows = db.all(
      `SELECT id FROM sessions WHERE id IN (SELECT value FROM json_each(?)) AND ${ours}`,
      list(sessions),
    )
    return rows.map(({ id }) => String(id))
  },
  usage(db, session) {
    const row = db.get("SELECT * FROM usages WHERE session = ? AND agent = ''", session)
    return row && usages.record(row)
  },
  kinds(db) {
    const rows = db.all(
      'SELECT each.key AS kind, sum(each.value) AS n FROM source_files, json_each(source_files.kinds) AS each GROUP BY 1',
    )
    return Object.fromEntries(rows.map(({ kind, n }) => [String(kind), Number(n)]))
  },
  rewind: (db) => void db.run('DELETE FROM source_files'),
  tally(db, sessions) {
    const of = (table: string, column = 'session') => {
      const sql = `SELECT count(*) AS n FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?))`
      return Number(db.get(sql, list(sessions))?.n)
    }
    return {
      sessions: of('sessions', 'id'),
      prompts: of("(SELECT session FROM prompts WHERE origin != 'machine')"),
      events: of('events'),
      observations: of('observations'),
    }
  },
}

/** Stores how far a file was read; a line belongs to the session in which it was first read. */
export function keepMark(db: Database, { cursor, lines, usage }: Cleaned<SourceMark>): void {
  db.run(sourceFiles.replace, ...sourceFiles.values(cursor))
  for (const { uuid, session } of lines)
    db.run('INSERT INTO source_lines (uuid, session) VALUES (?, ?) ON CONFLICT DO NOTHING', uuid, session)
  if (usage) keepUsage(db, usage)
}

/** Not stored for a session that is not stored itself. */
function keepUsage(db: Database, usage: Cleaned<Usage>): void {
  if (db.get('SELECT 1 FROM sessions WHERE id = ?', usage.session) === undefined) return
  putRecord(db, 'usage', usage)
}

const list = (texts: readonly string[]) => JSON.stringify(texts)
