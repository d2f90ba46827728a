import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('a bench that is given a build that cannot start ends, and says so in one line', () => {
  const dist = mkdtempSync(join(tmpdir(), 'hindcast-dist-'))
  const words = [join(import.meta.dirname, '../../scripts/bench.mjs'), 'load', dist, '1', dist]
  const ended = spawnSync(process.execPath, words, { encoding: 'utf8' })
  expect(ended.status).toBe(1)
  expect(ended.stderr).toBe(`there is no ${join(dist, 'daemon.js')}: build it first\n`)
})
