import { stretchesIn } from '../../../domain/retrieval/dates.ts'
import { formsOf } from '../../../domain/retrieval/forms.ts'
import { LANE_BITS, type Lane, laneAt, numbersOf } from '../../../domain/retrieval/numbering.ts'
import { COLUMN_WEIGHT, LANE_WEIGHT } from '../../../domain/retrieval/ranking.ts'
import { type Posting, rarityOf } from '../../../domain/retrieval/scoring.ts'
import type { SearchFilter } from '../../../ports.ts'
import type { Database } from './database.ts'
import { given, where } from './port.ts'

/** Rows that a search may score: what bounds its time, however large the store. */
const MAX_ROWS = 6_000
/** Texts of which it is worked out how they hold each term: the best by the index's own relevance. */
const MAX_TEXTS = 500
/** Words that begin as a term does are looked for where the term itself is rare: it costs by all that they stand in. */
const RARE = 500
/** A beginning that more rows hold is no form of the word. */
const MAX_BEGINNINGS = 1_500
/** What a word that only begins as the term does weighs beside the term. */
const BEGINNING = 0.4
const MIN_BEGINNING = 5
/** Of words that all stand in more, the texts that are gone through. */
const MAX_NEWEST = 20_000
/** The strength of a word that stands once in a text of the usual length. */
const ONCE = 1 / 1.2

/** Where the terms of a search stand; `partial` where terms or older texts were left out. */
export interface Found {
  readonly postings: readonly Posting[]
  readonly partial: boolean
}

/**
 * A term that very many records hold tells little and costs most: the rarest are asked for, as many as MAX_ROWS admits.
 * Where all are that common, the newest records that hold all of them, then those of the rarest.
 */
export function postingsOf(db: Database, filter: SearchFilter): Found {
  const { terms, phrases } = filter.match
  if (terms.length === 0) return { postings: ofFile(db, filter), partial: false }
  const records = recordsIn(db)
  const asked = [...terms.map((term) => wordOf(db, term)), ...phrases.map((phrase) => asOne(db, phrase))]
  const known = asked.filter(({ rows }) => rows > 0).sort((a, b) => a.rows - b.rows)
  const kept = affordable(known)
  const [rarest] = known
  if (kept.length === 0 && rarest !== undefined) return { postings: newest(db, known, filter), partial: true }
  const among = best(db, kept, filter)
  const postings = [...kept.map((word) => posting(db, word, records, filter, among)), ...dated(db, records, filter)]
  return { postings, partial: kept.length < known.length }
}

/**
 * The best texts by the index's own relevance, as a list of numbers with those beside them; undefined where the terms
 * stand in no more. What they are worth term by term is then asked for these alone: a row given out costs twenty times
 * one that is passed over.
 */
function best(db: Database, words: readonly Word[], filter: SearchFilter): string | undefined {
  if (words.reduce((sum, { rows }) => sum + rows, 0) <= MAX_TEXTS) return undefined
  const any = words.flatMap(({ forms }) => forms.map(({ text }) => text)).join(' OR ')
  const { sql, joined, values } = from(any, filter)
  const found = db.all(
    `SELECT document_index.rowid AS id FROM document_index ${joined} ${sql}
     ORDER BY ${RELEVANCE} * ${BY_LANE} DESC LIMIT ${MAX_TEXTS}`,
    ...values,
  )
  const beside = (id: number) => (laneAt(id) === 'done' ? [id] : [id, id - 1, id + 1])
  return JSON.stringify([...new Set(found.flatMap(({ id }) => beside(Number(id))))])
}

const { title, body, files } = COLUMN_WEIGHT
const RELEVANCE = `-bm25(document_index, ${title}, ${body}, ${files})`
const LANES = Object.entries(LANE_WEIGHT).map(
  ([lane, weight]) => `WHEN ${numbersOf(0, lane as Lane)[0]} THEN ${weight}`,
)
const BY_LANE = `CASE document_index.rowid & ${LANE_BITS} ${LANES.join(' ')} END`

/** The same without bounds, for when that found nothing in the place asked for. */
export function wholePostings(db: Database, filter: SearchFilter): readonly Posting[] {
  const records = recordsIn(db)
  return filter.match.terms.map((term) => posting(db, asOne(db, term, Number.MAX_SAFE_INTEGER), records, filter))
}

interface Form {
  readonly text: string
  /** How many records hold it, counted up to MAX_ROWS + 1. */
  readonly rows: number
  readonly weight: number
}

interface Word {
  readonly forms: readonly Form[]
  readonly rows: number
}

function wordOf(db: Database, term: string): Word {
  const exact = formsOf(term).map((form) => formed(db, quoted(form), 1))
  const begun = (exact[0]?.rows ?? 0) > RARE ? undefined : beginning(db, term)
  const forms = [...exact, ...(begun === undefined ? [] : [begun])].filter(({ rows }) => rows > 0)
  return { forms, rows: forms.reduce((sum, { rows }) => sum + rows, 0) }
}

function asOne(db: Database, text: string, most = MAX_ROWS + 1): Word {
  const form = formed(db, quoted(text), 1, most)
  return { forms: [form], rows: form.rows }
}

function beginning(db: Database, term: string): Form | undefined {
  if (term.length < MIN_BEGINNING || !/^\p{L}+$/u.test(term)) return undefined
  const form = formed(db, `${quoted(term)} *`, BEGINNING, MAX_BEGINNINGS + 1)
  return form.rows > MAX_BEGINNINGS ? undefined : form
}

function formed(db: Database, text: string, weight: number, most = MAX_ROWS + 1): Form {
  const sql = 'SELECT count(*) AS n FROM (SELECT 1 FROM document_index WHERE document_index MATCH ? LIMIT ?)'
  return { text, weight, rows: Number(db.get(sql, text, most)?.n) }
}

function affordable(known: readonly Word[]): Word[] {
  let total = 0
  return known.filter(({ rows }) => {
    total += rows
    return total <= MAX_ROWS
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

/** Without scores, which would take a look at every row that holds a word. */
function newest(db: Database, words: readonly Word[], filter: SearchFilter): Posting[] {
  const all = words.map(({ forms }) => `(${forms.map(({ text }) => text).join(' OR ')})`)
  const [rarest = ''] = all
  const from = newestFrom(db, rarest)
  const postings = [all.join(' AND '), rarest].map((text) => {
    const end = `AND document_index.rowid >= ${from} ORDER BY document_index.rowid DESC LIMIT ${MAX_TEXTS}`
    const found = selected(db, text, '0', filter, undefined, end)
    return { rarity: 1, strengths: new Map(found.map(([id]) => [id, ONCE])) }
  })
  return all.length > 1 ? postings : postings.slice(1)
}

/** The number of a word's text so many texts ago: what is older is not looked at, which bounds the time. */
function newestFrom(db: Database, word: string): number {
  const sql = 'SELECT rowid AS id FROM document_index WHERE document_index MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ?'
  return Number(db.get(sql, word, MAX_NEWEST)?.id ?? 0)
}

function selected(
  db: Database,
  match: string,
  score: string,
  filter: SearchFilter,
  among?: string,
  end = '',
): [number, number][] {
  const { sql, joined, values } = from(match, filter, among)
  const rows = db.all(
    `SELECT document_index.rowid AS id, ${score} AS s FROM document_index ${joined} ${sql} ${end}`,
    ...values,
  )
  return rows.map(({ id, s }) => [Number(id), Number(s)])
}

/** `+`: the matches are gone through, since looking up each row in the index takes ten times as long. */
function from(match: string, filter: SearchFilter, among?: string) {
  const conditions = placed(filter)
  const narrow = conditions.some((condition) => condition !== undefined)
  const { sql, values } = where([
    ['document_index MATCH ?', match],
    given('+document_index.rowid IN (SELECT value FROM json_each(?))', among),
    ...conditions,
  ])
  return { sql, values, joined: narrow ? 'CROSS JOIN documents d ON d.id = document_index.rowid' : '' }
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

/** The conditions of a filter, on `d`, a row of documents. */
export function placed({ project, kind, type, since, until, asOf }: SearchFilter) {
  return [
    given('d.project = ?', project),
    given('d.kind = ?', kind),
    given('d.type = ?', type),
    given('d.at >= ?', since),
    given('d.at <= ?', asOf === undefined ? until : Math.min(asOf, until ?? asOf)),
  ]
}

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

const quoted = (text: string) => `"${text.replaceAll('"', ' ')}"`
