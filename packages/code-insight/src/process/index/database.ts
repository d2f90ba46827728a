/** Values that can be bound to a statement or read from a column. */
export type SqlValue = string | number | bigint | null | Uint8Array

/** A prepared statement. */
export interface Statement {
  run(...values: SqlValue[]): { lastInsertRowid: number | bigint }
  get(...values: SqlValue[]): unknown
  all(...values: SqlValue[]): unknown[]
}

/** A connection to a SQLite file, as `node:sqlite` provides it. */
export interface Database {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}

/** Opens a SQLite file with the driver of whoever starts the process. */
export type OpenDatabase = (file: string) => Promise<Database>
