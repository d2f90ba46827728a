import { allNouns, type NounName, nounNamed } from '../../../domain/nouns/records.ts'
import type { Past } from '../../../ports.ts'
import type { Row } from '../../sqlite/driver.ts'
import type { Database } from './database.ts'
import type { OnDatabase } from './port.ts'
import { add } from './records.ts'
import { tableOf } from './rows.ts'

/** The ledger's tables. */
const LEDGER = ['pauses', 'tombstones', 'ledger_key', 'exclusions']

/** A noun with records that are added at their original time. */
interface Kind {
  readonly name: NounName
  readonly table: string
  /** The columns of a row's creation time and, if it has one, its session. */
  readonly at: string
  readonly session: string | undefined
}

/** Sessions, their prompts and everything derived from them; events come from the session being replayed. */
const KINDS: readonly Kind[] = [
  { name: 'session', table: 'sessions', at: 'started_at', session: 'id' },
  ...allNouns
    .filter(({ name, role, fields }) => (name === 'prompt' || role === 'derived') && 'project' in fields)
    .map(({ name, table, fields }) => ({
      name,
      table,
      at: 'at',
      session: 'session' in fields ? 'session' : undefined,
    })),
]

/** Adds another store's records, on the connection of the destination. */
export const past: OnDatabase<Past> = {
  stage(db, { file, project, notSession, records }) {
    db.run('ATTACH ? AS source', file)
    try {
      // Not as a writer, which would lock the other store, too
      db.transaction('read', () => {
        for (const table of LEDGER) takeOver(db, table)
        // Nothing compares as different from NULL
        for (const each of KINDS) makeReady(db, each, project, records ? notSession : undefined)
      })
    } finally {
      db.exec('DETACH source')
    }
    return nextTime(db)
  },
  reach(db, until) {
    for (const { name, table, at } of KINDS) {
      const rows = db.all(`SELECT * FROM ${staged(table)} WHERE ${at} <= ? ORDER BY ${at}, rowid`, until)
      for (const row of rows) enter(db, name, row)
      if (rows.length > 0) db.run(`DELETE FROM ${staged(table)} WHERE ${at} <= ?`, until)
    }
    return nextTime(db)
  },
}

function takeOver(db: Database, table: string): void {
  db.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM source.${table}`)
}

function makeReady(db: Database, { table, at, session }: Kind, project: string, notSession: string | undefined): void {
  const name = staged(table)
  const rows = `SELECT * FROM source.${table} WHERE project = ? AND ${session ?? "''"} <> ? ORDER BY ${at}, rowid`
  db.run(`CREATE TABLE ${name} AS ${rows}`, project, notSession)
  db.exec(`CREATE INDEX ${name}_at ON ${name} (${at})`)
}

const staged = (table: string) => `staged_${table}`

function nextTime(db: Database): number | undefined {
  const times = KINDS.map(({ table, at }) => db.get(`SELECT min(${at}) AS at FROM ${staged(table)}`)?.at)
  const known = times.filter((at) => typeof at === 'number')
  return known.length === 0 ? undefined : Math.min(...known)
}

/** Later additions to a record are not known yet. */
function enter(db: Database, name: NounName, row: Row): void {
  const record = tableOf(name).record(row)
  add(db, name, (nounNamed(name).initial?.(record) ?? record) as typeof record)
}
