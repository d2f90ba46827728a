import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changedFiles } from '../../src/process/files/changed.ts'
import { folderTimes, listFiles } from '../../src/process/files/list.ts'
import { readSource } from '../../src/process/files/read.ts'
import { rootOf } from '../../src/process/root.ts'

let dir: string
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-files-')))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function write(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
}
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: dir, stdio: 'pipe' })
const listed = async (folder = dir) => [...(await listFiles(await rootOf(folder), ['.client'])).files].sort()

/** The same files are listed with git and without it. */
const TREE = {
  '.gitignore': 'out/\n*.log\n',
  '.hindcastignore': 'generated/\n',
  'package.json': '{}',
  'a.py': '',
  'src/b.ts': '',
  'src/.gitignore': '/secret.ts\n',
  'src/secret.ts': '',
  'src/deep/secret.ts': '',
  'out/c.js': '',
  'noise.log': '',
  'generated/d.ts': '',
  'node_modules/m/index.js': '',
  '.client/worktrees/x/e.ts': '',
  'env/pyvenv.cfg': '',
  'env/lib/f.py': '',
}
const OWN = [
  '.gitignore',
  '.hindcastignore',
  'a.py',
  'package.json',
  'src/.gitignore',
  'src/b.ts',
  'src/deep/secret.ts',
]

describe('the files of a project', () => {
  test.each(['\n', '\r', '\u001b[2J', '\u007f', '\t'])(
    'have no %j in their names, with git or without it',
    async (control) => {
      write({ 'a.py': '', [`b${control}note: c.py`]: '', [`d${control}/e.py`]: '', 'f g.py': '' })
      expect(await listed()).toEqual(['a.py', 'f g.py'])
      git('init', '-q')
      git('add', '.')
      expect(await listed()).toEqual(['a.py', 'f g.py'])
    },
  )

  test('are those that no .gitignore and no .hindcastignore excludes, with git or without it', async () => {
    write(TREE)
    expect(await listed()).toEqual(OWN)
    git('init', '-q')
    expect(await listed()).toEqual(OWN)
  })

  test('are listed from the top of the worktree, or from the nearest manifest', async () => {
    write(TREE)
    expect((await rootOf(join(dir, 'src/deep'))).path).toBe(dir)
    git('init', '-q')
    write({ 'src/package.json': '{}' })
    expect((await rootOf(join(dir, 'src/deep'))).path).toBe(dir)
  })

  test('are those of a folder itself where git ignores it', async () => {
    write({ '.gitignore': 'out/\n', 'out/app/package.json': '{}', 'out/app/lib/x.js': '' })
    git('init', '-q')
    expect((await rootOf(join(dir, 'out/app/lib'))).path).toBe(join(dir, 'out/app'))
    expect(await listed(join(dir, 'out/app/lib'))).toEqual(['lib/x.js', 'package.json'])
  })

  test('do not include links, so that a loop of folders ends', async () => {
    write({ 'package.json': '{}', 'a/x.py': '' })
    symlinkSync(dir, join(dir, 'a/loop'))
    symlinkSync(join(dir, 'a/x.py'), join(dir, 'y.py'))
    expect(await listed()).toEqual(['a/x.py', 'package.json'])
    // Git lists a link as a file; reading does not follow it
    expect(readSource(dir, 'y.py')).toBeUndefined()
  })
})

describe('the text of a file', () => {
  const read = (contents: string | Buffer, file = 'file.ts') => {
    write({ [file]: contents })
    return readSource(dir, file)
  }

  test('is UTF-8, with or without a byte order mark, UTF-16 with one, or Latin-1', () => {
    const text = 'name = "Zoë"\n'
    expect(read(text)?.text).toBe(text)
    expect(read(`\ufeff${text}`)?.text).toBe(text)
    expect(read(Buffer.from(`\ufeff${text}`, 'utf16le'))?.text).toBe(text)
    expect(read(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())?.text).toBe(text)
    expect(read(Buffer.from(text, 'latin1'))?.text).toBe(text)
  })

  test('is left out where the file is binary, minified or large, and the reason is said', () => {
    expect(read(Buffer.from([1, 0, 2]))).toMatchObject({ problem: 'it is binary' })
    expect(read(`x=1;${'f(x);'.repeat(2_000)}`)).toMatchObject({ problem: 'it is minified' })
    for (const markup of ['<?xml version="1.0"?>\n<TS></TS>', '\n<!DOCTYPE html>\n<p>not here</p>']) {
      expect(read(markup)).toMatchObject({ problem: 'it is markup, not code' })
      expect(read(markup, 'page.xml')).toMatchObject({ text: markup })
    }
    expect(read('<p>in a script</p>')).not.toHaveProperty('problem')
    expect(read('x = 1\n'.repeat(1_000_000))).toMatchObject({ problem: 'it is over 2 MB', size: 6_000_000 })
    expect(read(`${'x = 1\n'.repeat(2_000)}table = "${'x'.repeat(3_000)}"`)?.problem).toBeUndefined()
  })

  test.each([
    ['a string', `import { f } from './f'\nconst icon = "${'M1 2 '.repeat(1_000)}"\nf(icon)\n`],
    ['an attribute', `<path d="${'a1.5,2 '.repeat(1_000)}"/>\n<script>f()</script>\n`],
    ['numbers', `const table = [${'1.5, -2, '.repeat(1_000)}]\nf(table)\n`],
    ['a string that is never closed', `x = "${'a\\"b'.repeat(1_001)}\nf()\n`.replace('x = ', 'x = 1\n'.repeat(2_000))],
  ])('is read where what is long is data: %s', (_, text) => {
    expect(read(text)).toMatchObject({ text })
  })

  test('is missing where the file is gone or no file', () => {
    expect(readSource(dir, 'nope')).toBeUndefined()
    expect(readSource(dir, '.')).toBeUndefined()
  })
})

test('files that were written or deleted count as changed', async () => {
  write({ a: 'a', b: 'b', c: 'c' })
  const old = new Date(Date.now() - 60_000)
  for (const name of ['a', 'b', 'c']) utimesSync(join(dir, name), old, old)
  // What was written a moment ago is read again in any case
  await setTimeout(100)
  const known = ['a', 'b', 'c'].map(
    (path) => ({ path, ...readSource(dir, path) }) as { path: string; size: number; mtime: number },
  )
  expect(await changedFiles(dir, known)).toEqual([])
  write({ a: 'A' })
  rmSync(join(dir, 'c'))
  expect((await changedFiles(dir, known)).map(({ path }) => path)).toEqual(['a', 'c'])
})

test('a list does not vouch for folders that changed once it was begun, or a moment before', () => {
  write({ 'old/a.py': '', 'new/b.py': '' })
  const [was, is] = ['old', 'new'].map((path) => folderTimes(dir, [path]).get(path) ?? -1)
  expect(folderTimes(dir, ['old'], (was ?? 0) + 1_000).get('old')).toBe(was)
  for (const from of [is ?? 0, (is ?? 0) + 1, (is ?? 0) - 60_000])
    expect(folderTimes(dir, ['new'], from).get('new')).toBe(0)
  expect(folderTimes(dir, ['gone'], Date.now()).get('gone')).toBe(-1)
})
