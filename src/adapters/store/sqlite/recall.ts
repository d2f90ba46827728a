import { type Recalled, recalledOf } from '../../../domain/retrieval/recalled.ts'
import { fitOf, isRare, isRelevant, type Topic, topicsOf, weightOf } from '../../../domain/retrieval/relevance.ts'
import type { RecallFilter } from '../../../ports.ts'
import type { Database } from './database.ts'
import { recallLabels } from './documents.ts'
import type { Row } from './driver.ts'
import { given, where } from './port.ts'
import { observations, prompts, summaries, type Table } from './rows.ts'

/** Records by the index's own relevance that are looked at closely. */
const CANDIDATES = 60
const MAX_TERMS = 24
/** Records that hold a word are counted up to here, which bounds the time however large the store: more is common. */
const MAX_COUNTED = 1_000
const MAX_RECORDS = 1_000_000

/** What fits a text well enough to be told unasked, best first. */
export function recall(db: Database, { text, limit, ...place }: RecallFilter): readonly Recalled[] {
  const topics = topicsOf(text)
  const [project, session] = recallLabels({ project: place.project, session: place.notSession }).map(quoted)
  const within = `${project} NOT ${session}`
  const { weigh, terms } = weighed(db, topics, within)
  if (terms.length === 0) return []
  return candidates(db, `(${terms.map(quoted).join(' OR ')}) AND (${within})`, place)
    .map((record) => ({ record, fit: fitOf(topics, weigh, record.title, record.more) }))
    .filter(({ record, fit }) => isRelevant(fit, record.kind === 'prompt'))
    .sort((a, b) => b.fit.mass - a.fit.mass || b.record.at - a.record.at)
    .slice(0, limit)
    .map(({ record }) => record)
}

/** Counts each word among the project's records; those that are rare and that some record holds are the terms. */
function weighed(db: Database, topics: readonly Topic[], within: string) {
  const records = counted(db, within, MAX_RECORDS)
  const words = [...new Set(topics.flat())]
  const weights = new Map<string, number>()
  const weigh = (word: string) => weights.get(word) ?? 0
  const held = words.filter((word) => {
    const holding = counted(db, `${quoted(word)} AND (${within})`, MAX_COUNTED)
    weights.set(word, weightOf(word, holding, records))
    return holding > 0 && isRare(weigh(word))
  })
  return { weigh, terms: held.sort((a, b) => weigh(b) - weigh(a)).slice(0, MAX_TERMS) }
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
