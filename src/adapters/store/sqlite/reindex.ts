import {
  eventDocument,
  observationDocument,
  promptDocument,
  summaryDocument,
} from '../../../domain/retrieval/document.ts'
import type { Database } from './database.ts'
import { index } from './documents.ts'
import type { Row } from './driver.ts'
import { events, observations, prompts, summaries } from './rows.ts'

/** Puts every record into the full-text index, which is empty: what was said and done in the order in which it was. */
export function reindex(db: Database): void {
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
