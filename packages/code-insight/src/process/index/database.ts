/** Values that can be bound to a statement or read from a column. */
export type IndexValue = string | number | bigint | null | Uint8Array

/** A prepared statement. */
export interface IndexStatement {
  run(...values: IndexValue[]): { lastInsertRowid: number | bigint }
  get(...values: IndexValue[]): unknown
  all(...values: IndexValue[]): unknown[]
}

/** A connection to a SQLite file, as `node:sqlite` provides it. */
export interface IndexDatabase {
  exec(sql: string): void
  prepare(sql: string): IndexStatement
  close(): void
}

/** Opens a SQLite file with the driver of whoever starts the process. */
export type OpenDatabase = (file: string) => Promise<IndexDatabase>
