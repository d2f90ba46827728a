import { allNouns, fieldsOfKind, type NounName } from '../../../domain/nouns/records.ts'
import type { Archive, ArchiveCounts, ArchiveKind, ArchiveRecord } from '../../../ports.ts'
import type { Row, SqlValue } from '../../sqlite/driver.ts'
import type { Database } from './database.ts'
import { type OnDatabase, whenGiven } from './port.ts'
import { restore } from './restore.ts'
import { tableOf } from './rows.ts'

/** Exports everything in the store as lines, and restores it, on one connection. */
export const archive: OnDatabase<Archive> = {
  counts: (db) =>
    Object.fromEntries(
      Object.entries(SHELVES).map(([kind, { from }]) => [kind, Number(db.get(`SELECT count(*) AS n FROM ${from}`)?.n)]),
    ) as unknown as ArchiveCounts,
  page(db, { kind, session, after, asOf }) {
    const { from, place, columns = '*', limit, record } = SHELVES[kind]
    const conditions = [whenGiven('session = ?', session), whenGiven(`${place} > ?`, after as string | undefined)]
    const asked = conditions.filter((condition) => condition !== undefined)
    const rows = db.all(
      `SELECT ${place} AS place, ${columns} FROM ${from}
       ${asked.length === 0 ? '' : `WHERE ${asked.map(([sql]) => sql).join(' AND ')}`} ORDER BY ${place} LIMIT ?`,
      ...asked.map(([, value]) => value as SqlValue),
      limit,
    )
    const text = rows.map((row) => `${JSON.stringify({ kind, ...record(row, asOf) })}\n`).join('')
    return { text, records: rows.length, after: rows.length < limit ? undefined : rows.at(-1)?.place }
  },
  restore,
}

/** A kind's table, sort order and row decoder. */
interface Shelf {
  readonly from: string
  readonly place: string
  readonly columns?: string
  /** Rows on a page. */
  readonly limit: number
  readonly record: (row: Row, asOf: number) => Omit<ArchiveRecord, 'kind'>
}

/** Rows with long texts are fetched a few at a time, so that a page stays small. */
const [FEW, MANY] = [64, 1_000]

function shelfOf(name: NounName, orders: readonly string[]): Shelf {
  const table = tableOf(name)
  const record = (row: Row) => {
    const kept = Object.entries(table.record(row)).filter(([field]) => !orders.includes(field))
    return { record: Object.fromEntries(kept) } as unknown as Omit<ArchiveRecord, 'kind'>
  }
  if (name !== 'event') return { from: table.name, place: 'rowid', limit: FEW, record }
  const owing = (row: Row) => (row.owed === '[]' ? record(row) : { ...record(row), jobs: JSON.parse(String(row.owed)) })
  return { from: table.name, place: 'rowid', columns: `*, ${OWED}`, limit: FEW, record: owing }
}

const bare = (from: string, place: string, read: (row: Row, asOf: number) => object): Shelf => ({
  from,
  place,
  limit: MANY,
  record: (row, asOf) => ({ record: read(row, asOf) }) as unknown as Omit<ArchiveRecord, 'kind'>,
})

const OWED = `(SELECT json_group_array(json_object('behaviour', behaviour, 'dueAt', due_at)) FROM
  (SELECT behaviour, due_at FROM jobs WHERE event = events.id AND state = 'pending' ORDER BY id)) AS owed`

/** The store's own sequences are meaningless elsewhere. */
const NOUN_SHELVES = Object.fromEntries(
  allNouns.map((noun) => [noun.name, shelfOf(noun.name, fieldsOfKind(noun, 'sequence'))]),
) as { readonly [N in NounName]: Shelf }

const SHELVES: { readonly [K in ArchiveKind]: Shelf } = {
  ledger: bare(
    `(SELECT 1 AS one, json_group_array(lower(hex(key))) AS keys FROM ledger_key
      WHERE EXISTS (SELECT 1 FROM tombstones) HAVING count(*) > 0)`,
    'one',
    ({ keys }) => ({ keys: JSON.parse(String(keys)) }),
  ),
  tombstone: bare('tombstones', 'hash', ({ hash, until }) => ({
    hash: Buffer.from(hash as Uint8Array).toString('hex'),
    ...(until !== null && { until }),
  })),
  exclusion: bare('exclusions', "(session || ' ' || prompt_id)", ({ session, prompt_id }) => ({
    session,
    promptId: prompt_id,
  })),
  pause: bare('pauses', 'id', ({ session, project, since, until }, asOf) => ({
    ...(session !== null && { session }),
    ...(project !== null && { project }),
    since,
    until: Math.min(until === null ? asOf : Number(until), asOf),
  })),
  ...NOUN_SHELVES,
  line: bare('source_lines', 'uuid', ({ uuid, session }) => ({ uuid, session })),
}

/** For a separate connection: everything it reads until it is closed is from this moment. */
export function hold(db: Database): void {
  db.exec('BEGIN')
  // A transaction begins with its first read
  db.get('SELECT count(*) FROM projects')
}
