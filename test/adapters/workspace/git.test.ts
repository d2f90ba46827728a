import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { gitWorkspace } from '../../../src/adapters/workspace/git.ts'

let root: string
let repo: string
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-git-')))
  repo = join(root, 'paint')
  mkdirSync(join(repo, 'src/deep'), { recursive: true })
  git(repo, 'init', '-q', '-b', 'main')
  git(repo, 'commit', '-q', '--allow-empty', '-m', 'begin')
  git(repo, 'worktree', 'add', '-q', '-b', 'side', join(root, 'paint-side'))
  symlinkSync(repo, join(root, 'link'))
})
afterAll(() => rmSync(root, { recursive: true }))

function git(cwd: string, ...args: string[]): void {
  const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' }
  execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
    cwd,
    env: { ...process.env, ...who, HOME: root },
  })
}

const locate = (dir: string) => gitWorkspace().locate(dir)

test('a repository is one project with its folders, links to it and its worktrees', async () => {
  const main = await locate(repo)
  expect(main).toMatchObject({ project: { name: 'paint', root: repo }, worktree: repo, branch: 'main' })
  expect(await locate(join(repo, 'src/deep'))).toEqual(main)
  expect(await locate(join(root, 'link'))).toMatchObject({ project: main.project })
  const side = join(root, 'paint-side')
  expect(await locate(side)).toEqual({ project: main.project, worktree: side, branch: 'side' })
})

test('two repositories with the same name are two projects', async () => {
  const other = join(root, 'other/paint')
  mkdirSync(other, { recursive: true })
  git(other, 'init', '-q')
  const [a, b] = await Promise.all([locate(repo), locate(other)])
  expect(b.project.name).toBe('paint')
  expect(b.project.id).not.toBe(a.project.id)
})

test('a detached HEAD has no branch; an empty repository has its future branch', async () => {
  const empty = join(root, 'empty')
  mkdirSync(empty)
  git(empty, 'init', '-q', '-b', 'trunk')
  expect((await locate(empty)).branch).toBe('trunk')
  const detached = join(root, 'detached')
  git(repo, 'worktree', 'add', '-q', '--detach', detached)
  expect((await locate(detached)).branch).toBeUndefined()
})

test('a submodule is its own project, rooted where its files are', async () => {
  const whole = join(root, 'whole')
  mkdirSync(whole)
  git(whole, 'init', '-q')
  git(whole, 'submodule', '--quiet', 'add', repo, 'parts/paint')
  const part = join(whole, 'parts/paint')
  expect(await locate(part)).toMatchObject({ project: { name: 'paint', root: part }, worktree: part })
  expect((await locate(part)).project.id).not.toBe((await locate(whole)).project.id)
})

test('the worktrees of a bare repository are one project', async () => {
  git(root, 'clone', '-q', '--bare', repo, 'store.git')
  const [one, two] = [join(root, 'one'), join(root, 'two')]
  git(join(root, 'store.git'), 'worktree', 'add', '-q', '-b', 'one', one)
  git(join(root, 'store.git'), 'worktree', 'add', '-q', '-b', 'two', two)
  expect((await locate(one)).project).toEqual((await locate(two)).project)
})

test('a folder without a repository is identified by its real path', async () => {
  const plain = join(root, 'plain')
  mkdirSync(plain)
  symlinkSync(plain, join(root, 'plain-link'))
  expect(await locate(plain)).toMatchObject({ project: { name: 'plain', root: plain } })
  expect(await locate(join(root, 'plain-link'))).toEqual(await locate(plain))
})

test.each(['/no/such/folder', '', '/nul\0byte', `/${'x'.repeat(5_000)}`, '--help', '/'])(
  '%j is its own project, without an error',
  async (dir) => {
    const { project } = await locate(dir)
    expect(project).toMatchObject({ id: expect.any(String), root: expect.any(String) })
    if (dir.startsWith('/')) expect(project.name).not.toBe('')
  },
)

test("the caller's environment variables do not redirect git", async () => {
  vi.stubEnv('GIT_DIR', join(root, 'paint-side/.git'))
  const plain = mkdtempSync(join(root, 'nowhere-'))
  expect((await locate(plain)).project.root).toBe(plain)
  vi.unstubAllEnvs()
})

test('a deleted worktree still belongs to its repository, pruned or not', async () => {
  const { project } = await locate(repo)
  const gone = join(repo, '.worktrees/gone')
  git(repo, 'worktree', 'add', '-q', '-b', 'gone', gone)
  rmSync(gone, { recursive: true })
  expect(await locate(join(gone, 'src'))).toMatchObject({ project, worktree: gone })
  expect((await locate(join(gone, 'src'))).branch).toBeUndefined()
  git(repo, 'worktree', 'prune')
  expect(await locate(gone)).toMatchObject({ project, worktree: gone })
})

test('a folder deleted inside a repository belongs to it; one deleted inside a home under version control does not', async () => {
  expect(await locate(join(repo, 'src/old'))).toMatchObject({ project: { root: repo }, worktree: repo })
  const home = mkdtempSync(join(root, 'home-'))
  git(home, 'init', '-q')
  vi.stubEnv('HOME', home)
  expect((await locate(join(home, 'lost'))).project.root).toBe(join(home, 'lost'))
  vi.unstubAllEnvs()
})

test('a worktree that its repository has pruned, or whose repository is gone, claims to be part of it and looks like it', async () => {
  const whole = join(root, 'moved')
  mkdirSync(whole)
  git(whole, 'init', '-q', '-b', 'main')
  git(whole, 'commit', '-q', '--allow-empty', '-m', 'begin')
  const side = join(root, 'moved-side')
  git(whole, 'worktree', 'add', '-q', '-b', 'side', side)
  const { project } = await locate(whole)
  rmSync(join(whole, '.git/worktrees'), { recursive: true })
  const own = { root: side, name: 'moved-side', id: expect.not.stringMatching(project.id) as string }
  expect(await locate(join(side, 'src'))).toEqual({ project: { ...project, ...own }, worktree: side, claimed: project })
  rmSync(whole, { recursive: true })
  const { origin: _, ...gone } = project
  expect(await locate(side)).toEqual({ project: { ...gone, ...own }, worktree: side, claimed: gone })
})

test('a clone keeps its origin when its folder is moved; no two of one repository have the same', async () => {
  const [from, to, copy] = [join(root, 'from'), join(root, 'to'), join(root, 'copy')]
  mkdirSync(from)
  git(from, 'init', '-q')
  expect((await locate(from)).project.origin).toBeUndefined()
  git(from, 'commit', '-q', '--allow-empty', '-m', 'first')
  const { origin } = (await locate(from)).project
  expect(origin).toMatch(/^[\da-f]{16}$/)
  git(root, 'clone', '-q', from, copy)
  expect((await locate(copy)).project).toMatchObject({
    remote: from,
    origin: expect.not.stringMatching(String(origin)),
  })
  renameSync(from, to)
  expect((await locate(to)).project.origin).toBe(origin)
})

test("a project's address is its repository's remote, without a password", async () => {
  const cloned = join(root, 'cloned')
  mkdirSync(cloned)
  git(cloned, 'init', '-q')
  git(cloned, 'remote', 'add', 'origin', 'https://dev:t0ken@example.org/sea/tides.git')
  expect((await locate(cloned)).project.remote).toBe('example.org/sea/tides')
  expect((await locate(repo)).project).not.toHaveProperty('remote')
})

test('a result is cached for half a minute, then git runs again', async () => {
  const dir = mkdtempSync(join(root, 'later-'))
  let time = 0
  const workspace = gitWorkspace(() => time)
  const before = await workspace.locate(dir)
  git(dir, 'init', '-q', '-b', 'main')
  time = 29_999
  expect(await workspace.locate(dir)).toBe(before)
  time = 30_001
  expect((await workspace.locate(dir)).branch).toBe('main')
})

test('HEAD moves by a checkout or reset, also in a linked worktree, and not by a commit', async () => {
  const moving = join(root, 'moving')
  mkdirSync(moving)
  git(moving, 'init', '-q')
  const { headMovedAt } = gitWorkspace()
  expect(await headMovedAt(moving)).toBeUndefined()
  git(moving, 'commit', '-q', '--allow-empty', '-m', 'begin')
  git(moving, 'commit', '-q', '--allow-empty', '--amend', '-m', 'begin again')
  expect(await headMovedAt(moving)).toBeUndefined()
  git(moving, 'checkout', '-q', '-b', 'side')
  expect(await headMovedAt(moving)).toBeGreaterThan(0)
  git(moving, 'worktree', 'add', '-q', '--detach', join(root, 'beside'))
  git(join(root, 'beside'), 'checkout', '-q', '-b', 'third')
  expect(await headMovedAt(join(root, 'beside'))).toBeGreaterThan(0)
  expect(await headMovedAt(root)).toBeUndefined()
})
