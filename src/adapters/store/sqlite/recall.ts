import { blockOf } from '../../../domain/retrieval/numbering.ts'
import {
  askedBy,
  bestMatches,
  countLimit,
  type LastTouched,
  MAX_EARLIER_PROMPTS,
  MAX_MEASURED,
  planRecall,
  type RecallCandidate,
  recallCandidate,
  relevantAmong,
  sharedFiles,
} from '../../../domain/retrieval/recall.ts'
import type { RecallFilter } from '../../../ports.ts'
import type { Database } from './database.ts'
import { recallLabels } from './documents.ts'
import type { Row } from './driver.ts'
import { quoted } from './matching.ts'
import { given, where } from './port.ts'
import { observations, prompts, summaries, type Table } from './rows.ts'

type Place = Omit<RecallFilter, 'text' | 'limit'>

/** What is likely enough of use to be told unasked, best first: fetches what may fit, which domain/retrieval measures. */
export function recall(db: Database, { text, limit, ...place }: RecallFilter): readonly RecallCandidate[] {
  const asked = askedBy(text, () => promptsBefore(db, place))
  const records = recordsIn(db, place)
  const [project, session] = recallLabels({ project: place.project, session: place.notSession }).map(quoted)
  const inPlace = (word: string) => `${quoted(word)} AND (${project} NOT ${session})`
  const most = countLimit(records)
  const postings = new Map(asked.words.map((word) => [word, posting(db, inPlace(word), most)]))
  const plan = planRecall(asked, new Map([...postings].map(([word, { rows }]) => [word, rows])), records)
  if (plan.terms.length === 0) return []
  const matches = plan.terms.map((term) => ({ term, ids: numbersIn(postings.get(term)) }))
  const found = readFirst(db, bestMatches(matches, plan.weigh), place)
  return relevantAmong(found, plan, lastTouched(db, sharedFiles(found, lastFiles(db, place)), place), limit)
}

/** What a person asked last in the session that asks, newest first. */
function promptsBefore(db: Database, { notSession, asOf }: Place): string[] {
  const sql = `SELECT text FROM prompts WHERE session = ? AND at < ? AND origin = 'person' ORDER BY number DESC LIMIT ?`
  const rows = db.all(sql, notSession, asOf ?? Number.MAX_SAFE_INTEGER, MAX_EARLIER_PROMPTS)
  return rows.map(({ text }) => String(text))
}

/** Paths of the files that the session before the one that asks touched, by its summaries. */
function lastFiles(db: Database, { project, notSession, asOf = Number.MAX_SAFE_INTEGER }: Place): readonly string[] {
  const sql = `
SELECT files_read, files_modified FROM summaries WHERE session = (
  SELECT session FROM summaries WHERE project = ?1 AND session <> ?2 AND at < ?3 ORDER BY at DESC LIMIT 1
) AND at < ?3 ORDER BY at DESC LIMIT ?4`
  const rows = db.all(sql, project, notSession, asOf, MAX_LAST_SUMMARIES)
  return [...new Set(rows.flatMap((row) => [...list(row.files_modified), ...list(row.files_read)]))]
}

/** A session has one summary a turn. */
const MAX_LAST_SUMMARIES = 30

/** Records of a file that are looked at for their sessions: more is not rare. */
const MAX_TOUCHING = 500

/** How many sessions of the project hold each of the files: a session's records stand in one block of numbers. */
function lastTouched(db: Database, files: readonly string[], { project, notSession }: Place): LastTouched {
  const sql = 'SELECT count(*) AS n FROM project_blocks WHERE project = ? AND recalled > 0'
  const [inProject, inSession] = recallLabels({ project, session: notSession }).map(quoted)
  const sessions = (file: string) => {
    const match = `files : ${quoted(file)} AND (${inProject} NOT ${inSession})`
    return new Set(numbersIn(posting(db, match, MAX_TOUCHING)).map(blockOf)).size
  }
  return {
    touching: new Map(files.map((file) => [file, sessions(file)])),
    sessions: files.length === 0 ? 0 : Number(db.get(sql, project)?.n),
  }
}

const list = (text: unknown) => JSON.parse(String(text)) as readonly string[]

/** How many records there are to recall from. */
function recordsIn(db: Database, { project, notSession }: Place): number {
  const own = blockOf(Number(db.get('SELECT id FROM documents WHERE session = ? LIMIT 1', notSession)?.id ?? 0))
  const sql = 'SELECT total(recalled) AS n FROM project_blocks WHERE project = ? AND block <> ?'
  return Number(db.get(sql, project, own)?.n)
}

/** How many records match, up to a limit, and their numbers, as one text: rows that are returned one by one cost most. */
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

/** The first of these records that stand in the place asked for. */
function readFirst(db: Database, ids: readonly number[], { project, notSession, asOf }: Place): RecallCandidate[] {
  const found: RecallCandidate[] = []
  for (let at = 0; at < ids.length && found.length < MAX_MEASURED; at += MAX_MEASURED) {
    const { sql, values } = where([
      ['d.id IN (SELECT value FROM json_each(?))', JSON.stringify(ids.slice(at, at + MAX_MEASURED))],
      ['d.project = ?', project],
      ['d.session <> ?', notSession],
      given('d.at <= ?', asOf),
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
