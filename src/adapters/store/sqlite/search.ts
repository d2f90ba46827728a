import { type Document, titleOf } from '../../../domain/retrieval/document.ts'
import { blockOf, laneAt } from '../../../domain/retrieval/numbering.ts'
import { isRepeated, KIND_WEIGHT, LANE_WEIGHT, PREFERRED, rank, spread } from '../../../domain/retrieval/ranking.ts'
import { type Posting, type Score, scored } from '../../../domain/retrieval/scoring.ts'
import { snippet } from '../../../domain/retrieval/snippet.ts'
import { why } from '../../../domain/retrieval/why.ts'
import type { Hit, SearchFilter } from '../../../ports.ts'
import type { Database } from './database.ts'
import type { Row } from './driver.ts'
import { placed } from './matching.ts'
import { where } from './port.ts'
import { placedPostings, postingsOf, withFile } from './postings.ts'
import { rerankByMeaning } from './semantic-rerank.ts'

/** Texts whose score is worked out. */
const SCORED = 800
/** Of these as many, as a multiple of the hits asked for, are ranked by what is known of each. */
const POOL = 4
const MIN_POOL = 120
/** The same where meaning is known, too: what it lifts is often not among the best by words. */
const MEANT_POOL = 400

/** Gives a record's text. */
type Describe = (kind: Hit['kind'], id: string) => Document | undefined

type Scored = Row & Score

interface Ranked {
  readonly row: Scored
  readonly rank: number
}

/** Full-text search: the index's best, ranked by what is known of each. */
export function search(db: Database, filter: SearchFilter, describe: Describe): readonly Hit[] {
  const { match, file } = filter
  if (filter.limit < 1) return []
  const found = shown(order(db, rerankByMeaning(db, candidates(db, filter), filter.meaning), filter), filter, describe)
  const best = found[0]?.rank ?? 1
  return found.map(({ row, rank, document }) => ({
    ...hitOf(row),
    title: titleOf(document),
    snippet: snippet(document.body === '' ? document.title : document.body, match.terms),
    score: Math.round((rank / best) * 1000) / 1000,
    files: document.files,
    why: why(document, match, { file: file !== undefined, after: row.share === 0 }),
  }))
}

/** Rows of documents, each with its score. */
function candidates(db: Database, filter: SearchFilter): Scored[] {
  const { postings, partial } = postingsOf(db, filter)
  const rows = rowsOf(db, postings, filter)
  return partial && rows.length === 0 ? rowsOf(db, placedPostings(db, filter), filter) : rows
}

function rowsOf(db: Database, postings: readonly Posting[], filter: SearchFilter) {
  // Words alone do not tell an answer from what happens to follow
  const how = { sessions: sessionsIn(db), limit: SCORED, answers: filter.meaning !== undefined }
  const scores = withFile(db, filter, scored(postings, how))
  const weighed = [...scores].map(([id, { score }]) => ({ id, weight: score * LANE_WEIGHT[laneAt(id)] }))
  const pool = weighed.sort((a, b) => b.weight - a.weight || b.id - a.id)
  const most = filter.limit * POOL + MIN_POOL
  return placedRows(db, pool.slice(0, filter.meaning === undefined ? most : Math.max(most, MEANT_POOL)), scores, filter)
}

/** At most: the blocks that were ever begun. */
const sessionsIn = (db: Database) => blockOf(Number(db.get('SELECT max(id) AS id FROM documents')?.id ?? 0))

function placedRows(
  db: Database,
  pool: readonly { readonly id: number }[],
  scores: ReadonlyMap<number, Score>,
  filter: SearchFilter,
) {
  const ids = JSON.stringify(pool.map(({ id }) => id))
  const { sql, values } = where([['d.id IN (SELECT value FROM json_each(?))', ids], ...placed(filter)])
  const rows = db.all(`SELECT d.* FROM documents d ${sql}`, ...values)
  return rows.map((row) => ({ ...row, ...(scores.get(Number(row.id)) ?? { score: 0, share: 0 }) }))
}

function order(db: Database, rows: readonly Scored[], filter: SearchFilter): Ranked[] {
  const now = filter.asOf ?? Math.max(...rows.map((row) => Number(row.at)))
  const superseded = supersededAmong(db, rows, now)
  const ranked = rows.map((row) => {
    const match = {
      relevance: row.score * weightOf(row) * (row.project === filter.prefer ? PREFERRED : 1),
      at: Number(row.at),
      superseded: superseded.has(row.record),
      machine: row.kind === 'prompt' && row.type === 'machine',
    }
    return { row, rank: rank(match, now) }
  })
  const best = ranked.sort(
    (a, b) => b.rank - a.rank || Number(b.row.at) - Number(a.row.at) || Number(b.row.id) - Number(a.row.id),
  )
  return spread(best, ({ row }) => row.session)
}

function weightOf({ kind, id }: Row): number {
  const lane = laneAt(Number(id))
  return lane === 'made' ? KIND_WEIGHT[kind as keyof typeof KIND_WEIGHT] : LANE_WEIGHT[lane]
}

function supersededAmong(db: Database, rows: readonly Row[], now: number): Set<unknown> {
  const ids = JSON.stringify(rows.filter(({ kind }) => kind === 'observation').map(({ record }) => record))
  const sql = 'SELECT supersedes FROM observations WHERE supersedes IN (SELECT value FROM json_each(?)) AND at <= ?'
  return new Set(db.all(sql, ids, now).map(({ supersedes }) => supersedes))
}

/** The first that are to be shown, what says the same once: texts are read for no more than that. */
function shown(ranked: readonly Ranked[], { file, limit }: SearchFilter, describe: Describe) {
  const found: (Ranked & { readonly document: Document })[] = []
  for (const { row, rank } of ranked) {
    if (found.length === limit) break
    const document = describe(row.kind as Hit['kind'], String(row.record))
    if (document === undefined || !hasFile(document, file)) continue
    const isSaid = found.some((hit) => hit.row.project === row.project && isRepeated(document, hit.document))
    if (!isSaid) found.push({ row, rank, document })
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

function hitOf(row: Row) {
  return {
    id: String(row.record),
    kind: row.kind as Hit['kind'],
    type: String(row.type),
    sessionId: String(row.session),
    project: String(row.project),
    at: Number(row.at),
  }
}
