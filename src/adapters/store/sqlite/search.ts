import type { Document } from '../../../domain/retrieval/document.ts'
import { COLUMN_WEIGHT, KIND_WEIGHT, PREFERRED, rank } from '../../../domain/retrieval/ranking.ts'
import { snippet } from '../../../domain/retrieval/snippet.ts'
import type { Hit, SearchFilter } from '../../../ports.ts'
import type { Database } from './database.ts'
import type { Row } from './driver.ts'
import { given, where } from './port.ts'

/** Candidates by the index's own relevance, as a multiple of the hits asked for, before they are ranked. */
const POOL = 4
const MIN_POOL = 40

type Describe = (kind: Hit['kind'], id: string) => Document | undefined

interface Ranked {
  readonly row: Row
  readonly rank: number
}

/** Full-text search: the index's best, ranked by what is known of each. `describe` gives a record's text by its id. */
export function search(db: Database, filter: SearchFilter, describe: Describe): readonly Hit[] {
  const { terms } = filter.match
  if (matchText(filter) === '' || filter.limit < 1) return []
  const found = shown(order(db, candidates(db, filter), filter), filter, describe)
  const best = found[0]?.rank ?? 1
  return found.map(({ row, rank, document }) => ({
    ...placed(row),
    title: document.title,
    snippet: snippet(document.body === '' ? document.title : document.body, terms),
    score: Math.round((rank / best) * 1000) / 1000,
    files: document.files,
    why: why(db, Number(row.id), filter),
  }))
}

/** The first that are to be shown: texts are read for no more than that. */
function shown(ranked: readonly Ranked[], { file, limit }: SearchFilter, describe: Describe) {
  const found: (Ranked & { readonly document: Document })[] = []
  for (const { row, rank } of ranked) {
    if (found.length === limit) break
    const document = describe(row.kind as Hit['kind'], String(row.record))
    if (document !== undefined && hasFile(document, file)) found.push({ row, rank, document })
  }
  return found
}

function candidates(db: Database, filter: SearchFilter): Row[] {
  const { prefer, limit, asOf, until } = filter
  const { title, body, files } = COLUMN_WEIGHT
  const { sql, values } = where([
    ['document_index MATCH ?', matchText(filter)],
    given('d.project = ?', filter.project),
    given('d.kind = ?', filter.kind),
    given('d.type = ?', filter.type),
    given('d.at >= ?', filter.since),
    given('d.at <= ?', asOf === undefined ? until : Math.min(asOf, until ?? asOf)),
  ])
  return db.all(
    `SELECT d.*, -bm25(document_index, ${title}, ${body}, ${files})
       * CASE d.kind ${KIND_CASES} END * CASE d.project WHEN ? THEN ${PREFERRED} ELSE 1 END AS relevance
     FROM document_index JOIN documents d ON d.id = document_index.rowid
     ${sql} ORDER BY relevance DESC, d.at DESC LIMIT ?`,
    ...[prefer ?? '', ...values, limit * POOL + MIN_POOL],
  )
}

const KIND_CASES = Object.entries(KIND_WEIGHT)
  .map(([kind, weight]) => `WHEN '${kind}' THEN ${weight}`)
  .join(' ')

function order(db: Database, rows: readonly Row[], filter: SearchFilter): Ranked[] {
  const now = filter.asOf ?? Math.max(...rows.map((row) => Number(row.at)))
  const complete = withAllTerms(db, rows, filter)
  const superseded = supersededAmong(db, rows, now)
  const ranked = rows.map((row) => {
    const match = {
      relevance: Number(row.relevance),
      at: Number(row.at),
      allTerms: complete.has(Number(row.id)),
      superseded: superseded.has(String(row.record)),
      machine: row.kind === 'prompt' && row.type === 'machine',
    }
    return { row, rank: rank(match, now) }
  })
  return ranked.sort((a, b) => b.rank - a.rank || Number(b.row.at) - Number(a.row.at))
}

function withAllTerms(db: Database, rows: readonly Row[], { match }: SearchFilter): Set<number> {
  if (match.terms.length < 2) return new Set()
  const all = match.terms.map(quoted).join(' AND ')
  return new Set(
    rowsAmong(
      db,
      all,
      rows.map((row) => Number(row.id)),
    ),
  )
}

function supersededAmong(db: Database, rows: readonly Row[], now: number): Set<string> {
  const ids = JSON.stringify(rows.filter((row) => row.kind === 'observation').map((row) => row.record))
  const sql = 'SELECT supersedes FROM observations WHERE supersedes IN (SELECT value FROM json_each(?)) AND at <= ?'
  return new Set(db.all(sql, ids, now).map((row) => String(row.supersedes)))
}

/** The terms of a hit that the index itself found in it, and whether its title holds one. */
function why(db: Database, document: number, { match, file }: SearchFilter): string {
  const matched = (text: string) => rowsAmong(db, text, [document]).length > 0
  const terms = match.terms.filter((term) => matched(quoted(term)))
  const phrase = match.phrases.some((words) => matched(quoted(words)))
  const title = terms.some((term) => matched(`title : ${quoted(term)}`))
  const parts = [
    terms.length > 0 && `matched: ${terms.slice(0, 5).join(', ')}`,
    phrase && 'phrase',
    title && 'title',
    file !== undefined && 'file',
  ]
  return parts.filter(Boolean).join('; ')
}

function rowsAmong(db: Database, match: string, ids: readonly number[]): number[] {
  const sql =
    'SELECT rowid FROM document_index WHERE document_index MATCH ? AND rowid IN (SELECT value FROM json_each(?))'
  return db.all(sql, match, JSON.stringify(ids)).map((row) => Number(row.rowid))
}

/** Any of the terms or phrases, and the file's path where one is asked for; empty = nothing to search for. */
function matchText({ match, file }: SearchFilter): string {
  const any = [...match.terms, ...match.phrases].map(quoted).join(' OR ')
  const path = file === undefined || !/[\p{L}\p{N}]/u.test(file) ? '' : `files : ${quoted(file)}`
  return any !== '' && path !== '' ? `(${any}) AND ${path}` : any || path
}

const quoted = (text: string) => `"${text.replaceAll('"', ' ')}"`

/** A file by its path or the end of it. */
const hasFile = ({ files }: Document, file: string | undefined) =>
  file === undefined || files.some((path) => path === file || path.endsWith(`/${file}`))

function placed(row: Row) {
  return {
    id: String(row.record),
    kind: row.kind as Hit['kind'],
    type: String(row.type),
    sessionId: String(row.session),
    project: String(row.project),
    at: Number(row.at),
  }
}
