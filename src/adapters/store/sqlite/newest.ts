import { type NumberRange, numbersOf, rangesOf } from '../../../domain/retrieval/numbering.ts'
import { ROW_LIMITS, type SearchPlan } from '../../../domain/retrieval/query-plan.ts'
import { type Posting, plainPosting } from '../../../domain/retrieval/scoring.ts'
import type { SearchFilter } from '../../../ports.ts'
import type { Database } from './database.ts'
import { anyForm, numbersMatching, placed } from './matching.ts'
import { where } from './port.ts'

const AT_A_TIME = 500
/** Ranges of numbers that are read: each takes a search of its own. */
const MAX_RANGES = 12
/** Texts that say where in the numbers a time is. */
const MAX_DATED = 5_000

/**
 * Of words that all stand in very many texts: the newest that hold all of them, then those of the rarest. Without scores,
 * which would take a look at every text that holds a word.
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

/** The number of a word's text so many texts ago: older ones are not looked at, which bounds the time. */
function newestFrom(db: Database, match: string): number {
  const sql = 'SELECT rowid AS id FROM document_index WHERE document_index MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ?'
  return Number(db.get(sql, match, ROW_LIMITS.newest)?.id ?? 0)
}

/** For each match the newest texts within the project or time that a filter names: a common word may be rare there. */
export function newestInPlace(db: Database, matches: readonly string[], filter: SearchFilter): number[][] {
  const ranges = matches.length === 0 ? [] : placeOf(db, filter)
  return matches.map((match) => inRanges(db, match, ranges, filter))
}

function inRanges(db: Database, match: string, ranges: readonly NumberRange[], filter: SearchFilter): number[] {
  const { sql, values } = fitting(filter)
  const found: number[] = []
  let left: number = ROW_LIMITS.inPlace
  for (const [from, to] of ranges) {
    // An upper bound would not end the index's own search: it would go on to the end
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

/** The texts from a number on that match, each with whether it fits the filter: a session is of one project. */
function fitting({ project, ...more }: SearchFilter) {
  const { sql, values } = where(placed(more))
  if (sql === '') return { sql: `SELECT rowid AS id, 1 AS fits ${MATCHING}`, values }
  const from = `(SELECT rowid AS id ${MATCHING}) found CROSS JOIN documents d ON d.id = found.id`
  return { sql: `SELECT found.id, ${sql.replace(/^WHERE /, '')} AS fits FROM ${from}`, values }
}

/** Where in the numbers a filter's project or time is, newest first; everywhere, where it names neither. */
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
