import type { Cleaned } from '@hindcast/redaction/clean.ts'
import { describe, expect, test } from 'vitest'
import { KINDS, parseRecord } from '../../../../src/adapters/archive/format.ts'
import { archive } from '../../../../src/adapters/store/sqlite/archive.ts'
import type { Database } from '../../../../src/adapters/store/sqlite/database.ts'
import { ledger } from '../../../../src/adapters/store/sqlite/ledger.ts'
import { columnOf } from '../../../../src/adapters/store/sqlite/rows.ts'
import { supportTables } from '../../../../src/adapters/store/sqlite/support-tables.ts'
import type { Noun } from '../../../../src/domain/nouns/noun.ts'
import { allNouns, fieldSpec, fieldsOfKind, type NounName } from '../../../../src/domain/nouns/records.ts'
import type { ArchiveRecord, Selection } from '../../../../src/ports.ts'
import { isInternal, MARK, names, type Plot, plant, store, traces } from './planted.ts'

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

const nounNames: readonly NounName[] = allNouns.map(({ name }) => name)
