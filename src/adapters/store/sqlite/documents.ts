import { searchable } from '@hindcast/text/words.ts'
import type { Document } from '../../../domain/retrieval/document.ts'
import { blockOf, laneOf, type NumberLane, numbersOf } from '../../../domain/retrieval/numbering.ts'
import type { SearchedKind } from '../../../ports.ts'
import type { Database } from './database.ts'

/** The session and project of a document; `id` is the record's. */
interface Place {
  readonly id: string
  readonly project: string
  readonly session: string
  readonly at: number
}

/** Adds a record to the full-text index, or replaces its entry; a record without a document is removed. */
export function index(db: Database, kind: SearchedKind, place: Place, document: Document | undefined): void {
  const before = unindex(db, place.id)
  if (document === undefined) return
  const { type } = document
  const number = before ?? nextNumber(db, place.session, laneOf(kind, type))
  db.run(
    `INSERT INTO documents (id, record, kind, type, project, session, at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ...[number, place.id, kind, type, place.project, place.session, place.at],
  )
  const entry = { number, texts: textsOf(kind, place, document) }
  indexText(db, 'document_index', entry)
  if (isRecalled(kind, type)) indexText(db, 'recall_index', entry)
  // Separate statements, because triggers would make a commit a third slower
  countIn(db, { project: place.project, block: blockOf(number), isRecalled: isRecalled(kind, type) })
}

/** The full-text indexes: one of all searchable text, one of what may be recalled unasked. */
export const INDEXES = ['document_index', 'recall_index'] as const

interface Entry {
  readonly number: number
  readonly texts: readonly [title: string, body: string, files: string]
}

const indexText = (db: Database, table: (typeof INDEXES)[number], { number, texts }: Entry) =>
  db.run(`INSERT INTO ${table} (rowid, title, body, files) VALUES (?, ?, ?, ?)`, number, ...texts)

/** Nouns recalled unasked for a matching prompt; others are recalled in their own way, or not at all. */
const RECALLED: ReadonlySet<string> = new Set<SearchedKind>(['prompt', 'observation', 'summary'])

/** Whether a document of this kind and type may be recalled unasked. */
export const isRecalled = (kind: string, type: string): boolean => RECALLED.has(kind) && type !== 'machine'

function textsOf(kind: SearchedKind, place: Place, { type, title, body, files }: Document): Entry['texts'] {
  // A message's title is only its own first words
  const heading = laneOf(kind, type) === 'said' ? '' : searchable(title)
  const labels = isRecalled(kind, type) ? recallLabels(place) : []
  return [heading, searchable(body), [searchable(files.join('\n')), ...labels].join('\n')]
}

/** The number after the last in its lane; a new session begins a block. */
function nextNumber(db: Database, session: string, lane: NumberLane): number {
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

/**
 * Marker words on recallable records, by project and by session, so that other projects are skipped inside the index.
 */
export const recallLabels = ({ project, session }: Pick<Place, 'project' | 'session'>) =>
  [`hindcastproject${oneWord(project)}`, `hindcastsession${oneWord(session)}`] as const

const oneWord = (id: string): string => id.replace(/[^\p{L}\p{N}]/gu, '')

const COUNTED = `
INSERT INTO project_blocks (project, block, recalled) VALUES (?, ?, ?)
ON CONFLICT DO UPDATE SET recalled = recalled + excluded.recalled WHERE excluded.recalled > 0`

/** Counts a document in a project's block of numbers. */
export const countIn = (db: Database, at: { project: string; block: number; isRecalled: boolean }): void =>
  void db.run(COUNTED, at.project, at.block, at.isRecalled)

/** Removes a record from the index and returns its number; its words disappear when the index is merged. */
export function unindex(db: Database, record: string): number | undefined {
  const row = db.get('DELETE FROM documents WHERE record = ? RETURNING id, kind, type, project', record)
  if (row === undefined) return undefined
  const number = Number(row.id)
  for (const table of INDEXES) db.run(`DELETE FROM ${table} WHERE rowid = ?`, number)
  const place = [row.project as string, blockOf(number)] as const
  if (isRecalled(String(row.kind), String(row.type)))
    db.run('UPDATE project_blocks SET recalled = recalled - 1 WHERE project = ? AND block = ?', ...place)
  db.run(EMPTIED, ...place, numbersOf(place[1], 'said')[0], numbersOf(place[1] + 1, 'said')[0])
  return number
}

const EMPTIED = `
DELETE FROM project_blocks WHERE project = ?1 AND block = ?2
AND NOT EXISTS (SELECT 1 FROM documents WHERE id >= ?3 AND id < ?4 AND project = ?1)`
