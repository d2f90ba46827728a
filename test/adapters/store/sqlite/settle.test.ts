import type { Clean, Cleaned } from '@hindcast/redaction/clean.ts'
import { describe, expect, test } from 'vitest'
import { KINDS, parseRecord } from '../../../../src/adapters/archive/format.ts'
import { archive } from '../../../../src/adapters/store/sqlite/archive.ts'
import type { Database } from '../../../../src/adapters/store/sqlite/database.ts'
import { evidence } from '../../../../src/adapters/store/sqlite/evidence.ts'
import { journal } from '../../../../src/adapters/store/sqlite/journal.ts'
import { ledger } from '../../../../src/adapters/store/sqlite/ledger.ts'
import { memories } from '../../../../src/adapters/store/sqlite/memories.ts'
import type { Project } from '../../../../src/domain/nouns/project.ts'
import { parseQuery } from '../../../../src/domain/retrieval/query.ts'
import type { ArchiveRecord, Change } from '../../../../src/ports.ts'
import { anEvent, aSession, event, session } from '../../../contract/records.ts'
import { isInternal, MARK, names, plant, store, traces } from './planted.ts'

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
  const counted = (db: Database, table: string) => Number(db.get(`SELECT count(*) AS n FROM ${table}`)?.n)
  const undecided = (db: Database) => {
    db.run('UPDATE projects SET counts_as = NULL')
    return db
  }
  const planted = async () => {
    const db = await store()
    plant(db, { session: 's-1', project: part, says: 'walrus', n: 1 })
    plant(db, { session: 's-2', project: whole, says: 'plain', n: 2 })
    return undecided(db)
  }

  test('is among the few that are looked through when a folder is located, with what it counts as', async () => {
    const db = await planted()
    expect(evidence.decided(db)).toEqual([])
    evidence.unite(db, ...settled())
    evidence.project(db, rowOf('p-third', '/third'))
    expect(evidence.decided(db).map(({ id }) => id)).toEqual([whole, part])
  })

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

  /** All that an archive of another machine holds, on which nobody has decided, or somebody has. */
  const archived = async (decide: (db: Database) => void = () => {}) => {
    const db = await store()
    plant(db, { session: 's-1', project: part, says: 'walrus', n: 1 })
    decide(undecided(db))
    const lines = KINDS.flatMap((kind) => archive.page(db, { kind, asOf: 10 }).text.split('\n').filter(Boolean))
    const records = lines
      .map((line) => parseRecord(line, 10))
      .flatMap((each) => ('record' in each ? [each.record] : []))
    return records as unknown as Cleaned<ArchiveRecord>[]
  }
  /** Tables in which its records still stand, besides those that say what was decided. */
  const stranded = (db: Database) => traces(db, MARK).filter((trace) => !/^(projects|regrouped|found): /.test(trace))

  test('has what is restored later where it counts now, noun by noun, and has it back if it is split off', async () => {
    const [db, plain] = [await store(), await store()]
    archive.restore(plain, await archived(), 10)
    evidence.unite(db, ...settled())
    expect(new Set(archive.restore(db, await archived(), 10))).toEqual(new Set(['new', 'there']))
    expect([stranded(db), found(db, whole)]).toEqual([[], found(plain, part)])
    evidence.part(db, settled()[0], whole as Clean)
    expect([traces(db, whole).filter((trace) => !trace.startsWith('projects: ')), found(db, part)]).toEqual([
      [],
      found(plain, part),
    ])
  })

  test('has what is committed later by an import that did not know it yet where it counts now', async () => {
    const db = await store()
    evidence.unite(db, ...settled())
    const changes = [
      session(aSession({ id: 's-1', project: part as Clean })),
      event(anEvent({ id: 'e-1', session: 's-1', project: part })),
    ]
    for (const change of changes) journal.commit(db, { changes: [change as unknown as Change] })
    expect(stranded(db)).toEqual([])
    evidence.part(db, settled()[0], whole as Clean)
    expect(evidence.events(db, { project: part, limit: 9 })).toHaveLength(1)
  })

  test('counts here as a restored archive says, unless somebody has decided otherwise here', async () => {
    const decided = await archived((db) => evidence.unite(db, ...settled()))
    const db = await planted()
    archive.restore(db, decided, 10)
    expect(stranded(db)).toEqual([])
    expect(evidence.projects(db).map(({ id }) => id)).toEqual([whole])
    const own = await planted()
    evidence.part(own, settled()[0], part as Clean)
    archive.restore(own, decided, 10)
    expect(evidence.projects(own).map(({ id }) => id)).toContain(part)
    const around = await planted()
    evidence.unite(around, rowOf(whole, '/new'), rowOf(part, '/old'))
    archive.restore(around, decided, 10)
    expect(evidence.projects(around).map(({ id }) => id)).toEqual([part])
  })

  test('is paused with what it counts as, also for what is restored later', async () => {
    const db = await store()
    evidence.unite(db, ...settled())
    ledger.pause(db, { project: whole as Clean, from: 0 })
    archive.restore(db, await archived(), 10)
    expect(counted(db, 'events')).toBe(0)
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
