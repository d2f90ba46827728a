import type { SearchFilter } from '../../../ports.ts'
import type { Database } from './database.ts'
import { given, where } from './port.ts'

/** A way to write a word, as the index is asked for it. */
export interface Form {
  readonly text: string
  /** How many records hold it, counted up to a limit. */
  readonly rows: number
  readonly weight: number
}

/** What is asked for: a word in its forms, or words that stand together. */
export interface Word {
  readonly forms: readonly Form[]
  readonly rows: number
}

/** A word in any of its forms, for MATCH. */
export const anyForm = ({ forms }: Pick<Word, 'forms'>): string => forms.map(({ text }) => text).join(' OR ')

/** The numbers of the texts that match, each with what `score`, an SQL expression, gives for it. */
export function selected(
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

/** A source of rows. `+`: the matches are gone through, since looking up each row in the index takes ten times as long. */
export function from(match: string, filter: SearchFilter, among?: string) {
  const conditions = placed(filter)
  const narrow = conditions.some((condition) => condition !== undefined)
  const { sql, values } = where([
    ['document_index MATCH ?', match],
    given('+document_index.rowid IN (SELECT value FROM json_each(?))', among),
    ...conditions,
  ])
  return { sql, values, joined: narrow ? 'CROSS JOIN documents d ON d.id = document_index.rowid' : '' }
}

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

/** The same as an expression; empty where there are none. */
export function conditionsOf(filter: SearchFilter) {
  const { sql, values } = where(placed(filter))
  return { text: sql.replace(/^WHERE /, ''), values }
}

/** Words as a phrase, for MATCH. */
export const quoted = (text: string) => `"${text.replaceAll('"', ' ')}"`
