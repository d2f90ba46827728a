import type { Form, Word } from '../../../domain/retrieval/query-plan.ts'
import type { SearchFilter } from '../../../ports.ts'
import type { Database } from './database.ts'
import { whenGiven, where } from './port.ts'

/** Words as a phrase for MATCH. */
export const quotedTerm = (text: string) => `"${text.replaceAll('"', ' ')}"`

/** A form for MATCH. */
export const matchOf = ({ text, isPrefix }: Pick<Form, 'text' | 'isPrefix'>): string =>
  isPrefix ? `${quotedTerm(text)} *` : quotedTerm(text)

/** A word in any of its forms for MATCH. */
export const anyForm = ({ forms }: Word): string => forms.map(matchOf).join(' OR ')

/** How to read matching texts. `score`: an SQL expression; `among`: a JSON list of numbers; `end`: more SQL. */
export interface MatchSelection {
  readonly filter: SearchFilter
  readonly score?: string
  readonly among?: string | undefined
  readonly end?: string
}

/** The numbers of the matching texts, each with its score. */
export function numbersMatching(
  db: Database,
  match: string,
  { filter, score = '0', among, end = '' }: MatchSelection,
): [number, number][] {
  const { sql, joined, values } = fromIndex(match, filter, among)
  const rows = db.all(
    `SELECT document_index.rowid AS id, ${score} AS s FROM document_index ${joined} ${sql} ${end}`,
    ...values,
  )
  return rows.map(({ id, s }) => [Number(id), Number(s)])
}

/** The same for several matches at once, by match, so that the filter is evaluated only once. */
export function allMatching(
  db: Database,
  matches: readonly string[],
  { filter, score = '0', among }: MatchSelection,
): Map<string, [number, number][]> {
  const found = new Map<string, [number, number][]>(matches.map((match) => [match, []]))
  const { sql, joined, values } = fromIndex(undefined, filter, among)
  const rows = db.all(
    `SELECT m.value AS match, document_index.rowid AS id, ${score} AS s
     FROM json_each(?) m CROSS JOIN document_index ${joined} ${sql}`,
    ...[JSON.stringify([...found.keys()]), ...values],
  )
  for (const { match, id, s } of rows) found.get(String(match))?.push([Number(id), Number(s)])
  return found
}

/** A source of rows. `+`: scans the matches, because looking up each row in the index takes ten times as long. */
export function fromIndex(match: string | undefined, filter: SearchFilter, among?: string) {
  const conditions = filterConditions(filter)
  const narrow = conditions.some((condition) => condition !== undefined)
  const { sql, values } = where([
    match === undefined ? ['document_index MATCH m.value'] : ['document_index MATCH ?', match],
    whenGiven('+document_index.rowid IN (SELECT value FROM json_each(?))', among),
    ...conditions,
  ])
  return { sql, values, joined: narrow ? 'CROSS JOIN documents d ON d.id = document_index.rowid' : '' }
}

/** The conditions of a filter, on `d`, a row of documents. */
export function filterConditions({ project, kind, type, since, until, asOf }: SearchFilter) {
  return [
    whenGiven('d.project = ?', project),
    whenGiven('d.kind = ?', kind),
    whenGiven('d.type = ?', type),
    whenGiven('d.at >= ?', since),
    whenGiven('d.at <= ?', asOf === undefined ? until : Math.min(asOf, until ?? asOf)),
  ]
}
