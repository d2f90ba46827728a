import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gitIn } from '../../../src/adapters/connections/git.ts'
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

describe('a repository', () => {
  test('runs nothing of its own when git is asked about its files', async () => {
    const [trap, ran] = [join(root, 'trap.sh'), join(root, 'ran')]
    write(join(root, '.gitattributes'), '* filter=trap diff=trap\n')
    git('add', '.')
    git('commit', '-qm', 'Rules')
    write(trap, `#!/bin/sh\necho "$0" >>'${ran}'\n`, 0o755)
    for (const key of [
      'core.fsmonitor',
      'diff.external',
      'filter.trap.clean',
      'filter.trap.process',
      'core.sshCommand',
    ])
      git('config', key, trap)
    git('config', 'core.hooksPath', join(root, 'hooks'))
    write(join(root, 'hooks/post-index-change'), `#!/bin/sh\necho "$0" >>'${ran}'\n`, 0o755)
    write(file, 'Use tabs\n')
    expect(await files.isCommitted(file)).toBe(true)
    await gitIn(root, process.env, 'check-ignore', '-q', file)
    expect(existsSync(ran)).toBe(false)
  })

  test('does not fetch what is missing', async () => {
    git('add', '.')
    git('commit', '-qm', 'Rules')
    const tree = String(git('rev-parse', 'HEAD^{tree}')).trim()
    rmSync(join(root, '.git/objects', tree.slice(0, 2), tree.slice(2)))
    const ran = join(root, 'ran')
    const promises = { 'extensions.partialClone': 'origin', 'remote.origin.promisor': 'true' }
    const url = { 'remote.origin.url': `ext::touch ${ran}`, 'protocol.ext.allow': 'always' }
    for (const [key, value] of Object.entries({ ...promises, ...url, 'core.repositoryFormatVersion': '1' }))
      git('config', key, value)
    expect(await files.isCommitted(file)).toBe(false)
    expect(existsSync(ran)).toBe(false)
  })
})

test.skipIf(process.platform === 'win32')('a named pipe in place of a file holds nothing up', async () => {
  const pipe = join(root, 'PIPE.md')
  execFileSync('mkfifo', [pipe])
  expect(await files.read(pipe, root)).toEqual({ refused: 'not a regular file' })
})
