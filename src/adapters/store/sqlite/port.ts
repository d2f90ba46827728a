import type { Database } from './database.ts'

/** A port as its worker runs it: synchronously, in the transaction that the caller opened on this connection. */
export type OnDatabase<P> = {
  readonly [M in keyof P]: P[M] extends (...args: infer A) => Promise<infer R> ? (db: Database, ...args: A) => R : never
}

/** The given conditions, joined by AND, with their values in order. */
export function where(conditions: readonly (readonly [string, ...Where[]] | undefined)[]): {
  sql: string
  values: Where[]
} {
  const given = conditions.filter((condition) => condition !== undefined)
  const sql = given.map(([text]) => text).join(' AND ')
  return { sql: sql === '' ? '' : `WHERE ${sql}`, values: given.flatMap(([, ...values]) => values) }
}
type Where = string | number

/** A condition that applies only if its value is given. */
export const whenGiven = <V extends Where>(sql: string, value: V | undefined): readonly [string, V] | undefined =>
  value === undefined ? undefined : [sql, value]

/** The range of ids with this prefix. */
export const withIdPrefix = (id: string): readonly [string, string, string] => [
  'id >= ? AND id < ?',
  id,
  `${id}\u{10ffff}`,
]
