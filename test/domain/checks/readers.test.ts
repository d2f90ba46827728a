import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { run } from './checked.ts'
import { expectedOf, RECORDINGS, recorded } from './recordings.ts'

describe('recorded outputs', () => {
  it.each(RECORDINGS.map((one) => ({ ...one, is: expectedOf(one) })))(
    '$file of `$line` with exit $exit is read right',
    ({ file, line, exit, is }) => {
      const found = run(line, exit, recorded(file))
      expect(found).toHaveLength(is.length)
      expect(found).toMatchObject(is)
    },
  )

  it('each of them has a row', () => {
    const files = readdirSync(join(import.meta.dirname, '../../fixtures/outcomes')).map((name) => name.slice(0, -4))
    expect(files.filter((file) => !RECORDINGS.some((one) => one.file === file))).toEqual([])
  })
})
