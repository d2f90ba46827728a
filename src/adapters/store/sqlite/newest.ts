import { type NumberRange, numbersOf, rangesOf } from '../../../domain/retrieval/numbering.ts'
import { ROW_LIMITS, type SearchPlan } from '../../../domain/retrieval/query-plan.ts'
import { type Posting, plainPosting } from '../../../domain/retrieval/scoring.ts'
import type { SearchFilter } from '../../../ports.ts'
import type { Database } from './database.ts'
import { anyForm, filterConditions, numbersMatching } from './matching.ts'
import { where } from './port.ts'

const AT_A_TIME = 500
/** The maximum number of ranges read, since each takes its own search. */
const MAX_RANGES = 12
/** The maximum number of texts read to locate a period in the numbering. */
const MAX_DATED = 5_000

/**
 * For words that are all very common: the newest texts that contain all of them, then those with the rarest. Without
 * scores, which would require reading every text with a word.
 */
export function newest(db: Database, plan: NonNullable<SearchPlan['newest']>, filter: SearchFilter): Posting[] {
  const all = plan.terms.map((word) => `(${anyForm(word)})`)
  const [rarest = ''] = all
  const from = newestFrom(db, rarest)
  const together = plan.phrases.map((phrase) => [...all, anyForm(phrase)].join(' AND '))
  const matches = new Set([...together, all.join(' AND '), rarest])
  const end = `AND document_index.rowid >= ${from} ORDER BY +document_index.rowid DESC LIMIT ${ROW_LIMITS.shortlist}`
  return [...matches].map((match) => {
    const found = numbersMatching(db, match, { filter, end })
    return plainPosting(
      found.map(([id]) => id),
      1,
    )
  })
}

/** The number of the text this many matches ago; older texts are ignored, which bounds the time. */
function newestFrom(db: Database, match: string): number {
  const sql = 'SELECT rowid AS id FROM document_index WHERE document_index MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ?'
  return Number(db.get(sql, match, ROW_LIMITS.newest)?.id ?? 0)
}

/** For each match, the newest texts within the filter's project or period, where a common word may be rare. */
export function newestInPlace(db: Database, matches: readonly string[], filter: SearchFilter): number[][] {
  const ranges = matches.length === 0 ? [] : placeOf(db, filter)
  return matches.map((match) => inRanges(db, match, ranges, filter))
}

function inRanges(db: Database, match: string, ranges: readonly NumberRange[], filter: SearchFilter): number[] {
  const { sql, values } = fitting(filter)
  const found: number[] = []
  let left: number = ROW_LIMITS.inPlace
  for (const [from, to] of ranges) {
    // The index would not stop at an upper bound, but search to the end
    for (let next = from; next < to && left > 0; ) {
      const rows = db.all(sql, ...values, match, next, AT_A_TIME)
      const within = rows.filter(({ id }) => Number(id) < to)
      left -= within.length
      found.push(...within.filter(({ fits }) => fits === 1).map(({ id }) => Number(id)))
      next = within.length < AT_A_TIME ? to : Number(within.at(-1)?.id) + 1
    }
  }
  return found
}

const MATCHING = 'FROM document_index WHERE document_index MATCH ? AND rowid >= ? ORDER BY rowid LIMIT ?'

/** The matching texts from a number on, each with whether it fits the filter: a session belongs to one project. */
function fitting({ project, ...more }: SearchFilter) {
  const { sql, values } = where(filterConditions(more))
  if (sql === '') return { sql: `SELECT rowid AS id, 1 AS fits ${MATCHING}`, values }
  const from = `(SELECT rowid AS id ${MATCHING}) found CROSS JOIN documents d ON d.id = found.id`
  return { sql: `SELECT found.id, ${sql.replace(/^WHERE /, '')} AS fits FROM ${from}`, values }
}

/** The ranges of the filter's project or period, newest first; everything if it has neither. */
function placeOf(db: Database, { project, since = 0, until, asOf }: SearchFilter): NumberRange[] {
  const end = Math.min(until ?? Number.MAX_SAFE_INTEGER, asOf ?? Number.MAX_SAFE_INTEGER)
  const isEver = since === 0 && end === Number.MAX_SAFE_INTEGER
  if (project === undefined && isEver) return [[0, Number.MAX_SAFE_INTEGER]]
  const rows =
    project === undefined
      ? db.all(IN_TIME, since, end, MAX_DATED)
      : db.all('SELECT block FROM project_blocks WHERE project = ? ORDER BY block DESC', project)
  return rangesOf(rows.map(({ block }) => Number(block))).slice(0, MAX_RANGES)
}

const IN_TIME = `
SELECT DISTINCT id / ${numbersOf(1, 'said')[0]} AS block FROM (
  SELECT id FROM documents WHERE at >= ? AND at <= ? ORDER BY at DESC LIMIT ?
) ORDER BY block DESC`
