import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { userFiles } from '../../../src/adapters/connections/user-files.ts'

let root: string
let file: string
const files = userFiles('/nowhere', async () => undefined)
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@localhost', ...words], { cwd: root })
const write = (path: string, text: string, mode?: number) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode })
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hindcast-files-'))
  file = join(root, 'docs/RULES.md')
  git('init', '-q')
  write(file, 'Use tabs\n')
})
afterEach(() => rmSync(root, { recursive: true }))

describe('a file is committed', () => {
  test('if it is in the newest commit as it is, apart from how its lines end', async () => {
    expect(await files.isCommitted(file)).toBe(false)
    git('add', '.')
    expect(await files.isCommitted(file)).toBe(false)
    git('commit', '-qm', 'Rules')
    expect(await files.isCommitted(file)).toBe(true)
    write(file, 'Use tabs\r\n')
    expect(await files.isCommitted(file)).toBe(true)
    write(file, 'Use spaces\n')
    expect(await files.isCommitted(file)).toBe(false)
  })
})

test.skipIf(process.platform === 'win32')('a named pipe in place of a file holds nothing up', async () => {
  const pipe = join(root, 'PIPE.md')
  execFileSync('mkfifo', [pipe])
  expect(await files.read(pipe, root)).toEqual({ refused: 'not a regular file' })
})
