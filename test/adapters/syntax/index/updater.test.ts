import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CallChecks } from '../../../../src/adapters/syntax/index/checks.ts'
import { openIndex } from '../../../../src/adapters/syntax/index/index-file.ts'
import { IndexedFiles } from '../../../../src/adapters/syntax/index/indexed-files.ts'
import { IndexUpdater } from '../../../../src/adapters/syntax/index/updater.ts'
import { realParser } from '../grammars.ts'

/** Far more steps than these files take, and far fewer than it would take to begin with all of them in each round. */
const MOST_ROUNDS = 1_000
const STEPS = 3

test('resolving goes on where it was left, however often somebody asks and the files are listed again', async () => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-updater-')))
  const index = await openIndex(join(dir, 'code'), dir)
  onTestFinished(() => {
    index.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const known = new IndexedFiles(index)
  const paths = Array.from({ length: 20 }, (_, at) => `file${at}.py`)
  for (const path of paths) writeFileSync(join(dir, path), 'def run():\n    stop()\n\ndef stop():\n    pass\n')
  const checks = new CallChecks(dir, index, known, undefined)
  const updater = new IndexUpdater(dir, index, known, await realParser(), checks)
  let rounds = 0
  for (let isBusy = true; isBusy && rounds < MOST_ROUNDS; rounds++) {
    updater.list(paths)
    let steps = 0
    isBusy = await updater.work(() => ++steps > STEPS)
  }
  expect(rounds).toBeLessThan(MOST_ROUNDS)
  expect(known.count()).toMatchObject({ files: 20, resolved: 20 })
})
