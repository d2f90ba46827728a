import type { Index, Noun } from '../../../domain/nouns/noun.ts'
import { allNouns, type FieldSpec, fieldSpec } from '../../../domain/nouns/records.ts'
import type { Migration } from './migrate.ts'
import { columnOf, keyFields } from './rows.ts'
import { supportTables } from './support-tables.ts'

function stepsOf(nouns: readonly Noun[]): Migration[] {
  const last = Math.max(...nouns.map(({ since = 1 }) => since))
  return Array.from({ length: last }, (_, at) => {
    const own = nouns.filter(({ since = 1 }) => since === at + 1)
    const support = at === 0 ? supportTables.map(({ sql }) => sql) : []
    const name = at === 0 ? 'schema' : own.map((noun) => noun.name).join(', ')
    return { number: at + 1, name, sql: [...own.map(tableSql), ...support].join('\n') }
  })
}

/** The statements that create a noun's table and indexes. */
function tableSql(noun: Noun): string {
  const specs = Object.entries(noun.fields).map(([field, declared]) => [field, fieldSpec(declared)] as const)
  const sequence = specs.find(([, { kind }]) => kind === 'sequence')?.[0]
  const [key, ...more] = [keyFields(noun), ...(noun.unique ?? [])].filter((fields) => fields.length > 0).map(listed)
  const lines = [
    ...specs.map(([field, spec]) => `"${columnOf(field)}" ${columnType(spec)}`),
    ...(key === undefined ? [] : [sequence === undefined ? `PRIMARY KEY (${key})` : `UNIQUE (${key})`]),
    ...more.map((columns) => `UNIQUE (${columns})`),
  ]
  return [`CREATE TABLE ${noun.table} (\n  ${lines.join(',\n  ')}\n);`, ...indexesOf(noun)].join('\n')
}

const indexesOf = (noun: Noun): string[] => (noun.indexes ?? []).map((index) => indexSql(noun.table, index))

function indexSql(table: string, { on, present }: Index): string {
  const columns = on.map(columnOf)
  const where = present ? ` WHERE ${columnOf(present)} IS NOT NULL` : ''
  return `CREATE INDEX ${table}_by_${columns.join('_')} ON ${table} (${columns.join(', ')})${where};`
}

const listed = (fields: readonly string[]): string => fields.map(columnOf).join(', ')

const TYPES: Readonly<Record<FieldSpec['kind'], string>> = {
  text: 'TEXT',
  path: 'TEXT',
  word: 'TEXT',
  id: 'TEXT',
  session: 'TEXT',
  project: 'TEXT',
  choice: 'TEXT',
  texts: 'TEXT',
  ids: 'TEXT',
  json: 'TEXT',
  time: 'INTEGER',
  count: 'INTEGER',
  integer: 'INTEGER',
  ordinal: 'INTEGER',
  sequence: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  flag: 'INTEGER',
  real: 'REAL',
}

const columnType = ({ kind, optional }: FieldSpec): string =>
  `${TYPES[kind]}${optional || kind === 'sequence' ? '' : ' NOT NULL'}`

/**
 * The migrations: step n creates the tables of the nouns introduced with it (`since`). So a noun added after a release
 * brings its own step, and released steps never change.
 */
export const migrations: readonly Migration[] = stepsOf(allNouns)
