import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asked, makeWorld, text, user } from './world.ts'

let world: ReturnType<typeof makeWorld>
let { root, settings, state, connections, everything }: ReturnType<typeof makeWorld> = {} as never
beforeEach(() => {
  world = makeWorld()
  ;({ root, settings, state, connections, everything } = world)
})
afterEach(() => world.remove())

describe('refused without any change', () => {
  test.each([
    ['a comment', '{\n  "a": 1, // mine\n  "b": 2\n}', 2],
    ['a trailing comma', '{\n  "a": 1,\n}', 3],
    ['hooks of another shape', '{"hooks": []}', 1],
  ])('%s in settings.json', async (_, before, line) => {
    writeFileSync(settings, before)
    const start = everything()
    const done = await connections().connect(asked)
    expect(done).toMatchObject({ changed: [], files: [], refused: [{ path: settings, line }] })
    expect(done.refused[0]?.remedy).not.toBe('')
    expect(everything()).toEqual(start)
    expect(await connections().list()).toEqual([])
  })

  test('a broken .claude.json also protects settings.json', async () => {
    writeFileSync(settings, '{}')
    writeFileSync(state, '{"mcpServers": {}')
    const start = everything()
    expect((await connections().connect(asked)).refused).toMatchObject([{ path: state, line: 1 }])
    expect(everything()).toEqual(start)
  })

  test('bytes that are not UTF-8', async () => {
    writeFileSync(settings, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))
    expect((await connections().connect(asked)).refused).toMatchObject([
      { path: settings, why: expect.stringContaining('UTF-8') },
    ])
    expect(readFileSync(settings)).toHaveLength(7)
  })

  test('a read-only file, a dangling link, a folder in its place', async () => {
    writeFileSync(settings, '{}', { mode: 0o444 })
    expect((await connections().connect(asked)).refused).toMatchObject([
      { path: settings, why: expect.stringContaining('cannot read and write') },
    ])
    rmSync(settings)
    symlinkSync('/no/such/file', settings)
    expect((await connections().connect(asked)).refused).toMatchObject([
      { path: settings, why: expect.stringContaining('link') },
    ])
    rmSync(settings)
    mkdirSync(settings)
    expect((await connections().connect(asked)).refused).toMatchObject([
      { path: settings, why: 'a folder, not a file' },
    ])
    expect(existsSync(state)).toBe(false)
  })

  test.skipIf(process.getuid?.() === 0)('an unreadable file and a read-only folder', async () => {
    writeFileSync(settings, '{}', { mode: 0o000 })
    expect((await connections().connect(asked)).refused).toMatchObject([{ path: settings }])
    chmodSync(settings, 0o644)
    chmodSync(dirname(settings), 0o555)
    expect((await connections().connect(asked)).refused).toMatchObject([{ path: settings }])
    chmodSync(dirname(settings), 0o755)
    expect(text(settings)).toBe('{}')
  })

  test('a file in place of HINDCAST_HOME gives a one-line error, not a crash', async () => {
    writeFileSync(join(root, 'hindcast'), '')
    const done = await connections().connect(asked)
    expect(done.refused).toHaveLength(1)
    expect(done.refused[0]?.why).not.toContain('\n')
    expect(existsSync(settings)).toBe(false)
  })

  test('disconnect removes our entries from a file with a new comment, which stays', async () => {
    writeFileSync(settings, '{\n  "a": 1\n}')
    await connections().connect(asked)
    const connected = text(settings)
    writeFileSync(settings, connected.replace('"a": 1', '// why\n  "a": 1'))
    expect((await connections().disconnect(user)).refused).toEqual([])
    expect(text(settings)).toBe('{\n  // why\n  "a": 1\n}')
  })

  test.each(['{"hooks": null}', '{"hooks": []}', '[]', '// nothing\n', '{"hooks": {}, "hooks": {}}'])(
    'disconnect passes over settings of another shape that hold nothing of ours: %s',
    async (before) => {
      writeFileSync(settings, '{}')
      await connections().connect(asked)
      writeFileSync(settings, before)
      expect((await connections().disconnect(user)).refused).toEqual([])
      expect(text(settings)).toBe(before)
    },
  )
})
