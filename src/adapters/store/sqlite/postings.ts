import { stretchesIn } from '../../../domain/retrieval/dates.ts'
import { formsOf } from '../../../domain/retrieval/forms.ts'
import { LANE_BITS, type Lane, laneAt, numbersOf } from '../../../domain/retrieval/numbering.ts'
import { COLUMN_WEIGHT, LANE_WEIGHT } from '../../../domain/retrieval/ranking.ts'
import { type Posting, rarityOf } from '../../../domain/retrieval/scoring.ts'
import { words } from '../../../domain/retrieval/words.ts'
import type { SearchFilter } from '../../../ports.ts'
import type { Database } from './database.ts'
import { anyForm, type Form, from, placed, quoted, selected, type Word } from './matching.ts'
import { newest, newestPlaced, ONCE } from './newest.ts'
import { where } from './port.ts'

/** Rows that a search may score: what bounds its time, however large the store. */
const MAX_ROWS = 6_000
/** The same where little was found with that. */
const MAX_ROWS_PLACED = 20_000
/** Texts of which it is worked out how they hold each term: the best by the index's own relevance. */
const MAX_TEXTS = 500
/** Words that begin as a term does are looked for where the term itself is rare: it costs by all that they stand in. */
const RARE = 500
/** A beginning that more rows hold is no form of the word. */
const MAX_BEGINNINGS = 1_500
/** What a word that only begins as the term does weighs beside the term. */
const BEGINNING = 0.4
const MIN_BEGINNING = 5
/** Words that stand together cost, for each that very many texts hold, by the texts of the rarest. */
const MAX_TOGETHER = 500

/** Where the terms of a search stand; `partial` where terms or older texts were left out. */
export interface Found {
  readonly postings: readonly Posting[]
  readonly partial: boolean
}

/**
 * A term that very many records hold tells little and costs most: the rarest are asked for, as many as MAX_ROWS admits,
 * and of the others the newest in the project that is asked for. Where all are that common, the newest records that hold
 * all of them, then those of the rarest.
 */
export function postingsOf(db: Database, filter: SearchFilter): Found {
  const { terms, phrases } = filter.match
  if (terms.length === 0) return { postings: ofFile(db, filter), partial: false }
  const records = recordsIn(db)
  const counts = counting(db)
  const asked = terms.map((term) => wordOf(counts, term))
  const together = phrases.map((phrase) => oneOf(counts, phrase))
  const known = [...asked, ...together].filter(({ rows }) => rows > 0).sort((a, b) => a.rows - b.rows)
  const kept = affordable(known)
  const isLeft = (word: Word) => word.rows > 0 && !kept.includes(word)
  const left = asked.filter(isLeft).sort((a, b) => a.rows - b.rows)
  if (kept.length === 0 && left.length > 0 && filter.project === undefined)
    return { postings: newest(db, left, together.filter(isLeft), filter), partial: true }
  const among = best(db, kept, filter)
  const postings = kept.map((word) => posting(db, word, records, filter, among))
  const inProject = filter.project === undefined ? [] : newestPlaced(db, left.filter(isCommon), records, filter)
  return { postings: [...postings, ...inProject, ...dated(db, records, filter)], partial: left.length > 0 }
}

/** More of the terms, for when that found nothing in the place asked for: the commonest by their newest texts there. */
export function placedPostings(db: Database, filter: SearchFilter): readonly Posting[] {
  const records = recordsIn(db)
  const count = counting(db)
  const asked = filter.match.terms.map((term) => oneOf(count, term)).filter(({ rows }) => rows > 0)
  const kept = affordable(
    asked.filter((word) => !isCommon(word)),
    MAX_ROWS_PLACED,
  )
  const left = asked.filter((word) => !kept.includes(word))
  return [...kept.map((word) => posting(db, word, records, filter)), ...newestPlaced(db, left, records, filter)]
}

/**
 * The best texts by the index's own relevance, as a list of numbers with those beside them; undefined where the terms
 * stand in no more. What they are worth term by term is then asked for these alone: a row given out costs twenty times
 * one that is passed over.
 */
function best(db: Database, asked: readonly Word[], filter: SearchFilter): string | undefined {
  if (asked.reduce((sum, { rows }) => sum + rows, 0) <= MAX_TEXTS) return undefined
  const any = asked.map(anyForm).join(' OR ')
  const { sql, joined, values } = from(any, filter)
  const found = db.all(
    `SELECT document_index.rowid AS id FROM document_index ${joined} ${sql}
     ORDER BY ${RELEVANCE} * ${BY_LANE} DESC LIMIT ${MAX_TEXTS}`,
    ...values,
  )
  const beside = (id: number) => (laneAt(id) === 'done' ? [id] : [id, id - 2, id - 1, id + 1, id + 2])
  return JSON.stringify([...new Set(found.flatMap(({ id }) => beside(Number(id))))])
}

const { title, body, files } = COLUMN_WEIGHT
const RELEVANCE = `-bm25(document_index, ${title}, ${body}, ${files})`
const LANES = Object.entries(LANE_WEIGHT).map(
  ([lane, weight]) => `WHEN ${numbersOf(0, lane as Lane)[0]} THEN ${weight}`,
)
const BY_LANE = `CASE document_index.rowid & ${LANE_BITS} ${LANES.join(' ')} END`

/** How many texts match, up to a limit. */
type Count = (text: string, most?: number) => number

/** What is counted once need not be again. */
function counting(db: Database): Count {
  const sql = 'SELECT count(*) AS n FROM (SELECT 1 FROM document_index WHERE document_index MATCH ? LIMIT ?)'
  const known = new Map<string, number>()
  return (text, most = MAX_ROWS + 1) => {
    const rows = known.get(text) ?? Number(db.get(sql, text, most)?.n)
    known.set(text, rows)
    return rows
  }
}

function wordOf(count: Count, term: string): Word {
  const exact = formsOf(term).map((form) => formOf(count, form))
  const begun = (exact[0]?.rows ?? 0) > RARE ? undefined : beginning(count, term)
  const forms = [...exact, ...(begun === undefined ? [] : [begun])].filter(({ rows }) => rows > 0)
  return { forms, rows: forms.reduce((sum, { rows }) => sum + rows, 0) }
}

function oneOf(count: Count, text: string): Word {
  const form = formOf(count, text)
  return { forms: [form], rows: form.rows }
}

/** Words that stand together are not counted where that would cost more than it tells: then they count as common. */
function formOf(count: Count, text: string): Form {
  const pieces = words(text).map((word) => count(quoted(word)))
  const common = pieces.filter((rows) => rows > MAX_ROWS)
  const isDear = pieces.length > 1 && common.length > 0 && Math.min(...pieces) > MAX_TOGETHER
  return { text: quoted(text), weight: 1, rows: isDear ? MAX_ROWS + 1 : count(quoted(text)) }
}

function beginning(count: Count, term: string): Form | undefined {
  if (term.length < MIN_BEGINNING || !/^\p{L}+$/u.test(term)) return undefined
  const text = `${quoted(term)} *`
  const rows = count(text, MAX_BEGINNINGS + 1)
  return rows > MAX_BEGINNINGS ? undefined : { text, rows, weight: BEGINNING }
}

const isCommon = ({ rows }: Word): boolean => rows > MAX_ROWS

function affordable(known: readonly Word[], most = MAX_ROWS): Word[] {
  let total = 0
  return known.filter(({ rows }) => {
    total += rows
    return total <= most
  })
}

function posting(db: Database, { forms }: Word, records: number, filter: SearchFilter, among?: string): Posting {
  const strengths = new Map<number, number>()
  for (const form of forms) {
    for (const [text, strength] of strengthsOf(db, form, records, filter, among)) {
      const before = strengths.get(text) ?? 0
      strengths.set(text, form.weight === 1 ? before + strength : Math.max(before, form.weight * strength))
    }
  }
  const holding = Math.max(...forms.map(({ rows, weight }) => (weight === 1 ? rows : 0)), 1)
  return { rarity: rarityOf(holding, records), strengths }
}

/**
 * What BM25 makes of a word's count and the text's length, taken back out of the index's score s, which is
 * idf · f · 2.2 / (f + K), K = 1.2 · (.25 + .75 · length / average): f / K is x / (1 − x) with x = s / (2.2 · idf).
 */
function strengthsOf(
  db: Database,
  { text, rows }: Form,
  records: number,
  filter: SearchFilter,
  among?: string,
): [number, number][] {
  const idf = Math.log((records - rows + 0.5) / (rows + 0.5))
  const highest = 2.2 * (idf > 0 ? idf : 1e-6)
  return selected(db, text, RELEVANCE, filter, among).map(([id, s]) => {
    const x = Math.min(0.98, Math.max(0.02, s / highest))
    return [id, x / (1 - x)]
  })
}

/** A time that is named is a term as others are: it stands where that is when it happened. */
function dated(db: Database, records: number, filter: SearchFilter): Posting[] {
  const edge = (of: 'min' | 'max') => Number(db.get(`SELECT ${of}(at) AS at FROM documents`)?.at ?? 0)
  const stretches = stretchesIn(filter.match.text, edge('min'), filter.asOf ?? edge('max'))
  const found = stretches.flatMap(({ from, until }) => {
    const { sql, values } = where([['d.at >= ? AND d.at < ?', from, until], ...placed(filter)])
    return db.all(`SELECT d.id FROM documents d ${sql} LIMIT ?`, ...values, MAX_ROWS + 1).map(({ id }) => Number(id))
  })
  if (found.length === 0 || found.length > MAX_ROWS) return []
  const strengths = new Map(found.map((id) => [id, ONCE]))
  return [{ rarity: rarityOf(strengths.size, records), strengths }]
}

/** Where nothing is asked for but a file: the newest records that name it. */
function ofFile(db: Database, filter: SearchFilter): Posting[] {
  const path = pathText(filter.file)
  if (path === undefined) return []
  const found = selected(db, path, '0', filter, undefined, `ORDER BY document_index.rowid DESC LIMIT ${MAX_ROWS}`)
  return [{ rarity: 1, strengths: new Map(found.map(([id]) => [id, ONCE])) }]
}

/** Of these texts those that may name the filter's file; all where it has none. */
export function withFile<T>(
  db: Database,
  { file }: SearchFilter,
  texts: ReadonlyMap<number, T>,
): ReadonlyMap<number, T> {
  const path = pathText(file)
  if (path === undefined) return texts
  const rows = db.all('SELECT rowid AS id FROM document_index WHERE document_index MATCH ?', path)
  const naming = new Set(rows.map(({ id }) => Number(id)))
  return new Map([...texts].filter(([id]) => naming.has(id)))
}

const pathText = (file: string | undefined) =>
  file === undefined || !/[\p{L}\p{N}]/u.test(file) ? undefined : `files : ${quoted(file)}`

/** How many texts the index holds, as its own scores count them: the first number of its averages. */
function recordsIn(db: Database): number {
  const block = db.get('SELECT block FROM document_index_data WHERE id = 1')?.block
  if (!(block instanceof Uint8Array)) return 0
  let records = 0
  for (const byte of block) {
    records = records * 128 + (byte & 0x7f)
    if (byte < 0x80) break
  }
  return records
}
