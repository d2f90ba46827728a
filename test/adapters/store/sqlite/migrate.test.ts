import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../../../src/adapters/store/sqlite/database.ts'
import { type Migration, migrate, refuseOtherFile } from '../../../../src/adapters/store/sqlite/migrate.ts'
import { migrations } from '../../../../src/adapters/store/sqlite/schema.ts'
import { scratch } from './fresh.ts'

async function connected(file: string): Promise<Database> {
  const db = await openDatabase(file, 'writer')
  onTestFinished(() => db.close())
  return db
}

const one: Migration = { number: 1, name: 'one', sql: 'CREATE TABLE a (x); CREATE TABLE b (y)' }
const two: Migration = { number: 2, name: 'two', sql: 'ALTER TABLE a ADD COLUMN z' }
const schema = (db: Database) => db.all('SELECT sql FROM sqlite_master ORDER BY name')

describe('migrations', () => {
  test('are numbered from 1 without gaps', () => {
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, at) => at + 1))
  })

  test('are applied once each, in order, and new ones are added to old ones', async () => {
    const file = join(scratch(), 'x.db')
    const db = await connected(file)
    migrate(db, file, [one])
    migrate(db, file, [one])
    migrate(db, file, [one, two])
    expect(db.all('SELECT number, name FROM migrations').map((row) => ({ ...row }))).toEqual([
      { number: 1, name: 'one' },
      { number: 2, name: 'two' },
    ])
    db.run('INSERT INTO a (x, z) VALUES (1, 2)')
  })

  test('one that fails leaves the file unchanged, including the others in its batch', async () => {
    const file = join(scratch(), 'x.db')
    const db = await connected(file)
    migrate(db, file, [one])
    const before = schema(db)
    const broken = { number: 3, name: 'three', sql: 'CREATE TABLE c (x); CREATE TABLE a (again)' }
    expect(() => migrate(db, file, [one, two, broken])).toThrow(
      expect.objectContaining({ code: 'migration-failed', message: expect.stringContaining('3 (three)') }),
    )
    expect(schema(db)).toEqual(before)
    migrate(db, file, [one, two])
  })

  test('a backup is made before a migration, readable only by its owner, and at most five are kept', async () => {
    const folder = scratch()
    const file = join(folder, 'x.db')
    const db = await connected(file)
    const steps = Array.from({ length: 8 }, (_, n) => ({ number: n + 1, name: `${n}`, sql: `CREATE TABLE t${n} (x)` }))
    migrate(db, file, steps.slice(0, 1))
    db.run('INSERT INTO t0 (x) VALUES (?)', 'kept')
    for (let n = 2; n <= steps.length; n++) migrate(db, file, steps.slice(0, n))
    migrate(db, file, steps)
    const copies = readdirSync(join(folder, 'backups')).sort()
    expect(copies.map((name) => /schema-\d/.exec(name)?.[0])).toEqual([3, 4, 5, 6, 7].map((n) => `schema-${n}`))
    for (const name of copies) expect(statSync(join(folder, 'backups', name)).mode & 0o777).toBe(0o600)
    const copy = await connected(join(folder, 'backups', copies[0] ?? ''))
    expect(copy.get('SELECT x FROM t0')?.x).toBe('kept')
  })

  test.each([
    ['newer', [one], 'upgrade Hindcast'],
    ['migration-changed', [{ ...one, sql: 'CREATE TABLE other (x)' }, two], 'install the build that wrote it'],
  ] as const)('a database that is %s is refused with one remedy and left unchanged', async (code, known, remedy) => {
    const file = join(scratch(), 'x.db')
    const db = await connected(file)
    migrate(db, file, [one, two])
    const before = schema(db)
    expect(() => migrate(db, file, known)).toThrow(
      expect.objectContaining({
        code,
        message: expect.stringMatching(/^[^\n]+[^.]$/),
        remedy: expect.stringContaining(remedy),
      }),
    )
    await expect(refuseOtherFile(file, known)).rejects.toMatchObject({ code })
    expect(schema(db)).toEqual(before)
  })

  test("another program's database is refused and left unchanged", async () => {
    const file = join(scratch(), 'x.db')
    const theirs = await connected(file)
    theirs.exec('CREATE TABLE theirs (x)')
    const bytes = readFileSync(file)
    expect(() => migrate(theirs, file, [one])).toThrow(expect.objectContaining({ code: 'foreign' }))
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })

  test('two processes that open a file at once both find the complete schema', async () => {
    const file = join(scratch(), 'x.db')
    const all = await Promise.all(Array.from({ length: 4 }, () => connected(file)))
    for (const db of all) migrate(db, file, migrations)
    for (const db of all) expect(db.get('SELECT count(*) AS n FROM migrations')?.n).toBe(migrations.length)
  })
})
