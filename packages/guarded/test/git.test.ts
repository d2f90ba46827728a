import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userFiles } from '../../../src/adapters/connections/user-files.ts'
import { gitWorkspace } from '../../../src/adapters/workspace/git.ts'
import { until } from '../../../test/daemon/world.ts'
import { listFiles } from '../../code-insight/src/process/files/list.ts'
import { differencesOf } from '../../code-insight/src/process/revisions.ts'
import { rootOf } from '../../code-insight/src/process/root.ts'
import { git } from '../src/git.ts'
import { type GitCommand, gitCommands } from '../src/git-commands.ts'
import { change, layTraps, makeRepository, plainGit, TRAP_PLACES, type TrapRepository } from './trap-repository.ts'

let top: string
beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-guarded-')))
  makeRepository(join(top, 'repository'))
})
afterAll(() => rmSync(top, { recursive: true }))

/** What each command is asked in a test; one without a line here does not compile. */
const asked: { readonly [C in GitCommand]: (missing: string) => Parameters<(typeof gitCommands)[C]> } = {
  place: () => [],
  branch: () => [],
  ignores: () => ['src/tax.py'],
  files: () => [],
  untracked: () => [],
  index: () => [],
  indexFile: () => [],
  commit: () => ['HEAD'],
  tree: () => ['HEAD'],
  committed: () => ['src'],
  roots: () => [],
  sizes: () => [],
  contents: () => [],
}

async function askAll({ folder, missing }: Pick<TrapRepository, 'folder' | 'missing'>): Promise<void> {
  const input = `HEAD:src/tax.py\n${missing}\nHEAD:gone.py\n`
  for (const command of Object.keys(gitCommands) as GitCommand[])
    await git({ folder, input, withinMs: 20_000 }, command, ...(asked[command](missing) as [string]))
}

let made = 0
const repository = (): string => {
  const folder = join(top, `repository-${made++}`)
  cpSync(join(top, 'repository'), folder, { recursive: true })
  return folder
}
const ext = (trap: string) => `ext::${trap} ext`

test.each(TRAP_PLACES)('no command runs what a repository names in its %s', async (place) => {
  const trapped = layTraps(repository(), place, ext)
  change(trapped.folder)
  await askAll(trapped)
  expect(trapped.ran()).toEqual([])
  // The traps do spring where nothing guards git
  plainGitOrNot(trapped.folder, 'status', '--porcelain')
  expect(trapped.ran()).not.toEqual([])
})

test.each([
  ['a transport of its own', ext],
  ['the secure shell', () => 'ssh://host/path'],
  ['the program that packs at the other end', () => top],
  ['a proxy', () => 'git://host/path'],
])('a missing object is not fetched by %s', async (_, url) => {
  const trapped = layTraps(repository(), 'config', url)
  await askAll(trapped)
  expect(trapped.ran()).toEqual([])
  plainGitOrNot(
    trapped.folder,
    '-c',
    'core.fsmonitor=false',
    '-c',
    'alias.cat-file=',
    'cat-file',
    '-p',
    trapped.missing,
  )
  expect(trapped.ran()).not.toEqual([])
})

test('what the product asks about a repository runs nothing of it, and is answered', async () => {
  const trapped = layTraps(repository(), 'config', ext)
  const { folder } = trapped
  change(folder)
  mkdirSync(join(folder, 'ignored'))
  const code = { path: folder, isGit: true, isLoose: false }
  expect(await gitWorkspace().locate(join(folder, 'src'))).toMatchObject({ worktree: folder, branch: 'main' })
  expect(await rootOf(join(folder, 'ignored'))).toMatchObject({ isGit: false })
  expect((await listFiles(code)).files).toEqual(expect.arrayContaining(['new.py', 'src/tax.py']))
  const differences = await differencesOf(folder, 'HEAD')
  expect(differences.map(({ before, after }) => [before?.path, after?.path])).toEqual([
    ['src/tax.py', 'src/tax.py'],
    [undefined, 'new.py'],
  ])
  const files = userFiles(join(top, 'copies'), async () => () => undefined)
  expect(await files.isCommitted(join(folder, 'package.json'))).toBe(true)
  expect(trapped.ran()).toEqual([])
})

test('a worktree, a submodule, a bare repository and a folder whose .git is elsewhere run nothing either', async () => {
  const first = repository()
  const whole = repository()
  const [worktree = '', bare = '', elsewhere = ''] = ['worktree', 'bare', 'elsewhere'].map((name) => join(top, name))
  plainGit(first, 'worktree', 'add', '-q', '-b', 'side', worktree)
  plainGit(whole, 'submodule', '--quiet', 'add', first, 'part')
  plainGit(whole, 'commit', '-qam', 'Part')
  plainGit(top, 'clone', '-q', '--bare', first, bare)
  mkdirSync(elsewhere)
  const part = layTraps(join(whole, 'part'), 'config', ext)
  change(part.folder)
  await askAll(part)
  await askAll({ ...part, folder: whole })
  expect(part.ran()).toEqual([])
  plainGitOrNot(whole, 'diff', 'HEAD')
  expect(part.ran()).not.toEqual([])

  const other = layTraps(bare, 'config', ext)
  await askAll(other)
  expect(other.ran()).toEqual([])

  const trapped = layTraps(first, 'config', ext)
  writeFileSync(join(elsewhere, '.git'), `gitdir: ${join(first, '.git')}\n`)
  for (const folder of [worktree, elsewhere]) await askAll({ ...trapped, folder })
  expect(trapped.ran()).toEqual([])
  expect(String(await git({ folder: worktree }, 'branch'))).toBe('side\n')
})

test('nothing of the environment reaches git but PATH and HOME', async () => {
  const [own, others] = [repository(), repository()]
  const variables = { GIT_DIR: join(others, '.git'), GIT_WORK_TREE: others, GIT_INDEX_FILE: join(others, '.git/index') }
  const configuration = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.bare', GIT_CONFIG_VALUE_0: 'true' }
  const env = { ...process.env, ...variables, ...configuration, GIT_TRACE: join(top, 'traced') }
  expect(String(await git({ folder: own, env }, 'place')).split('\n')[1]).toBe(own)
  expect(() => readFileSync(join(top, 'traced'))).toThrow()
})

/** A home and a PATH whose git runs these lines before it becomes the real one. */
function userWith(lines: string): { readonly home: string; readonly env: NodeJS.ProcessEnv } {
  const home = mkdtempSync(join(top, 'home-'))
  mkdirSync(join(home, 'bin'))
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  writeFileSync(join(home, 'bin/git'), `#!/bin/sh\n${lines}\nexec '${real}' "$@"\n`, { mode: 0o755 })
  return { home, env: { HOME: home, PATH: `${join(home, 'bin')}:${process.env.PATH}` } }
}

test("of the user's own configuration, safe folders and ignored files count, and nothing else", async () => {
  const folder = repository()
  writeFileSync(join(folder, 'note.tmp'), '')
  const isOthers = 'export GIT_TEST_ASSUME_DIFFERENT_OWNER=1'
  const careful = userWith(isOthers)
  expect(await git({ folder, env: careful.env }, 'files')).toBeUndefined()
  const { home, env } = userWith(isOthers)
  const trap = `#!/bin/sh\necho >'${home}/ran'\n`
  writeFileSync(join(home, 'trap'), trap, { mode: 0o755 })
  writeFileSync(
    join(home, '.gitconfig'),
    `[safe]\n\tdirectory = ${folder}\n[core]\n\texcludesFile = ~/ignored\n\tfsmonitor = ${home}/trap\n`,
  )
  writeFileSync(join(home, 'ignored'), '*.tmp\n')
  expect(String(await git({ folder, env }, 'untracked'))).toBe('')
  expect(String(await git({ folder, env: userWith('').env }, 'untracked'))).toBe('note.tmp\0')
  expect(() => readFileSync(join(home, 'ran'))).toThrow()
})

test('a git that hangs is ended, with what it has started; one that writes without end, too', async () => {
  const hanging = userWith('if [ "$GIT_OPTIONAL_LOCKS" ]; then sleep 1000 & echo $! >"$(dirname "$0")/pid"; wait; fi')
  const folder = top
  expect(await git({ folder, env: hanging.env, withinMs: 1_000 }, 'branch')).toBeUndefined()
  const pid = Number(readFileSync(join(hanging.home, 'bin/pid'), 'utf8'))
  await until('its child has ended', () => !isRunning(pid))
  const endless = userWith('[ "$GIT_OPTIONAL_LOCKS" ] && exec yes')
  expect(await git({ folder, env: endless.env, withinMs: 600_000 }, 'branch')).toBeUndefined()
})

test('a pipe in the place of one of its files ends the question', async () => {
  for (const name of ['.git/index', '.git/HEAD', '.git/config', '.gitignore', '.git']) {
    const folder = repository()
    rmSync(join(folder, name), { recursive: true, force: true })
    execFileSync('mkfifo', [join(folder, name)])
    await git({ folder, withinMs: 100 }, 'files')
  }
})

test.runIf(process.platform === 'linux')(
  'git may take 1.5 GB of memory, however large a file of its own is',
  async () => {
    const told = userWith('[ "$GIT_OPTIONAL_LOCKS" ] && ulimit -v && exit')
    expect(String(await git({ folder: top, env: told.env }, 'branch'))).toBe(`${1.5 * 1024 * 1024}\n`)
    const folder = repository()
    const ask = () => git({ folder, withinMs: 600_000 }, 'commit', 'HEAD')
    expect(await ask()).toBeDefined()
    const packed = join(folder, '.git/packed-refs')
    writeFileSync(packed, '')
    truncateSync(packed, 20_000_000_000)
    expect(await ask()).toBeUndefined()
  },
)

test('a program of the project called git is not run, though PATH names a folder of its own', async () => {
  const folder = repository()
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/git'), '#!/bin/sh\ntouch ran\n', { mode: 0o755 })
  const env = { ...process.env, PATH: `bin:./bin::${process.env.PATH}` }
  expect(await git({ folder, env }, 'files')).toBeDefined()
  expect(existsSync(join(folder, 'ran'))).toBe(false)
})

function plainGitOrNot(folder: string, ...words: readonly string[]): void {
  try {
    plainGit(folder, ...words)
  } catch {
    // A trap says that it failed
  }
}

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
