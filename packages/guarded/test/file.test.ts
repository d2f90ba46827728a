import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ReadLimits, readGuarded, readGuardedSync } from '../src/file.ts'

let top: string
let root: string
const server = createServer()
beforeAll(async () => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-reader-')))
  root = join(top, 'root')
  mkdirSync(join(root, 'folder'), { recursive: true })
  writeFileSync(join(root, 'folder/ten'), '0123456789')
  writeFileSync(join(top, 'outside'), 'outside')
  for (const [name, to] of Object.entries({
    ...{ zero: '/dev/zero', null: '/dev/null', environ: '/proc/self/environ', out: '../outside', up: '..' },
    ...{ self: 'self', there: 'back', back: 'there', in: 'folder/ten', linked: 'folder', dangling: 'none' },
  }))
    symlinkSync(to, join(root, name))
  execFileSync('mkfifo', [join(root, 'pipe')])
  symlinkSync('pipe', join(root, 'to-pipe'))
  await new Promise<void>((resolve) => server.listen(join(root, 'socket'), resolve))
})
afterAll(() => {
  server.close()
  rmSync(top, { recursive: true, force: true })
})

const readers = {
  'at once': async (path: string, limits: ReadLimits) => readGuardedSync(path, limits),
  'in time': readGuarded,
}

describe.each(Object.entries(readers))('a file of a project that is read %s', (_, read) => {
  const within = (path: string, more: Partial<ReadLimits> = {}) =>
    read(join(root, path), { most: 10, within: root, ...more })
  const text = async (path: string, more: Partial<ReadLimits> = {}) => String((await within(path, more)).bytes)

  test('is a regular one in it, by its own name or by a link that stays inside', async () => {
    for (const path of ['folder/ten', 'in', 'linked/ten']) expect(await text(path)).toBe('0123456789')
    expect(await text('folder/ten', { isDirect: true })).toBe('0123456789')
    for (const path of ['in', 'linked/ten'])
      expect(await within(path, { isDirect: true })).toEqual({ refusal: 'outside' })
  })

  test.each([
    ['zero', 'outside'],
    ['null', 'outside'],
    ['environ', 'outside'],
    ['out', 'outside'],
    ['up/outside', 'outside'],
    ['../outside', 'outside'],
    ['.', 'outside'],
    ['self', 'not a regular file'],
    ['there', 'not a regular file'],
    ['pipe', 'not a regular file'],
    ['to-pipe', 'not a regular file'],
    ['socket', 'not a regular file'],
    ['folder', 'not a regular file'],
    ['dangling', 'missing'],
    ['none', 'missing'],
    ['folder/ten/more', 'missing'],
    [`${'x'.repeat(5_000)}`, 'unreadable'],
    ['nul\0byte', 'unreadable'],
  ])('is not %s: %s', async (path, refusal) => {
    expect(await within(path)).toMatchObject({ refusal })
  })

  test('is not longer than allowed, unless a part is asked for', async () => {
    expect(await within('folder/ten', { most: 9 })).toMatchObject({ refusal: 'too large', stats: { size: 10 } })
    expect(await text('folder/ten', { most: 3, part: 'head' })).toBe('012')
    expect(await text('folder/ten', { most: 3, part: 'tail' })).toBe('789')
    expect(await text('folder/ten', { most: 99, part: 'tail' })).toBe('0123456789')
  })

  test('may be anywhere if it is the user’s own; devices and pipes are refused all the same', async () => {
    expect(String((await read(join(root, 'out'), { most: 10 })).bytes)).toBe('outside')
    for (const path of ['zero', 'pipe'])
      expect(await read(join(root, path), { most: 10, part: 'head' })).toMatchObject({ refusal: 'not a regular file' })
  })
})
