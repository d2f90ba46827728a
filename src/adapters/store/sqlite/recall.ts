import { wishOf } from '../../../domain/memory/intent.ts'
import { baseName } from '../../../domain/paths.ts'
import { blockOf } from '../../../domain/retrieval/numbering.ts'
import { type Recalled, recalledOf } from '../../../domain/retrieval/recalled.ts'
import {
  belongs,
  fitOf,
  isRelevant,
  leans,
  type Topic,
  topicsOf,
  touches,
  type Weigh,
  weightOf,
  worthOf,
} from '../../../domain/retrieval/relevance.ts'
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
/** Of records that fit a little, where the text is about what the project is about, so many are told. */
const FEW = 3
/** What a text leans on: so many prompts of its session before it. */
const MAX_BEFORE = 3
/** What was done before it in its session, in events. */
const MAX_EVENTS = 100

/** What fits a text well enough to be told unasked, best first. */
export function recall(db: Database, { text, limit, ...place }: RecallFilter): readonly Recalled[] {
  const own = topicsOf(text)
  const topics = leans(own) ? [...own, ...topicsOf(saidBefore(db, place))] : own
  const [project, session] = recallLabels({ project: place.project, session: place.notSession }).map(quoted)
  const within = `${project} NOT ${session}`
  const { weigh, terms, isOurs } = weighed(db, topics, within, recordsIn(db, place))
  if (terms.length === 0) return []
  const records = candidates(db, summed(db, terms, weigh, within), place)
  const touching = touches(records, filesBefore(db, place))
  const fitting = records
    .map((record, at) => ({ record, fit: fitOf(topics, weigh, record.title, record.more), touch: touching[at] ?? 0 }))
    .sort((a, b) => worthOf(b) - worthOf(a) || b.record.at - a.record.at)
  const few = new Set(isOurs ? fitting.filter(({ fit }) => fit.mass > 0).slice(0, FEW) : [])
  return fitting
    .filter((each) => isRelevant(each.fit, each.record.kind === 'prompt') || few.has(each))
    .slice(0, limit)
    .map(({ record }) => record)
}

/** What a person asked last in the session that asks. */
function saidBefore(db: Database, { notSession, asOf }: Place): string {
  const sql = `SELECT text FROM prompts WHERE session = ? AND at < ? AND origin = 'person' ORDER BY number DESC LIMIT ?`
  const rows = db.all(sql, notSession, asOf ?? Number.MAX_SAFE_INTEGER, MAX_BEFORE)
  return rows.map(({ text }) => wishOf(String(text))).join('\n')
}

/** Names of the files that the session that asks read or changed last. */
function filesBefore(db: Database, { notSession, asOf }: Place): readonly string[] {
  const sql = 'SELECT files_read, files_modified FROM events WHERE session = ? AND at < ? ORDER BY seq DESC LIMIT ?'
  const rows = db.all(sql, notSession, asOf ?? Number.MAX_SAFE_INTEGER, MAX_EVENTS)
  const paths = rows.flatMap((row) => [...list(row.files_read), ...list(row.files_modified)])
  return [...new Set(paths.map(baseName))]
}

const list = (text: unknown) => JSON.parse(String(text)) as readonly string[]

/** Counts each word among the project's records; the rarest that some record holds are the terms. */
function weighed(db: Database, topics: readonly Topic[], within: string, records: number) {
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

/** How many records there are to recall from. */
function recordsIn(db: Database, { project, notSession }: Place): number {
  const own = blockOf(Number(db.get('SELECT id FROM documents WHERE session = ? LIMIT 1', notSession)?.id ?? 0))
  const sql = 'SELECT total(recalled) AS n FROM project_blocks WHERE project = ? AND block <> ?'
  return Number(db.get(sql, project, own)?.n)
}

function counted(db: Database, match: string, most: number): number {
  const sql = 'SELECT count(*) AS n FROM (SELECT 1 FROM recall_index WHERE recall_index MATCH ? LIMIT ?)'
  return Number(db.get(sql, match, most)?.n)
}

/** How much each record has of the terms, by its number. */
function summed(db: Database, terms: readonly string[], weigh: Weigh, within: string): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const term of terms) {
    const sql = 'SELECT rowid AS id FROM recall_index WHERE recall_index MATCH ? LIMIT ?'
    for (const { id } of db.all(sql, `${quoted(term)} AND (${within})`, MAX_ROWS))
      sums.set(Number(id), (sums.get(Number(id)) ?? 0) + weigh(term))
  }
  return sums
}

/** Of these the best that are where they are asked for; of equals the newer. */
function candidates(db: Database, sums: ReadonlyMap<number, number>, { project, notSession, asOf }: Place): Recalled[] {
  const best = [...sums].sort(([a, x], [b, y]) => y - x || b - a).map(([id]) => id)
  const found: Recalled[] = []
  for (let at = 0; at < best.length && found.length < CANDIDATES; at += CANDIDATES) {
    const { sql, values } = where([
      ['d.id IN (SELECT value FROM json_each(?))', JSON.stringify(best.slice(at, at + CANDIDATES))],
      ['d.project = ?', project],
      ['d.session <> ?', notSession],
      given('d.at <= ?', asOf),
    ])
    const rows = db.all(`SELECT d.record, d.kind FROM documents d ${sql}`, ...values)
    found.push(...rows.flatMap(({ record, kind }) => read(db, String(kind), String(record), asOf) ?? []))
  }
  return found
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
