import type { Document } from '../../../domain/retrieval/document.ts'
import { blockOf, type Lane, laneOf, numbersOf } from '../../../domain/retrieval/numbering.ts'
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
  const before = unindex(db, place.id)
  if (document === undefined) return
  const { type, title, body, files } = document
  const labels = kind === 'event' || type === 'machine' ? [] : recallLabels(place)
  const lane = laneOf(kind, type)
  const number = before ?? nextNumber(db, place.session, lane)
  db.run(
    `INSERT INTO documents (id, record, kind, type, project, session, at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ...[number, place.id, kind, type, place.project, place.session, place.at],
  )
  // What was said has no title but its own first words
  const heading = lane === 'said' ? '' : searchable(title)
  db.run(
    'INSERT INTO document_index (rowid, title, body, files) VALUES (?, ?, ?, ?)',
    ...[number, heading, searchable(body), [searchable(files.join('\n')), ...labels].join('\n')],
  )
}

/** After the last of its lane; a session that has nothing yet begins a block. */
function nextNumber(db: Database, session: string, lane: Lane): number {
  const any = db.get('SELECT id FROM documents WHERE session = ? LIMIT 1', session)?.id
  const block = any === undefined ? blockOf(last(db, 0, Number.MAX_SAFE_INTEGER) ?? 0) + 1 : blockOf(Number(any))
  const [from, to] = numbersOf(block, lane)
  const before = last(db, from, to)
  return before === undefined ? from : before + 1
}

function last(db: Database, from: number, to: number): number | undefined {
  const id = db.get('SELECT max(id) AS id FROM documents WHERE id >= ? AND id < ?', from, to)?.id
  return id === null || id === undefined ? undefined : Number(id)
}

/** Words that records have which may be recalled unasked, by project and by session: so the many events are never looked at. */
export const recallLabels = ({ project, session }: Pick<Place, 'project' | 'session'>) =>
  [`hindcastproject${oneWord(project)}`, `hindcastsession${oneWord(session)}`] as const

const oneWord = (id: string): string => id.replace(/[^\p{L}\p{N}]/gu, '')

/** Takes a record out of the index, and gives the number that it had; its words go when the index is merged. */
export function unindex(db: Database, record: string): number | undefined {
  const row = db.get('DELETE FROM documents WHERE record = ? RETURNING id', record)
  if (row === undefined) return undefined
  db.run('DELETE FROM document_index WHERE rowid = ?', row.id)
  return Number(row.id)
}
