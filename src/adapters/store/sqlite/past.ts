import { observationDocument, promptDocument, summaryDocument } from '../../../domain/retrieval/document.ts'
import type { Past } from '../../../ports.ts'
import type { Database } from './database.ts'
import { index } from './documents.ts'
import type { Row } from './driver.ts'
import type { OnDatabase } from './port.ts'
import { handoffs, observations, prompts, sessions, summaries, type Table } from './rows.ts'

/** Tables of what must stay away. */
const LEDGER = ['pauses', 'tombstones', 'ledger_key', 'exclusions']

/** A table whose rows are let in at their time. */
interface Kind {
  readonly table: Table<never>
  /** Its columns of when a row was made, and of whose it is. */
  readonly at: string
  readonly session: string
  readonly enter: (db: Database, row: Row) => void
}

/** Another store's records, on the connection of the one into which they come. */
export const past: OnDatabase<Past> = {
  stage(db, { file, project, notSession, records }) {
    db.run('ATTACH ? AS source', file)
    try {
      // Not as a writer's: that would lock the other store too
      db.transaction('read', () => {
        for (const table of LEDGER) takeOver(db, table)
        // Nothing differs from NULL
        for (const each of KINDS) makeReady(db, each, project, records ? notSession : undefined)
      })
    } finally {
      db.exec('DETACH source')
    }
    return nextTime(db)
  },
  reach(db, until) {
    for (const { table, at, enter } of KINDS) {
      const rows = db.all(`SELECT * FROM ${staged(table)} WHERE ${at} <= ? ORDER BY ${at}, rowid`, until)
      for (const row of rows) enter(db, row)
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
  const rows = `SELECT * FROM source.${table.name} WHERE project = ? AND ${session} <> ? ORDER BY ${at}, rowid`
  db.run(`CREATE TABLE ${name} AS ${rows}`, project, notSession)
  db.exec(`CREATE INDEX ${name}_at ON ${name} (${at})`)
}

const staged = ({ name }: Table<never>) => `staged_${name}`

function nextTime(db: Database): number | undefined {
  const times = KINDS.map(({ table, at }) => db.get(`SELECT min(${at}) AS at FROM ${staged(table)}`)?.at)
  const known = times.filter((at) => typeof at === 'number')
  return known.length === 0 ? undefined : Math.min(...known)
}

function kind<T extends { readonly id: string }>(
  table: Table<T>,
  { at = 'at', session = 'session', known = (record: T) => record }: Partial<Kind> & { known?: (record: T) => T },
  find: (db: Database, record: T) => void = () => {},
): Kind {
  const enter = (db: Database, row: Row) => {
    const record = known(table.record(row))
    db.run(`${table.insert} ON CONFLICT DO NOTHING`, ...table.values(record))
    find(db, record)
  }
  return { table: table as unknown as Table<never>, at, session, enter }
}

const KINDS: readonly Kind[] = [
  kind(sessions, { at: 'started_at', session: 'id' }),
  kind(prompts, {}, (db, record) => index(db, 'prompt', record, promptDocument(record))),
  kind(observations, {}, (db, record) => index(db, 'observation', record, observationDocument(record))),
  kind(summaries, {}, (db, record) => index(db, 'summary', record, summaryDocument(record))),
  // When its outcome was told is not known: it may have been later
  kind(handoffs, { known: (handoff) => ({ ...handoff, outcome: undefined, outcomeBy: undefined }) }),
]
