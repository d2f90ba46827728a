import { type Embedding, similarity } from '@hindcast/text/similarity.ts'
import { type Document, titleOf } from '../../../domain/retrieval/document.ts'
import { snippet, why } from '../../../domain/retrieval/excerpt.ts'
import { blockOf } from '../../../domain/retrieval/numbering.ts'
import { isDescription } from '../../../domain/retrieval/query.ts'
import {
  candidatesAmong,
  firstDistinct,
  rankCandidates,
  type SearchCandidate,
  shownScore,
} from '../../../domain/retrieval/ranking.ts'
import { type Posting, scoreTexts } from '../../../domain/retrieval/scoring.ts'
import { embeddedAround, semanticBoost } from '../../../domain/retrieval/semantic.ts'
import type { Hit, SearchFilter } from '../../../ports.ts'
import type { Database } from './database.ts'
import { filterConditions } from './matching.ts'
import { where } from './port.ts'
import { postingsOf, withFile } from './postings.ts'

/** Loads a record's document. */
type Describe = (kind: Hit['kind'], id: string) => Document | undefined

type Found = SearchCandidate & Pick<Hit, 'kind'>

/** Full-text search: fetches candidates, which domain/retrieval scores and ranks. */
export function search(db: Database, filter: SearchFilter, describe: Describe): readonly Hit[] {
  const { match, file, prefer, limit } = filter
  if (limit < 1) return []
  const candidates = boosted(db, candidatesOf(db, filter), filter)
  const now = filter.asOf ?? Math.max(...candidates.map(({ at }) => at))
  const superseded = supersededAmong(db, candidates, now)
  const ranked = rankCandidates(candidates, { prefer, now, superseded, isDescription: isDescription(match) })
  const hits = firstDistinct(ranked, { limit, file }, ({ kind, record }) => describe(kind, record))
  return hits.map(({ record, kind, type, session, project, at, share, rank, document }) => ({
    id: record,
    kind,
    type,
    sessionId: session,
    project,
    at,
    title: titleOf(document),
    snippet: snippet(document.body === '' ? document.title : document.body, match.terms),
    score: shownScore(rank, hits[0]?.rank ?? 1),
    files: document.files,
    why: why(document, match, { file: file !== undefined, after: share === 0 }),
  }))
}

/** If a bounded search finds nothing, a wider one may. */
function candidatesOf(db: Database, filter: SearchFilter): Found[] {
  const { postings, isPartial, wider } = postingsOf(db, filter)
  const found = scoredRows(db, postings, filter)
  return isPartial && found.length === 0 ? scoredRows(db, wider(), filter) : found
}

function scoredRows(db: Database, postings: readonly Posting[], filter: SearchFilter): Found[] {
  const isSemantic = filter.embedding !== undefined
  // By words alone, an answer looks like any text that happens to follow
  const scores = withFile(db, filter, scoreTexts(postings, { sessions: sessionsIn(db), answers: isSemantic }))
  const ids = candidatesAmong(scores, { limit: filter.limit, isSemantic })
  const { sql, values } = where([
    ['d.id IN (SELECT value FROM json_each(?))', JSON.stringify(ids)],
    ...filterConditions(filter),
  ])
  return db.all(`SELECT d.* FROM documents d ${sql}`, ...values).map((row) => ({
    ...(scores.get(Number(row.id)) ?? { score: 0, share: 0 }),
    id: Number(row.id),
    record: String(row.record),
    kind: row.kind as Hit['kind'],
    type: String(row.type),
    project: String(row.project),
    session: String(row.session),
    at: Number(row.at),
  }))
}

/** An upper bound: the number of blocks ever begun. */
const sessionsIn = (db: Database) => blockOf(Number(db.get('SELECT max(id) AS id FROM documents')?.id ?? 0))

function boosted(db: Database, found: readonly Found[], { embedding }: SearchFilter): readonly Found[] {
  if (embedding === undefined || found.length === 0) return found
  return semanticBoost(found, similaritiesOf(db, found, embedding))
}

/** The similarity of each of these texts, and of those after them, to the query; by number. */
function similaritiesOf(
  db: Database,
  texts: readonly { readonly id: number }[],
  asked: Embedding,
): ReadonlyMap<number, number> {
  const ids = JSON.stringify(embeddedAround(texts.map(({ id }) => id)))
  const sql = 'SELECT id, meaning FROM vectors WHERE id IN (SELECT value FROM json_each(?)) AND meaning IS NOT NULL'
  return new Map(db.all(sql, ids).map(({ id, meaning }) => [Number(id), similarity(asked, embeddingOf(meaning))]))
}

const embeddingOf = (bytes: unknown): Embedding => new Int8Array(bytes as Uint8Array)

function supersededAmong(db: Database, found: readonly Found[], now: number): ReadonlySet<string> {
  const ids = JSON.stringify(found.filter(({ kind }) => kind === 'observation').map(({ record }) => record))
  const sql = 'SELECT supersedes FROM observations WHERE supersedes IN (SELECT value FROM json_each(?)) AND at <= ?'
  return new Set(db.all(sql, ids, now).map(({ supersedes }) => String(supersedes)))
}
