import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { KINDS, parseRecord } from '../../../../src/adapters/archive/format.ts'
import { archive } from '../../../../src/adapters/store/sqlite/archive.ts'
import { type Database, openDatabase } from '../../../../src/adapters/store/sqlite/database.ts'
import { evidence } from '../../../../src/adapters/store/sqlite/evidence.ts'
import { ledger } from '../../../../src/adapters/store/sqlite/ledger.ts'
import { memories } from '../../../../src/adapters/store/sqlite/memories.ts'
import { migrate } from '../../../../src/adapters/store/sqlite/migrate.ts'
import { add } from '../../../../src/adapters/store/sqlite/records.ts'
import { columnOf } from '../../../../src/adapters/store/sqlite/rows.ts'
import { migrations } from '../../../../src/adapters/store/sqlite/schema.ts'
import { type SupportTable, supportTables } from '../../../../src/adapters/store/sqlite/support-tables.ts'
import type { Noun } from '../../../../src/domain/nouns/noun.ts'
import type { Project } from '../../../../src/domain/nouns/project.ts'
import { allNouns, fieldSpec, fieldsOfKind, type NounName } from '../../../../src/domain/nouns/records.ts'
import type { Clean, Cleaned } from '../../../../src/domain/redaction/clean.ts'
import { parseQuery } from '../../../../src/domain/retrieval/query.ts'
import type { ArchiveRecord, Selection } from '../../../../src/ports.ts'
import { scratch } from './fresh.ts'

async function store(): Promise<Database> {
  const file = join(scratch(), 'x.db')
  const db = await openDatabase(file, 'writer')
  onTestFinished(() => db.close())
  migrate(db, file, migrations)
  return db
}

const names = (db: Database, type: string): string[] =>
  db
    .all("SELECT name FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%' ORDER BY name", type)
    .map(({ name }) => String(name))

/** The internal tables of a full-text index. */
const isInternal = (name: string): boolean => /^(document|recall)_index_/.test(name)

describe("a store's tables are the declared ones", () => {
  test('each belongs to a noun or says what forget does with it', async () => {
    const db = await store()
    const declared = [...allNouns.map(({ table }) => table), ...supportTables.map(({ name }) => name), 'migrations']
    expect(names(db, 'table').filter((name) => !isInternal(name))).toEqual(declared.sort())
  })

  test.each(allNouns.map((noun) => [noun.name, noun] as const))('%s has a column for each field', async (_, noun) => {
    const db = await store()
    const columns = db.all(`SELECT name, "notnull" AS required FROM pragma_table_info('${noun.table}') WHERE pk = 0`)
    const isKey = (name: unknown) => (noun.key ?? ['id']).some((field) => columnOf(field) === name)
    expect(columns.map(({ name, required }) => [name, isKey(name) || required === 1])).toEqual(
      Object.entries(noun.fields).flatMap(([field, declared]) => {
        const { kind, optional } = fieldSpec(declared)
        const isPrimary = kind === 'sequence' || (isKey(columnOf(field)) && !('seq' in noun.fields))
        return isPrimary ? [] : [[columnOf(field), !optional]]
      }),
    )
  })

  test('each index is declared by its noun, or belongs to a support table', async () => {
    const db = await store()
    const ofNouns = allNouns.flatMap(({ table, indexes = [] }) =>
      indexes.map(({ on }) => `${table}_by_${on.map(columnOf).join('_')}`),
    )
    const beside = supportTables.flatMap(({ sql }) => [...sql.matchAll(/CREATE INDEX (\w+)/g)].map(([, name]) => name))
    expect(names(db, 'index')).toEqual([...ofNouns, ...beside].sort())
  })
})

const MARK = 'zyzzyva'

/** Test data: its session and project, and its text. */
interface Plot {
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
function plant(db: Database, plot: Plot, isIn: (noun: Noun) => boolean = () => true): void {
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
function traces(db: Database, word: string): string[] {
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

describe('no noun and no table is left out', () => {
  const other: Plot = { session: 's-other', project: 'p-other', says: 'plain', n: 2 }
  test.each<[string, Plot, Selection]>([
    ['of a session', { session: `s-${MARK}`, project: 'p-1', says: MARK, n: 1 }, { session: `s-${MARK}` }],
    ['of a project', { session: `s-${MARK}`, project: `p-${MARK}`, says: MARK, n: 1 }, { project: `p-${MARK}` }],
    ['that holds a text', { session: 's-1', project: 'p-1', says: MARK, n: 1 }, { match: MARK }],
  ])('forget removes every trace of %s, and nothing else', async (_, plot, selection) => {
    const db = await store()
    plant(db, other)
    const before = traces(db, 'plain')
    // Records without a session belong to none
    const isIn = (noun: Noun) => {
      if ('match' in selection) return fieldsOfKind(noun, 'text', 'texts', 'path', 'json').length > 0
      return !('session' in selection) || noun.name === 'session' || 'session' in noun.fields
    }
    plant(db, plot, isIn)
    expect(traces(db, MARK)).not.toEqual([])
    const { counts } = ledger.forget(db, selection, 10)
    expect(traces(db, MARK)).toEqual([])
    expect(traces(db, 'plain')).toEqual(before)
    // What cites a deleted record is deleted, too
    const isGone = (noun: Noun) => isIn(noun) || ('session' in selection && 'evidence' in noun.fields)
    for (const noun of allNouns) if (noun.letter) expect(counts).toMatchObject({ [noun.table]: isGone(noun) ? 1 : 0 })
  })

  test.each<Selection>([{ project: 'p-other' }, { session: 's-other' }])(
    'after forget of %j, restoring an older archive brings back none of its records, logs included',
    async (selection) => {
      const db = await store()
      plant(db, other)
      const kinds = allNouns.filter(({ name, fields }) => name === 'session' || 'session' in fields)
      const records = kinds
        .flatMap(({ name }) => archive.page(db, { kind: name, asOf: 5 }).text.split('\n').filter(Boolean))
        .map((line) => parseRecord(line, 5))
        .flatMap((parsed) => ('record' in parsed ? [parsed.record] : [])) as unknown as Cleaned<ArchiveRecord>[]
      expect(records).toHaveLength(kinds.length)
      ledger.forget(db, selection, 10)
      expect(archive.restore(db, records, 5)).toEqual(kinds.map(() => 'refused'))
    },
  )

  test('an archive contains a record of each noun, and restoring it into an empty store brings them all back', async () => {
    const [from, to] = [await store(), await store()]
    plant(from, other)
    const lines = (db: Database) =>
      KINDS.flatMap((kind) => archive.page(db, { kind, asOf: 10 }).text.split('\n').filter(Boolean))
    const records = lines(from).map((line) => parseRecord(line, 10))
    expect(records.filter((parsed) => 'why' in parsed)).toEqual([])
    const read = records.flatMap((parsed) => ('record' in parsed ? [parsed.record] : []))
    expect(new Set(read.map(({ kind }) => kind))).toEqual(new Set<string>([...nounNames, 'exclusion']))
    const outcomes = archive.restore(to, read as unknown as readonly Cleaned<ArchiveRecord>[], 10)
    expect(new Set(outcomes)).toEqual(new Set(['new']))
    // No prompt holds the note's words, so nothing proves that it is the user's
    expect(lines(to)).toEqual(
      lines(from).map((line) => line.replace('"rememberedBy":"user"', '"rememberedBy":"agent"')),
    )
  })
})

describe('a project that a person decides about', () => {
  const [part, whole] = [`p-${MARK}`, 'p-other']
  const rowOf = (id: string, root: string) => ({ id, name: id, root }) as Cleaned<Project>
  const settled = () => [rowOf(part, '/old'), rowOf(whole, '/new')] as const
  /** Every row that names a project, by table. */
  const rowsOf = (db: Database) =>
    names(db, 'table')
      .filter((name) => !isInternal(name) && !['projects', 'regrouped', 'fold_snapshots', 'vectors'].includes(name))
      .map((name) => [
        name,
        db
          .all(`SELECT * FROM ${name}`)
          .map((row) => JSON.stringify(row))
          .toSorted(),
      ])
  const found = (db: Database, project: string) =>
    memories.search(db, { match: parseQuery('walrus'), project, limit: 99 }).length
  const planted = async () => {
    const db = await store()
    plant(db, { session: 's-1', project: part, says: 'walrus', n: 1 })
    plant(db, { session: 's-2', project: whole, says: 'plain', n: 2 })
    return db
  }

  test('leaves no row of any table that counts as another with its old project, and is searched there', async () => {
    const db = await planted()
    const own = found(db, part)
    evidence.unite(db, ...settled())
    expect(traces(db, MARK).filter((trace) => !/^(projects|regrouped): /.test(trace))).toEqual([])
    expect([found(db, part), found(db, whole)]).toEqual([0, own])
    expect(evidence.projects(db).map(({ id, root }) => [id, root])).toEqual([[whole, '/new']])
  })

  test('has back all that it had once it is a project of its own again, whichever was decided twice', async () => {
    const db = await planted()
    const [before, own] = [rowsOf(db), found(db, part)]
    for (let twice = 0; twice < 2; twice++) evidence.unite(db, ...settled())
    for (let twice = 0; twice < 2; twice++) evidence.part(db, settled()[0], whole as Clean)
    expect(rowsOf(db)).toEqual(before)
    expect(found(db, part)).toBe(own)
  })

  test('keeps away what was forgotten of either, and is forgotten with whatever counts as it', async () => {
    const db = await planted()
    ledger.forget(db, { project: part }, 10)
    evidence.unite(db, ...settled())
    expect(ledger.silences(db, { session: 's-3', project: whole })).toContainEqual({ from: 0, until: 10 })
    ledger.forget(db, { project: whole }, 20)
    expect(evidence.places(db)).toEqual([])
    expect(ledger.silences(db, { session: 's-3', project: part })).toContainEqual({ from: 0, until: 20 })
  })
})

const nounNames: readonly NounName[] = allNouns.map(({ name }) => name)
