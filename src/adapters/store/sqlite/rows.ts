import type { Cleaned } from '@hindcast/redaction/clean.ts'
import type { Noun } from '../../../domain/nouns/noun.ts'
import {
  allNouns,
  type FieldSpec,
  fieldSpec,
  type NounName,
  nounNamed,
  type RecordOf,
} from '../../../domain/nouns/records.ts'
import type { Row } from '../../sqlite/driver.ts'
import type { Bound } from './database.ts'

/** A noun's table: its columns (fields in snake_case), insert statements, and row codec. */
export interface Table<T> {
  readonly name: string
  readonly columns: readonly string[]
  /** Statements that insert a record: if its key is free, replacing the one with its key, or always. */
  readonly insertNew: string
  readonly replace: string
  readonly insert: string
  /** The statement that overwrites every column of the record with a key; the key's values are bound last. */
  readonly update: string
  values(record: T): Bound[]
  /** Rows are Clean, since the store accepts nothing else. */
  record(row: Row): Cleaned<T>
  /** The statement that finds a record by its key. */
  readonly byKey: string
  keyOf(record: T): Bound[]
}

/** The column name of a field. */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The fields that identify a noun's record; empty if nothing does. */
export const keyFields = ({ key, fields }: Pick<Noun, 'key' | 'fields'>): readonly string[] =>
  key ?? ('id' in fields ? ['id'] : [])

/** The table for a noun's records, or for other data stored the same way. */
export function table<T>(noun: Pick<Noun, 'table' | 'fields' | 'key'>): Table<T> {
  const entries = Object.entries(noun.fields).map(([field, declared]) => ({
    field: field as keyof T,
    column: columnOf(field),
    ...codecOf(fieldSpec(declared)),
  }))
  const columns = entries.map(({ column }) => column)
  const key = keyFields(noun)
  const byKey = key.map((field) => `${columnOf(field)} = ?`).join(' AND ')
  const into = `INTO ${noun.table} (${columns.map(quoted).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
  return {
    name: noun.table,
    columns,
    insert: `INSERT ${into}`,
    insertNew: `INSERT ${into} ON CONFLICT DO NOTHING`,
    replace: `INSERT OR REPLACE ${into}`,
    update: `UPDATE ${noun.table} SET ${columns.map((column) => `${quoted(column)} = ?`).join(', ')} WHERE ${byKey}`,
    values: (record) => entries.map(({ field, write }) => write(record[field])),
    record: (row) => {
      const record: Partial<Record<keyof T, unknown>> = {}
      for (const { field, column, read } of entries) {
        const value = row[column]
        if (value !== null && value !== undefined) record[field] = read(value)
      }
      return record as Cleaned<T>
    },
    byKey: `SELECT * FROM ${noun.table} WHERE ${byKey}`,
    keyOf: (record) => key.map((field) => record[field as keyof T] as Bound),
  }
}

const quoted = (column: string): string => `"${column}"`

interface Codec {
  write(value: unknown): Bound
  read(value: unknown): unknown
}

const PLAIN: Codec = { write: (value) => (value ?? null) as Bound, read: (value) => value }
const FLAG: Codec = { ...PLAIN, read: (value) => value === 1 }
const JSON_TEXT: Codec = {
  write: (value) => (value === undefined || value === null ? null : JSON.stringify(value)),
  read: (value) => JSON.parse(String(value)),
}

function codecOf({ kind }: FieldSpec): Codec {
  if (kind === 'flag') return FLAG
  return kind === 'texts' || kind === 'ids' || kind === 'json' ? JSON_TEXT : PLAIN
}

const made = new Map(allNouns.map((noun) => [noun.name, table<object>(noun)]))

/** The table of a noun. */
export const tableOf = <N extends NounName>(name: N): Table<RecordOf<N>> =>
  (made.get(name) ?? table(nounNamed(name))) as Table<RecordOf<N>>

/** The tables used by hand-written queries. */
export const [projects, sessions, prompts, events, observations, summaries, turnLog, fileVersions, usages] = [
  tableOf('project'),
  tableOf('session'),
  tableOf('prompt'),
  tableOf('event'),
  tableOf('observation'),
  tableOf('summary'),
  tableOf('turn-log'),
  tableOf('file-version'),
  tableOf('usage'),
] as const
