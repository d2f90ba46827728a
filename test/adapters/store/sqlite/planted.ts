import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../../../src/adapters/store/sqlite/database.ts'
import { memories } from '../../../../src/adapters/store/sqlite/memories.ts'
import { migrate } from '../../../../src/adapters/store/sqlite/migrate.ts'
import { add } from '../../../../src/adapters/store/sqlite/records.ts'
import { migrations } from '../../../../src/adapters/store/sqlite/schema.ts'
import type { SupportTable } from '../../../../src/adapters/store/sqlite/support-table.ts'
import { supportTables } from '../../../../src/adapters/store/sqlite/support-tables.ts'
import type { Noun } from '../../../../src/domain/nouns/noun.ts'
import { allNouns, fieldSpec } from '../../../../src/domain/nouns/records.ts'
import { parseQuery } from '../../../../src/domain/retrieval/query.ts'
import { scratch } from './fresh.ts'

/** An empty database, of this test alone. */
export async function store(): Promise<Database> {
  const file = join(scratch(), 'x.db')
  const db = await openDatabase(file, 'writer')
  onTestFinished(() => db.close())
  migrate(db, file, migrations)
  return db
}

/** The names of its tables or indexes. */
export const names = (db: Database, type: string): string[] =>
  db
    .all("SELECT name FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%' ORDER BY name", type)
    .map(({ name }) => String(name))

/** The internal tables of a full-text index. */
export const isInternal = (name: string): boolean => /^(document|recall)_index_/.test(name)

/** A word that nothing else holds. */
export const MARK = 'zyzzyva'

/** Adds a record of one noun alone, every field set. */
export function plantOne(db: Database, noun: (typeof allNouns)[number], plot: Plot): void {
  add(db, noun.name, recordOf(noun, plot) as never)
}

/** Test data: its session and project, and its text. */
export interface Plot {
  readonly session: string
  readonly project: string
  readonly says: string
  /** Keeps the ids of two plots apart. */
  readonly n: number
}

/** A record of a noun with every field set. */
function recordOf(noun: Noun, { session, project, says, n }: Plot): object {
  const ours = `e_${n}`
  const fieldValue = (field: string, { kind, oneOf }: ReturnType<typeof fieldSpec>): unknown => {
    if (field === 'id') return noun.letter ? `${noun.letter}_${n}` : noun.name === 'project' ? project : session
    if (field === 'event' || field === 'cause') return ours
    if (kind === 'session') return session
    if (kind === 'project') return project
    if (kind === 'text') return `it says ${says} here`
    if (kind === 'texts') return [`/repo/${says}.ts`]
    if (kind === 'ids') return [ours]
    if (kind === 'json') return { path: `/repo/${says}` }
    if (kind === 'flag') return true
    if (kind === 'choice') return oneOf?.[0]
    if (kind === 'sequence') return null
    if (kind === 'path' || kind === 'word' || kind === 'id') return `${field}-${n}`
    return n
  }
  const fields = Object.entries(noun.fields).map(([field, declared]) => [field, fieldValue(field, fieldSpec(declared))])
  return Object.fromEntries(fields)
}

/** A record of every noun and a row of every support table; for nouns that are not `isIn`, one with other text. */
export function plant(db: Database, plot: Plot, isIn: (noun: Noun) => boolean = () => true): void {
  for (const noun of allNouns)
    add(db, noun.name, recordOf(noun, isIn(noun) ? plot : { ...plot, says: 'nothing' }) as never)
  for (const table of supportTables) if (!('why' in table.forget)) plantRow(db, table, plot)
}

/** A row of a support table, with the plot in every column that `forget` searches. */
function plantRow(db: Database, { name, forget }: SupportTable, { session, project, says, n }: Plot): void {
  if ('why' in forget) return
  const { touched, touchedIn, session: own, project: owner, record, matches = [], emptied = [] } = forget
  const columnValue = (column: string, type: string): string | number => {
    if (column === record) return `e_${n}`
    if (column === touchedIn) return JSON.stringify([session])
    if (column === own || column === touched) return session
    if (column === owner) return project
    if ([...matches, ...emptied].includes(column)) return JSON.stringify({ said: says, n })
    return type === 'TEXT' ? `${column}-${n}` : n
  }
  const columns = db.all(`SELECT name, type FROM pragma_table_info('${name}') WHERE NOT (pk = 1 AND type = 'INTEGER')`)
  const values = columns.map((column) => columnValue(String(column.name), String(column.type)))
  const list = columns.map((column) => `"${column.name}"`).join(', ')
  db.run(`INSERT INTO ${name} (${list}) VALUES (${columns.map(() => '?').join(', ')})`, ...values)
}

/** Where a word still occurs: rows of any table, or the full-text index. */
export function traces(db: Database, word: string): string[] {
  const tables = names(db, 'table').filter((name) => !isInternal(name) && !name.endsWith('_index'))
  const rows = tables.flatMap((name) =>
    db
      .all(`SELECT * FROM ${name}`)
      .filter((row) => JSON.stringify(row).includes(word))
      .map((row) => `${name}: ${JSON.stringify(row)}`),
  )
  const found = memories.search(db, { match: parseQuery(word), limit: 10 })
  return [...rows, ...found.map(({ id }) => `found: ${id}`)]
}
