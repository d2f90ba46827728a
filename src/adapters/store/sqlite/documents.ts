import type { Document } from '../../../domain/retrieval/document.ts'
import { searchable } from '../../../domain/retrieval/words.ts'
import type { SearchedKind } from '../../../ports.ts'
import type { Database } from './database.ts'

/** Who a document is about; `id` is the record's. */
interface Place {
  readonly id: string
  readonly project: string
  readonly session: string
  readonly at: number
}

/** Puts a record into the full-text index, in place of what stood there for it; nothing to find = not there. */
export function index(db: Database, kind: SearchedKind, place: Place, document: Document | undefined): void {
  unindex(db, place.id)
  if (document === undefined) return
  const { type, title, body, files } = document
  const labels = kind === 'event' || type === 'machine' ? [] : recallLabels(place)
  const row = db.get(
    `INSERT INTO documents (record, kind, type, project, session, at) VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
    ...[place.id, kind, type, place.project, place.session, place.at],
  )
  db.run(
    'INSERT INTO document_index (rowid, title, body, files) VALUES (?, ?, ?, ?)',
    ...[row?.id, searchable(title), searchable(body), [searchable(files.join('\n')), ...labels].join('\n')],
  )
}

/** Words that records have which may be recalled unasked, by project and by session: so the many events are never looked at. */
export const recallLabels = ({ project, session }: Pick<Place, 'project' | 'session'>) =>
  [`hindcastproject${oneWord(project)}`, `hindcastsession${oneWord(session)}`] as const

const oneWord = (id: string): string => id.replace(/[^\p{L}\p{N}]/gu, '')

/** Takes a record out of the index; its words go when the index is merged. */
export function unindex(db: Database, record: string): void {
  const row = db.get('DELETE FROM documents WHERE record = ? RETURNING id', record)
  if (row !== undefined) db.run('DELETE FROM document_index WHERE rowid = ?', row.id)
}
