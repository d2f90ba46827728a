import { periodsIn } from '../../../domain/retrieval/dates.ts'
import { LANE_BITS, type NumberLane, numbersOf } from '../../../domain/retrieval/numbering.ts'
import { type Count, planSearch, planWider, ROW_LIMITS, type Word } from '../../../domain/retrieval/query-plan.ts'
import { LANE_WEIGHT } from '../../../domain/retrieval/ranking.ts'
import {
  COLUMN_WEIGHT,
  type Posting,
  plainPosting,
  postingOf,
  rarityOf,
  withNeighbours,
} from '../../../domain/retrieval/scoring.ts'
import type { SearchFilter } from '../../../ports.ts'
import type { Database } from './database.ts'
import {
  allMatching,
  anyForm,
  filterConditions,
  fromIndex,
  type MatchSelection,
  matchOf,
  numbersMatching,
  quotedTerm,
} from './matching.ts'
import { newest, newestInPlace } from './newest.ts'
import { where } from './port.ts'

/** The postings found for a search. */
interface Found {
  readonly postings: readonly Posting[]
  /** Some terms were left out. */
  readonly isPartial: boolean
  /** Reads more postings, at a higher cost. */
  wider(): readonly Posting[]
}

/** Reads the postings that a search's plan names. */
export function postingsOf(db: Database, filter: SearchFilter): Found {
  const { match, project } = filter
  if (match.terms.length === 0) return { postings: ofFile(db, filter), isPartial: false, wider: () => [] }
  const [records, count] = [recordsIn(db), counting(db)]
  const {
    scored,
    joined,
    newestInPlace: common,
    newest: last,
    isPartial,
  } = planSearch(match, count, project !== undefined)
  const wider = () => {
    const plan = planWider(match, count)
    const postings = scoredPostings(db, plan.scored, records, { filter })
    return [...postings, ...inPlace(db, plan.newestInPlace, records, filter)]
  }
  const others = last === undefined ? [] : newest(db, last, filter)
  if (scored.length === 0 && last !== undefined) return { postings: others, isPartial, wider }
  const among = shortlist(db, scored, filter)
  const postings = scoredPostings(db, scored, records, { filter, among })
  const beside = joinedPostings(db, { scored, joined }, records, { filter, among })
  const more = [...inPlace(db, common, records, filter), ...dated(db, records, filter)]
  return { postings: [...postings, ...beside, ...others, ...more], isPartial, wider }
}

/**
 * The best texts by the index's own relevance, as a list of numbers with their neighbours; undefined if there are no
 * more matches than that. Only these are then scored term by term, because a returned row costs twenty times as much as
 * a skipped one.
 */
function shortlist(db: Database, words: readonly Word[], filter: SearchFilter): string | undefined {
  if (words.reduce((sum, { rows }) => sum + rows, 0) <= ROW_LIMITS.shortlist) return undefined
  const { sql, joined, values } = fromIndex(words.map(anyForm).join(' OR '), filter)
  const found = db.all(
    `SELECT document_index.rowid AS id FROM document_index ${joined} ${sql}
     ORDER BY ${RELEVANCE} * ${BY_LANE} DESC LIMIT ${ROW_LIMITS.shortlist}`,
    ...values,
  )
  return JSON.stringify(withNeighbours(found.map(({ id }) => Number(id))))
}

const { title, body, files } = COLUMN_WEIGHT
const RELEVANCE = `-bm25(document_index, ${title}, ${body}, ${files})`
const LANES = Object.entries(LANE_WEIGHT).map(
  ([lane, weight]) => `WHEN ${numbersOf(0, lane as NumberLane)[0]} THEN ${weight}`,
)
const BY_LANE = `CASE document_index.rowid & ${LANE_BITS} ${LANES.join(' ')} END`

/** Caches counts. */
function counting(db: Database): Count {
  const sql = 'SELECT count(*) AS n FROM (SELECT 1 FROM document_index WHERE document_index MATCH ? LIMIT ?)'
  const known = new Map<string, number>()
  return (form, most) => {
    const match = matchOf(form)
    const rows = known.get(match) ?? Number(db.get(sql, match, most)?.n)
    known.set(match, rows)
    return rows
  }
}

function scoredPostings(db: Database, words: readonly Word[], records: number, reading: MatchSelection): Posting[] {
  const matches = words.flatMap(({ forms }) => forms.map(matchOf))
  const found = allMatching(db, matches, { ...reading, score: RELEVANCE })
  return words.map(({ forms }) => {
    const scored = forms.map((form) => ({ ...form, scores: found.get(matchOf(form)) ?? [] }))
    return postingOf(scored, records)
  })
}

/**
 * Finds which texts with scored words also contain an unscored one, counted once. An index query for both skips the
 * many texts that contain only the common word, at a fiftieth of the cost of scoring them.
 */
function joinedPostings(
  db: Database,
  { scored, joined }: { readonly scored: readonly Word[]; readonly joined: readonly Word[] },
  records: number,
  reading: MatchSelection,
): Posting[] {
  const any = scored.map(anyForm).join(' OR ')
  const matchFor = (word: Word) => `(${any}) AND (${anyForm(word)})`
  const found = allMatching(db, joined.map(matchFor), reading)
  return joined.map((word) => {
    const texts = (found.get(matchFor(word)) ?? []).map(([id]) => id)
    return plainPosting(texts, rarityOf(word.rows, records))
  })
}

/** For each word, the newest texts within the filter's place. */
function inPlace(db: Database, words: readonly Word[], records: number, filter: SearchFilter): Posting[] {
  const found = newestInPlace(db, words.map(anyForm), filter)
  return words.map(({ rows }, at) => plainPosting(found[at] ?? [], rarityOf(rows, records)))
}

/** A named period is a term like any other, contained in the texts from that time. */
function dated(db: Database, records: number, filter: SearchFilter): Posting[] {
  const edge = (of: 'min' | 'max') => Number(db.get(`SELECT ${of}(at) AS at FROM documents`)?.at ?? 0)
  const periods = periodsIn(filter.match.text, edge('min'), filter.asOf ?? edge('max'))
  const found = periods.flatMap(({ from, until }) => {
    const { sql, values } = where([['d.at >= ? AND d.at < ?', from, until], ...filterConditions(filter)])
    const rows = db.all(`SELECT d.id FROM documents d ${sql} LIMIT ?`, ...values, ROW_LIMITS.common + 1)
    return rows.map(({ id }) => Number(id))
  })
  if (found.length === 0 || found.length > ROW_LIMITS.common) return []
  return [plainPosting(found, rarityOf(new Set(found).size, records))]
}

/** For a filter with only a file: the newest records that name it. */
function ofFile(db: Database, filter: SearchFilter): Posting[] {
  const path = pathMatch(filter.file)
  if (path === undefined) return []
  const end = `ORDER BY document_index.rowid DESC LIMIT ${ROW_LIMITS.common}`
  const found = numbersMatching(db, path, { filter, end })
  return [
    plainPosting(
      found.map(([id]) => id),
      1,
    ),
  ]
}

/** Those of the texts that may name the filter's file; all if it has none. */
export function withFile<T>(
  db: Database,
  { file }: SearchFilter,
  texts: ReadonlyMap<number, T>,
): ReadonlyMap<number, T> {
  const path = pathMatch(file)
  if (path === undefined) return texts
  const rows = db.all('SELECT rowid AS id FROM document_index WHERE document_index MATCH ?', path)
  const naming = new Set(rows.map(({ id }) => Number(id)))
  return new Map([...texts].filter(([id]) => naming.has(id)))
}

const pathMatch = (file: string | undefined) =>
  file === undefined || !/[\p{L}\p{N}]/u.test(file) ? undefined : `files : ${quotedTerm(file)}`

/** How many texts the index holds, by its own count: the first number of its averages. */
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
