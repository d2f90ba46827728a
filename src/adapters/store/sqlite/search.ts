import type { Document } from '../../../domain/retrieval/document.ts'
import { COLUMN_WEIGHT, KIND_WEIGHT, PREFERRED, rank } from '../../../domain/retrieval/ranking.ts'
import { snippet } from '../../../domain/retrieval/snippet.ts'
import { why } from '../../../domain/retrieval/why.ts'
import type { Hit, SearchFilter } from '../../../ports.ts'
import type { Database } from './database.ts'
import type { Row } from './driver.ts'
import { type MatchText, matchText, wholeText } from './match.ts'
import { given, where } from './port.ts'

/** Candidates by the index's own relevance, as a multiple of the hits asked for, before they are ranked. */
const POOL = 4
const MIN_POOL = 40

/** Gives a record's text. */
type Describe = (kind: Hit['kind'], id: string) => Document | undefined

interface Ranked {
  readonly row: Row
  readonly rank: number
}

/** Full-text search: the index's best, ranked by what is known of each. */
export function search(db: Database, filter: SearchFilter, describe: Describe): readonly Hit[] {
  const { match, file } = filter
  const text = matchText(db, filter)
  if (text === undefined || filter.limit < 1) return []
  const found = shown(order(db, candidates(db, text, filter), text, filter), filter, describe)
  const best = found[0]?.rank ?? 1
  return found.map(({ row, rank, document }) => ({
    ...placed(row),
    title: document.title,
    snippet: snippet(document.body === '' ? document.title : document.body, match.terms),
    score: Math.round((rank / best) * 1000) / 1000,
    files: document.files,
    why: why(document, match, file !== undefined),
  }))
}

function candidates(db: Database, text: MatchText, filter: SearchFilter): Row[] {
  const rows = scored(db, text, filter)
  return text.partial && rows.length === 0 ? scored(db, wholeText(filter), filter) : rows
}

function scored(db: Database, { any, from }: MatchText, filter: SearchFilter): Row[] {
  const { prefer, limit, asOf, until } = filter
  const { title, body, files } = COLUMN_WEIGHT
  const { sql, values } = where([
    ['document_index MATCH ?', any],
    from > 0 ? ['document_index.rowid >= ?', from] : undefined,
    given('d.project = ?', filter.project),
    given('d.kind = ?', filter.kind),
    given('d.type = ?', filter.type),
    given('d.at >= ?', filter.since),
    given('d.at <= ?', asOf === undefined ? until : Math.min(asOf, until ?? asOf)),
  ])
  return db.all(
    `SELECT d.*, -bm25(document_index, ${title}, ${body}, ${files})
       * CASE d.kind ${KIND_CASES} END * CASE d.project WHEN ? THEN ${PREFERRED} ELSE 1 END AS relevance
     FROM document_index CROSS JOIN documents d ON d.id = document_index.rowid
     ${sql} ORDER BY relevance DESC, d.at DESC LIMIT ?`,
    ...[prefer ?? '', ...values, limit * POOL + MIN_POOL],
  )
}

const KIND_CASES = Object.entries(KIND_WEIGHT)
  .map(([kind, weight]) => `WHEN '${kind}' THEN ${weight}`)
  .join(' ')

function order(db: Database, rows: readonly Row[], { all }: MatchText, filter: SearchFilter): Ranked[] {
  const now = filter.asOf ?? Math.max(...rows.map((row) => Number(row.at)))
  const complete = all === undefined ? new Set() : rowsAmong(db, all, rows)
  const superseded = supersededAmong(db, rows, now)
  const ranked = rows.map((row) => {
    const match = {
      relevance: Number(row.relevance),
      at: Number(row.at),
      allTerms: complete.has(row.id),
      superseded: superseded.has(row.record),
      machine: row.kind === 'prompt' && row.type === 'machine',
    }
    return { row, rank: rank(match, now) }
  })
  return ranked.sort((a, b) => b.rank - a.rank || Number(b.row.at) - Number(a.row.at))
}

/** By a scan of the matches (`+`): looking up each row in the index takes ten times as long. */
function rowsAmong(db: Database, match: string, rows: readonly Row[]): Set<unknown> {
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const sql = `SELECT rowid AS id FROM document_index
    WHERE document_index MATCH ? AND +rowid IN (SELECT value FROM json_each(?))`
  return new Set(db.all(sql, match, ids).map(({ id }) => id))
}

function supersededAmong(db: Database, rows: readonly Row[], now: number): Set<unknown> {
  const ids = JSON.stringify(rows.filter(({ kind }) => kind === 'observation').map(({ record }) => record))
  const sql = 'SELECT supersedes FROM observations WHERE supersedes IN (SELECT value FROM json_each(?)) AND at <= ?'
  return new Set(db.all(sql, ids, now).map(({ supersedes }) => supersedes))
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

/** A file by its path or the end of it; a folder by its path or any part of it. */
function hasFile({ files }: Document, file: string | undefined): boolean {
  if (file === undefined) return true
  const name = file.replace(/^\.\//, '').replace(/\/+$/, '')
  const isIn = (path: string) =>
    name.startsWith('/') ? `${path}/`.startsWith(`${name}/`) : `/${path}/`.includes(`/${name}/`)
  return name !== '' && files.some(isIn)
}

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
