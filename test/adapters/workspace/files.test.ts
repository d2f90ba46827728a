import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileHead, fileText } from '../../../src/adapters/workspace/files.ts'

test('the head of a file is read; a folder, a pipe without a writer or a missing file is empty', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-instructions-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'CLAUDE.md'), '- Use pnpm.\n')
  writeFileSync(join(folder, 'long.md'), 'x'.repeat(100_000))
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'pipe')])
  expect(await fileHead(join(folder, 'CLAUDE.md'))).toBe('- Use pnpm.\n')
  expect(await fileHead(join(folder, 'long.md'))).toHaveLength(65_536)
  for (const path of [folder, join(folder, 'pipe'), join(folder, 'none.md')]) expect(await fileHead(path)).toBe('')
})

test('a file within the root is read completely; links, files outside, and long or binary files are not', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-files-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const root = join(folder, 'root')
  mkdirSync(join(root, 'real'), { recursive: true })
  writeFileSync(join(folder, 'outside.txt'), 'outside')
  writeFileSync(join(root, 'real', 'a.txt'), '\ufeffé\n')
  writeFileSync(join(root, 'full.txt'), 'x'.repeat(256 * 1024))
  writeFileSync(join(root, 'long.txt'), 'x'.repeat(256 * 1024 + 1))
  writeFileSync(join(root, 'zero.bin'), 'a\0b')
  writeFileSync(join(root, 'latin.txt'), Buffer.from([0xe9, 0x0a]))
  symlinkSync(join(folder, 'outside.txt'), join(root, 'link.txt'))
  symlinkSync(join(root, 'real'), join(root, 'linked'))
  symlinkSync(root, join(folder, 'root-link'))
  execFileSync('mkfifo', [join(root, 'pipe.txt')])
  const read = (path: string, within = root) => fileText(join(within, path), within)
  expect(await read('real/a.txt')).toBe('\ufeffé\n')
  expect(await read('full.txt')).toHaveLength(256 * 1024)
  expect(await read('real/a.txt', join(folder, 'root-link'))).toBe('\ufeffé\n')
  for (const path of [
    'link.txt',
    'linked/a.txt',
    '../outside.txt',
    'long.txt',
    'zero.bin',
    'latin.txt',
    'pipe.txt',
    'none',
    '.',
  ])
    expect(await read(path), path).toBeUndefined()
})
