import { isBuiltin } from 'node:module'

/** What may be bound to a statement, and what a column gives. */
export type SqlValue = string | number | bigint | null | Uint8Array
export type Row = Record<string, SqlValue>

/** The part of `node:sqlite` that the store uses; both drivers have it. */
export interface RawStatement {
  run(...values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint }
  get(...values: SqlValue[]): unknown
  all(...values: SqlValue[]): unknown[]
}
/** A connection as the driver gives it. */
export interface RawDatabase {
  exec(sql: string): void
  prepare(sql: string): RawStatement
  close(): void
}
interface Driver {
  DatabaseSync: new (file: string) => RawDatabase
}

/** Opens a SQLite file with Node's own driver where there is one, else with the packaged one; loads only that. */
export async function openRaw(file: string): Promise<RawDatabase> {
  const { DatabaseSync } = isBuiltin('node:sqlite') ? await builtIn() : await packaged()
  return new DatabaseSync(file)
}

/** Node announces its driver as experimental at every start, which says nothing to a person. */
async function builtIn(): Promise<Driver> {
  const announce = process.emitWarning
  process.emitWarning = () => {}
  try {
    // Not a literal: the types of the oldest Node do not know it
    const name: string = 'node:sqlite'
    return (await import(name)) as Driver
  } finally {
    process.emitWarning = announce
  }
}

const packaged = async () => (await import('@photostructure/sqlite')) as unknown as Driver
