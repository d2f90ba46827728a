import { describe, expect, test } from 'vitest'
import { asHindcastError, type ErrorCode, errorTable, FREE_SPACE, HindcastError } from '../../src/domain/errors.ts'

/** How the system, SQLite and our own words say it. */
const SAID = [
  "ENOSPC: no space left on device, copyfile '/a' -> '/b'",
  "EDQUOT: disk quota exceeded, write '/a'",
  '/h/hindcast.db cannot be written (database or disk is full); nothing was changed',
  'the disk is full',
]

describe.each(Object.keys(errorTable) as ErrorCode[])('an error %s', (code) => {
  test.each(SAID)('that comes of a full disk says so and what helps, whatever was to be said: %s', (why) => {
    for (const more of [{}, { remedy: 'check the path' }]) {
      const { message, remedy, why: said } = new HindcastError(code, why, more)
      expect(message).toMatch(/the disk is full.* \(free some space, then try again\)$/)
      expect([remedy, said.match(/disk is full/g)?.length, said.includes('the the')]).toEqual([FREE_SPACE, 1, false])
      expect(new HindcastError(code, said, more).message).toBe(message)
    }
  })

  test('that comes of anything else keeps its words and its remedy', () => {
    const { why, remedy } = new HindcastError(code, 'EACCES: permission denied, open', { remedy: 'ask' })
    expect([why, remedy]).toEqual(['EACCES: permission denied, open', 'ask'])
  })
})

test('an error that names what helps by itself is not told twice', () => {
  expect(new HindcastError('not-started', `the disk is full (${FREE_SPACE})`, { remedy: '' }).message).toBe(
    `the daemon did not start: the disk is full (${FREE_SPACE})`,
  )
})

test('an error of the system is told in words, too', () => {
  const { message } = asHindcastError(
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  )
  expect(message).toBe(`internal error: the disk is full, write (${FREE_SPACE})`)
})
