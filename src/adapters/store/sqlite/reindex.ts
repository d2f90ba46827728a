import {
  eventDocument,
  observationDocument,
  promptDocument,
  summaryDocument,
} from '../../../domain/retrieval/document.ts'
import type { Database } from './database.ts'
import { index, indexRecalled } from './documents.ts'
import type { Row } from './driver.ts'
import { events, observations, prompts, summaries } from './rows.ts'

/**
 * Fills the index of what may be recalled. Where a step of the schema before has emptied the index of all, everything is
 * indexed anew.
 */
export function reindex(db: Database): void {
  if (db.get('SELECT 1 FROM documents LIMIT 1') === undefined) reindexAll(db)
  else reindexRecalled(db)
}

function reindexRecalled(db: Database): void {
  const rows = db.all("SELECT id, record, kind FROM documents WHERE kind <> 'event' AND type <> 'machine' ORDER BY id")
  for (const { id, record, kind } of rows) {
    const number = Number(id)
    if (kind === 'prompt') each(db, prompts, record, (it) => indexRecalled(db, number, kind, it, promptDocument(it)))
    if (kind === 'observation')
      each(db, observations, record, (it) => indexRecalled(db, number, kind, it, observationDocument(it)))
    if (kind === 'summary')
      each(db, summaries, record, (it) => indexRecalled(db, number, kind, it, summaryDocument(it)))
  }
}

/** What was said and done in the order in which it was. */
function reindexAll(db: Database): void {
  const evidence = db.all(
    `SELECT 'event' AS kind, id, at, seq AS place FROM events
     UNION ALL SELECT 'prompt', prompts.id, prompts.at, events.seq FROM prompts LEFT JOIN events ON events.id = prompts.event
     ORDER BY at, place, kind DESC`,
  )
  for (const { kind, id } of evidence) {
    if (kind === 'prompt') each(db, prompts, id, (record) => index(db, 'prompt', record, promptDocument(record)))
    else each(db, events, id, (record) => index(db, 'event', record, eventDocument(record)))
  }
  for (const { id } of db.all('SELECT id FROM observations ORDER BY at, rowid'))
    each(db, observations, id, (record) => index(db, 'observation', record, observationDocument(record)))
  for (const { id } of db.all('SELECT id FROM summaries ORDER BY at, rowid'))
    each(db, summaries, id, (record) => index(db, 'summary', record, summaryDocument(record)))
}

function each<T>(
  db: Database,
  { name, record }: { readonly name: string; record(row: Row): T },
  id: unknown,
  use: (record: T) => void,
): void {
  const row = db.get(`SELECT * FROM ${name} WHERE id = ?`, String(id))
  if (row !== undefined) use(record(row))
}
