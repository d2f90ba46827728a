import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { scratchFolder, sweepScratch } from '../../../../src/adapters/store/sqlite/scratch.ts'

const WEEK_MS = 7 * 24 * 3_600_000

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'scratch-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

test("what a killed daemon's replay or import left is deleted at once, anything else when it is a week old", async () => {
  const dir = folder()
  const now = Date.now()
  for (const name of ['replay-x', 'foreign-x', 'bench-new', 'bench-old']) {
    mkdirSync(join(dir, name))
    writeFileSync(join(dir, name, 'store.db'), 'text')
  }
  utimesSync(join(dir, 'bench-old'), new Date(now - WEEK_MS - 1_000), new Date(now - WEEK_MS - 1_000))
  await sweepScratch(dir, now)
  expect(readdirSync(dir)).toEqual(['bench-new'])
  expect(existsSync(join(dir, 'bench-new/store.db'))).toBe(true)
})

test.each(['replay', 'foreign'] as const)('a %s in progress keeps its folder, however long it takes', async (kind) => {
  const dir = folder()
  const { path, clear } = await scratchFolder(dir, kind)
  await sweepScratch(dir, Date.now() + 2 * WEEK_MS)
  expect(readdirSync(dir)).toEqual([basename(path)])
  await clear()
  expect(readdirSync(dir)).toEqual([])
})
