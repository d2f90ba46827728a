import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { holdFile } from '../../../../src/adapters/store/sqlite/lock.ts'

/** Whether another process can lock it. */
const isFree = (path: string): boolean => {
  const driver = JSON.stringify(join(import.meta.dirname, '../../../../node_modules/@photostructure/sqlite'))
  const script = `try { new (require(${driver}).DatabaseSync)(process.argv[1]).exec('BEGIN EXCLUSIVE'); console.log(1) } catch { console.log(0) }`
  return execFileSync(process.execPath, ['-e', script, path], { encoding: 'utf8' }).trim() === '1'
}

test('a locked file stays locked when its own process checks it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'hindcast-lock-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const path = join(dir, 'lock')
  const letGo = await holdFile(path, 0)
  expect(await holdFile(path, 0)).toBeUndefined()
  expect(isFree(path)).toBe(false)
  letGo?.()
  expect(isFree(path)).toBe(true)
})

test('a file that cannot be locked for another reason is not taken for one that somebody holds', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'hindcast-lock-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const path = join(dir, 'lock')
  writeFileSync(path, 'this is no database, and long enough to be read as one\n'.repeat(100))
  await expect(holdFile(path, 0)).rejects.toThrow(/not a database/)
})
