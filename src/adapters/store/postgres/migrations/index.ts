import { statements as state } from './0005-state.ts'

/** One step of the schema; numbers and names are those of the SQLite store. */
export interface PostgresMigration {
  readonly number: number
  readonly name: string
  readonly statements: readonly string[]
}

/** The steps whose ports this store has. */
export const migrations: readonly PostgresMigration[] = [{ number: 5, name: 'state', statements: state }]
