import type { Document } from '../../../domain/retrieval/document.ts'
import { isSameLane } from '../../../domain/retrieval/numbering.ts'
import { embeddingWindow } from '../../../domain/retrieval/semantic.ts'
import type { SearchedKind, Vectors } from '../../../ports.ts'
import type { Database } from './database.ts'
import type { OnDatabase } from './port.ts'
import { documentOf } from './records.ts'

/** Embeddings of texts, on one connection. */
export const vectors: OnDatabase<Vectors> = {
  missing(db, limit) {
    const rows = db.all('SELECT id, mark FROM vectors WHERE meaning IS NULL ORDER BY at DESC, id DESC LIMIT ?', limit)
    return rows.map(({ id, mark }) => ({ id: Number(id), mark: Number(mark), text: windowAt(db, Number(id)) }))
  },
  fill(db, found) {
    for (const { id, mark, embedding } of found)
      db.run('UPDATE vectors SET meaning = ? WHERE id = ? AND mark = ?', new Uint8Array(embedding), id, mark)
  },
  counts(db) {
    const count = (where: string) => Number(db.get(`SELECT count(*) AS n FROM vectors WHERE ${where}`)?.n)
    return { known: count('meaning IS NOT NULL'), missing: count('meaning IS NULL') }
  },
}

function windowAt(db: Database, id: number): string {
  return embeddingWindow(isSameLane(id - 1, id) ? textAt(db, id - 1) : '', textAt(db, id))
}

function textAt(db: Database, id: number): string {
  const row = db.get('SELECT kind, record FROM documents WHERE id = ?', id)
  const document = row && documentOf(db, row.kind as SearchedKind, String(row.record))
  return document === undefined ? '' : textOf(document)
}

/** Leaves out a title that the body begins with. */
const textOf = ({ title, body }: Document): string =>
  body.startsWith(title.replace(/…$/, '')) ? body : `${title}\n${body}`
