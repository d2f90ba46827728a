import { isBuiltin } from 'node:module'

/** Values that can be bound to a statement or read from a column. */
export type SqlValue = string | number | bigint | null | Uint8Array
export type Row = Record<string, SqlValue>

/** The part of `node:sqlite` that the store uses; both drivers provide it. */
export interface RawStatement {
  run(...values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint }
  get(...values: SqlValue[]): unknown
  all(...values: SqlValue[]): unknown[]
}
/** A connection as provided by the driver. */
export interface RawDatabase {
  exec(sql: string): void
  prepare(sql: string): RawStatement
  close(): void
}
interface Driver {
  DatabaseSync: new (file: string) => RawDatabase
}

/**
 * Opens a SQLite file with Node's own driver if available, otherwise with the bundled one; loads only the one it uses.
 */
export async function openRaw(file: string): Promise<RawDatabase> {
  const { DatabaseSync } = isBuiltin('node:sqlite') ? await builtIn() : await packaged()
  return new DatabaseSync(file)
}

/** Suppresses the warning that Node's driver is experimental, which would appear at every start. */
async function builtIn(): Promise<Driver> {
  const announce = process.emitWarning
  process.emitWarning = () => {}
  try {
    // Not a literal, because the oldest Node's type definitions do not include it
    const name: string = 'node:sqlite'
    return (await import(name)) as Driver
  } finally {
    process.emitWarning = announce
  }
}

const packaged = async () => (await import('@photostructure/sqlite')) as unknown as Driver
