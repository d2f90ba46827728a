import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ReadingBudget, readingBudget } from '../src/budget.ts'
import { readGuarded, readGuardedSync } from '../src/file.ts'
import { git } from '../src/git.ts'
import { makeRepository } from './trap-repository.ts'

const ENOUGH = { ms: 600_000, files: 1_000, bytes: 1_000_000 }
let root: string
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-budget-')))
  mkdirSync(join(root, 'files'))
  for (let n = 0; n < 5; n++) writeFileSync(join(root, `files/${n}`), '0123456789')
  makeRepository(join(root, 'repository'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const readers = {
  'at once': async (path: string) => readGuardedSync(path, { most: 100, within: root }),
  'in time': (path: string) => readGuarded(path, { most: 100, within: root }),
}

describe.each(Object.entries(readers))('files that are read %s within a budget', (_, read) => {
  const all = async () => {
    const found: (string | undefined)[] = []
    for (let n = 0; n < 5; n++) found.push((await read(join(root, `files/${n}`))).refusal)
    return found
  }

  test.each([
    ['of enough', ENOUGH, 5],
    ['of three files', { ...ENOUGH, files: 3 }, 3],
    // The one that goes over it is the last
    ['of 15 bytes', { ...ENOUGH, bytes: 15 }, 2],
    ['of no time', { ...ENOUGH, ms: 0 }, 0],
  ] as const)('%s are those that it allows, and the others are counted', async (_name, limits, read) => {
    const budget = new ReadingBudget(limits)
    const refusals = await budget.during(all)
    expect(refusals).toEqual([...Array(read).fill(undefined), ...Array(5 - read).fill('left out')])
    expect(budget.leftOut).toBe(5 - read)
  })

  test('spend nothing of another one, nor are others bound by it', async () => {
    const [spent, other] = [new ReadingBudget({ ...ENOUGH, files: 0 }), new ReadingBudget(ENOUGH)]
    const [left, read, free] = await Promise.all([spent.during(all), other.during(all), all()])
    expect([left?.[0], read?.[0], free[0]]).toEqual(['left out', undefined, undefined])
    expect([spent.leftOut, other.leftOut, readingBudget()]).toEqual([5, 0, undefined])
  })
})

test('git is not asked once the time of a budget is over, and is asked otherwise', async () => {
  const folder = join(root, 'repository')
  const ask = () => git({ folder }, 'branch')
  expect(await new ReadingBudget({ ...ENOUGH, ms: 0 }).during(ask)).toBeUndefined()
  expect(String(await new ReadingBudget(ENOUGH).during(ask))).toBe('main\n')
})

test('work that takes too long is not waited for, and what fails in time is told', async () => {
  const never = new Promise<string>(() => {})
  expect(await new ReadingBudget({ ...ENOUGH, ms: 1 }).inTime(never)).toBeUndefined()
  expect(await new ReadingBudget(ENOUGH).inTime(never, ENOUGH.ms)).toBeUndefined()
  expect(await new ReadingBudget(ENOUGH).inTime(Promise.resolve('done'))).toBe('done')
  await expect(new ReadingBudget(ENOUGH).inTime(Promise.reject(new Error('damaged')))).rejects.toThrow('damaged')
})

test('time that is over is extended for what still has to be done, and nothing else is', async () => {
  const budget = new ReadingBudget({ ms: 0, files: 1, bytes: 1_000 })
  expect(budget.admits()).toBe(false)
  budget.leave(600_000)
  expect([budget.admits(), budget.leftMs > 500_000]).toEqual([true, true])
  budget.leave(1)
  expect(budget.leftMs).toBeGreaterThan(500_000)
})
