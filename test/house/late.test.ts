import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isSource, PROJECT, sourcesOf } from './tree.ts'

// Those of many languages took a sixth of the time in which a daemon starts, and each of its workers made them anew
test('no module puts a pattern together while it is loaded', () => {
  const files = sourcesOf(PROJECT).filter(isSource)
  const eager = files.filter((file) =>
    /^(?:export )?const \w+(?:: [^=\n]+)? = new RegExp\(/m.test(readFileSync(join(PROJECT, file), 'utf8')),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(eager).toEqual([])
})
