import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FAILURE_FACT, reconcile } from '../../../src/domain/memory/merge.ts'
import { UNDONE_FACT } from '../../../src/domain/memory/supersession.ts'
import type { Observation } from '../../../src/domain/nouns/observation.ts'
import { runs } from '../../runs.ts'
import { observationOf } from './records.ts'

const IDS = ['o_1', 'o_2', 'o_3', 'o_4']
const some = <T>(...values: T[]) => fc.subarray(values)

/** Records that often share an id, title, files or failure. */
const record: fc.Arbitrary<Observation> = fc
  .record({
    id: fc.constantFrom(...IDS),
    at: fc.nat({ max: 9 }),
    title: fc.constantFrom('Retry the upload', 'retry the upload', 'Drop the cache'),
    filesModified: some('/a.ts', '/b.ts'),
    filesRead: some('/c.ts', '/d.ts'),
    evidence: some('e_1', 'e_2', 'e_3'),
    facts: some(`${FAILURE_FACT}npm test → one`, `${FAILURE_FACT}npm test → two`, 'a.ts: retry (+1)', UNDONE_FACT),
    supersedes: fc.constantFrom(undefined, ...IDS),
  })
  .map((given) => observationOf({ ...given, supersedes: given.supersedes === given.id ? undefined : given.supersedes }))
const records = fc.array(record, { maxLength: 4 })
const kept = fc.uniqueArray(record, { maxLength: 4, selector: ({ id }) => id })

describe('a new record next to stored ones', () => {
  test('never supersedes its own id', () => {
    fc.assert(
      fc.property(records, kept, (fresh, older) => {
        for (const { id, supersedes } of reconcile(fresh, older)) expect(supersedes).not.toBe(id)
      }),
      { numRuns: runs(500) },
    )
  })

  test('exists once for each id, with the evidence and files of every time it was made', () => {
    fc.assert(
      fc.property(record, kept, (fresh, older) => {
        const found = reconcile([fresh], older)
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
        const made = found.find(({ title }) => title === fresh.title)
        const before = older.filter(({ id }) => id === made?.id)
        for (const each of [fresh, ...before]) {
          expect(made?.evidence).toEqual(expect.arrayContaining([...each.evidence]))
          expect(made?.filesRead).toEqual(expect.arrayContaining([...each.filesRead]))
        }
      }),
    )
  })
})

describe('the same title and files', () => {
  const earlier = observationOf({ id: 'o_1', at: 1, facts: ['a', UNDONE_FACT], evidence: ['e_1'], supersedes: 'o_9' })
  const later = observationOf({ id: 'o_2', at: 2, facts: ['b'], evidence: ['e_2'], title: 'FIX the parser' })

  test('give one record under the older id with the facts of both, except that it was abandoned', () => {
    expect(reconcile([later], [earlier])).toEqual([
      { ...later, id: 'o_1', evidence: ['e_1', 'e_2'], facts: ['b', 'a'], supersedes: 'o_9' },
    ])
  })

  test('give two records for different files or agents', () => {
    for (const other of [{ filesModified: ['/x.ts'] }, { agentId: 'a_1' }])
      expect(reconcile([{ ...later, ...other }], [earlier])).toEqual([{ ...later, ...other }])
  })

  test('keep at most eight facts, the later ones first', () => {
    const [found] = reconcile([{ ...later, facts: ['b'] }], [{ ...earlier, facts: [...'acdefghij'] }])
    expect(found?.facts).toEqual([...'bacdefgh'])
  })
})

test('a record made again from the same turn has only its new facts', () => {
  const [found] = reconcile([observationOf({ facts: ['new'] })], [observationOf({ facts: ['old'] })])
  expect(found?.facts).toEqual(['new'])
})

describe('the same failing command', () => {
  const failed = (id: string, at: number, error: string, file = '/a.ts') =>
    observationOf({ id, at, title: id, facts: [`${FAILURE_FACT}npm test → ${error}`], filesModified: [file, '/z.ts'] })
  const bare = (each: Observation) => ({ ...each, filesModified: each.filesModified.slice(0, 1) })

  test('and a shared file: supersedes the newest earlier record, whatever the error', () => {
    const older = [failed('o_1', 1, 'one'), failed('o_2', 2, 'two'), failed('o_4', 4, 'four')]
    expect(reconcile([failed('o_3', 3, 'three')], older)[0]?.supersedes).toBe('o_2')
  })

  test('and other files: supersedes nothing', () => {
    const older = [bare(failed('o_1', 1, 'one', '/b.ts'))]
    expect(reconcile([bare(failed('o_3', 3, 'three'))], older)[0]?.supersedes).toBeUndefined()
  })
})
