import { blockOf } from '../../../domain/retrieval/numbering.ts'
import {
  bestMatches,
  countLimit,
  MAX_EARLIER_PROMPTS,
  MAX_MEASURED,
  planRecall,
  type RecallCandidate,
  recallCandidate,
  relevantAmong,
  wordsAsked,
} from '../../../domain/retrieval/recall.ts'
import type { RecallFilter } from '../../../ports.ts'
import type { Row } from '../../sqlite/driver.ts'
import type { Database } from './database.ts'
import { recallLabels } from './documents.ts'
import { quotedTerm } from './matching.ts'
import { whenGiven, where } from './port.ts'
import { observations, prompts, summaries, type Table } from './rows.ts'

type Place = Omit<RecallFilter, 'text' | 'limit'>

/** The records useful enough to show unasked, best first: fetches candidates, which domain/retrieval scores. */
export function recall(db: Database, { text, limit, ...place }: RecallFilter): readonly RecallCandidate[] {
  const records = recordsIn(db, place)
  const [project, session] = recallLabels({ project: place.project, session: place.notSession }).map(quotedTerm)
  const most = countLimit(records)
  const words = wordsAsked(text, () => promptsBefore(db, place))
  const postings = new Map(
    words.map((word) => [word, posting(db, `${quotedTerm(word)} AND (${project} NOT ${session})`, most)]),
  )
  const plan = planRecall(new Map([...postings].map(([word, { rows }]) => [word, rows])), records)
  if (plan.terms.length === 0) return []
  const matches = plan.terms.map(({ word, rarity }) => ({ rarity, ids: numbersIn(postings.get(word)) }))
  return relevantAmong(readFirst(db, bestMatches(matches), place), plan, limit)
}

/** The previous prompts in the current session, newest first. */
function promptsBefore(db: Database, { notSession, asOf }: Place): string[] {
  const sql = `SELECT text FROM prompts WHERE session = ? AND at < ? AND origin <> 'machine' ORDER BY number DESC LIMIT ?`
  const rows = db.all(sql, notSession, asOf ?? Number.MAX_SAFE_INTEGER, MAX_EARLIER_PROMPTS)
  return rows.map(({ text }) => String(text))
}

/** The number of recallable records. */
function recordsIn(db: Database, { project, notSession }: Place): number {
  const own = blockOf(Number(db.get('SELECT id FROM documents WHERE session = ? LIMIT 1', notSession)?.id ?? 0))
  const sql = 'SELECT total(recalled) AS n FROM project_blocks WHERE project = ? AND block <> ?'
  return Number(db.get(sql, project, own)?.n)
}

/**
 * The number of matching records, up to a limit, and their numbers as one text, because returning rows one by one costs
 * the most.
 */
interface Posting {
  readonly rows: number
  readonly numbers: string
}

function posting(db: Database, match: string, most: number): Posting {
  const row = db.get(POSTING, match, most)
  return { rows: Number(row?.n), numbers: String(row?.numbers ?? '') }
}

const POSTING = `
SELECT count(*) AS n, group_concat(id) AS numbers FROM (
  SELECT rowid AS id FROM recall_index WHERE recall_index MATCH ? LIMIT ?
)`

const numbersIn = (posting?: Posting): number[] => posting?.numbers.split(',').filter(Boolean).map(Number) ?? []

/** The first of these records in the requested place. */
function readFirst(db: Database, ids: readonly number[], { project, notSession, asOf }: Place): RecallCandidate[] {
  const found: RecallCandidate[] = []
  for (let at = 0; at < ids.length && found.length < MAX_MEASURED; at += MAX_MEASURED) {
    const { sql, values } = where([
      ['d.id IN (SELECT value FROM json_each(?))', JSON.stringify(ids.slice(at, at + MAX_MEASURED))],
      ['d.project = ?', project],
      ['d.session <> ?', notSession],
      whenGiven('d.at <= ?', asOf),
    ])
    const rows = db.all(`SELECT d.record, d.kind FROM documents d ${sql}`, ...values)
    found.push(...rows.flatMap(({ record, kind }) => read(db, String(kind), String(record), asOf) ?? []))
  }
  return found
}

function read(db: Database, kind: string, id: string, asOf?: number): RecallCandidate | undefined {
  const of = <T>({ name, record }: Table<T>) => record(db.get(`SELECT * FROM ${name} WHERE id = ?`, id) as Row)
  if (kind === 'prompt') return recallCandidate({ kind, record: of(prompts) })
  if (kind === 'summary') return recallCandidate({ kind, record: of(summaries) })
  return isSuperseded(db, id, asOf) ? undefined : recallCandidate({ kind: 'observation', record: of(observations) })
}

const isSuperseded = (db: Database, id: string, asOf = Number.MAX_SAFE_INTEGER): boolean =>
  db.get('SELECT 1 FROM observations WHERE supersedes = ? AND at <= ?', id, asOf) !== undefined
