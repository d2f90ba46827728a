import { type Recalled, recalledOf } from '../../../domain/retrieval/recalled.ts'
import { belongs, fitOf, isRelevant, type Topic, topicsOf, weightOf } from '../../../domain/retrieval/relevance.ts'
import type { RecallFilter } from '../../../ports.ts'
import type { Database } from './database.ts'
import { recallLabels } from './documents.ts'
import type { Row } from './driver.ts'
import { given, where } from './port.ts'
import { observations, prompts, summaries, type Table } from './rows.ts'

/** Records by the index's own relevance that are looked at closely. */
const CANDIDATES = 40
const MAX_TERMS = 24
/** Rows that a recall may score: what bounds its time. */
const MAX_ROWS = 2_000
/** Records that hold a word are counted up to here, or to this share of all: more is common. */
const MAX_COUNTED = 1_000
const MAX_SHARE = 0.02
const MAX_RECORDS = 1_000_000
/** Of records that fit a little, where the text is about what the project is about: the best of as many sessions. */
const FEW = 3

/** What fits a text well enough to be told unasked, best first. */
export function recall(db: Database, { text, limit, ...place }: RecallFilter): readonly Recalled[] {
  const topics = topicsOf(text)
  const [project, session] = recallLabels({ project: place.project, session: place.notSession }).map(quoted)
  const within = `${project} NOT ${session}`
  const { weigh, terms, isOurs } = weighed(db, topics, within)
  if (terms.length === 0) return []
  const fitting = candidates(db, `(${terms.map(quoted).join(' OR ')}) AND (${within})`, place)
    .map((record) => ({ record, fit: fitOf(topics, weigh, record.title, record.more) }))
    .sort((a, b) => b.fit.mass - a.fit.mass || b.record.at - a.record.at)
  const few = new Set(isOurs ? bestOfSessions(fitting.filter(({ fit }) => fit.mass > 0)) : [])
  return fitting
    .filter((each) => isRelevant(each.fit, each.record.kind === 'prompt') || few.has(each))
    .slice(0, limit)
    .map(({ record }) => record)
}

function bestOfSessions<T extends { readonly record: Recalled }>(fitting: readonly T[]): readonly T[] {
  const first = fitting.filter(
    ({ record }, at) => fitting.findIndex((other) => other.record.session === record.session) === at,
  )
  return first.slice(0, FEW)
}

/** Counts each word among the project's records; the rarest that some record holds are the terms. */
function weighed(db: Database, topics: readonly Topic[], within: string) {
  const records = counted(db, within, MAX_RECORDS)
  const most = Math.max(MAX_COUNTED, Math.ceil(records * MAX_SHARE))
  const holding = new Map(
    [...new Set(topics.flat())].map((word) => [word, counted(db, `${quoted(word)} AND (${within})`, most)]),
  )
  const held = (word: string) => holding.get(word) ?? 0
  const rarest = [...holding].filter(([, rows]) => rows > 0).sort(([, a], [, b]) => a - b)
  let total = 0
  const terms = rarest.filter(([, rows], at) => {
    total += rows
    return at === 0 || (at < MAX_TERMS && total <= MAX_ROWS)
  })
  return {
    weigh: (word: string) => weightOf(word, held(word), records),
    terms: terms.map(([word]) => word),
    isOurs: belongs(topics, held, records),
  }
}

function counted(db: Database, match: string, most: number): number {
  const sql = 'SELECT count(*) AS n FROM (SELECT 1 FROM document_index WHERE document_index MATCH ? LIMIT ?)'
  return Number(db.get(sql, match, most)?.n)
}

function candidates(db: Database, match: string, { project, notSession, asOf }: Place): Recalled[] {
  const { sql, values } = where([
    ['document_index MATCH ?', match],
    ['d.project = ?', project],
    ['d.session <> ?', notSession],
    given('d.at <= ?', asOf),
  ])
  const found = db.all(
    `SELECT d.record, d.kind FROM document_index CROSS JOIN documents d ON d.id = document_index.rowid
     ${sql} ORDER BY bm25(document_index, 4, 1, 1) LIMIT ?`,
    ...[...values, CANDIDATES],
  )
  return found.flatMap(({ record, kind }) => read(db, String(kind), String(record), asOf) ?? [])
}

type Place = Omit<RecallFilter, 'text' | 'limit'>

function read(db: Database, kind: string, id: string, asOf?: number): Recalled | undefined {
  const of = <T>({ name, record }: Table<T>) => record(db.get(`SELECT * FROM ${name} WHERE id = ?`, id) as Row)
  if (kind === 'prompt') return recalledOf({ kind, record: of(prompts) })
  if (kind === 'summary') return recalledOf({ kind, record: of(summaries) })
  return isSuperseded(db, id, asOf) ? undefined : recalledOf({ kind: 'observation', record: of(observations) })
}

const isSuperseded = (db: Database, id: string, asOf = Number.MAX_SAFE_INTEGER): boolean =>
  db.get('SELECT 1 FROM observations WHERE supersedes = ? AND at <= ?', id, asOf) !== undefined

const quoted = (text: string) => `"${text.replaceAll('"', ' ')}"`
