import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { remoteIn, worktreeHomes } from '../../src/domain/worktree.ts'

describe('the repository of a worktree', () => {
  test.each([
    ['/home/dev/code/tides/.worktrees/pier', '/home/dev/code/tides', '/home/dev/code/tides/.worktrees/pier'],
    ['/home/dev/tides/.claude/worktrees/pier/src/deep', '/home/dev/tides', '/home/dev/tides/.claude/worktrees/pier'],
    ['/home/dev/tides/.conductor/lisbon', '/home/dev/tides', '/home/dev/tides/.conductor/lisbon'],
    ['/home/dev/code/tides.worktrees/pier', '/home/dev/code/tides', '/home/dev/code/tides.worktrees/pier'],
    ['/home/dev/code/tides-worktrees/pier', '/home/dev/code/tides', '/home/dev/code/tides-worktrees/pier'],
    ['C:\\code\\tides\\.worktrees\\pier', 'C:\\code\\tides', 'C:\\code\\tides\\.worktrees\\pier'],
  ])('is named by the location of %s', (folder, root, worktree) => {
    expect(worktreeHomes(folder)).toEqual([{ root, worktree, isCertain: true }])
  })

  test.each([
    // In parts, since no file of the project names somebody's folder
    [['', 'Users', 'dev', 'conductor', 'workspaces', 'tides', 'lisbon'].join('/'), 'tides'],
    ['/home/dev/.cursor/worktrees/tides/k3f', 'tides'],
    ['/home/dev/.codex/worktrees/k3f/tides', 'tides'],
    ['/home/dev/worktrees/tides/pier', 'tides'],
  ])('may have the name inside %s', (folder, name) => {
    const homes = worktreeHomes(folder)
    expect(homes).toContainEqual({ worktree: folder, name, isCertain: false })
    expect(homes.every(({ root }) => root === undefined)).toBe(true)
  })

  test('is next to a folder whose name ends with the branch', () => {
    const beside = (folder: string, branch?: string) => worktreeHomes(folder, branch).map(({ root }) => root)
    expect(beside('/code/tides-fix-pier', 'fix-pier')).toEqual(['/code/tides'])
    expect(beside('/code/tides-fix-pier', 'dev/fix_pier')).toEqual(['/code/tides'])
    expect(beside('/code/tides-dev-fix-pier', 'dev/Fix-Pier')).toEqual(['/code/tides', '/code/tides-dev'])
    for (const branch of ['main', '', undefined, '-']) expect(beside('/code/tides-fix-pier', branch)).toEqual([])
  })

  test.each(['/home/dev/code/tides', '/', '', 'tides', '/home/dev/worktrees', '.worktrees/pier'])(
    'is not guessed for %j',
    (folder) => expect(worktreeHomes(folder, 'main').filter(({ isCertain }) => isCertain)).toEqual([]),
  )

  test('is above or next to the worktree, and the worktree above the folder, whatever the path', () => {
    const part = fc.constantFrom(
      'worktrees',
      '.worktrees',
      '.claude',
      'conductor',
      'workspaces',
      'app',
      'app-fix',
      'x.worktrees',
      '',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.constantFrom('fix', 'main', ''), (parts, branch) => {
        const folder = `/${parts.join('/')}`
        for (const { worktree, root, name } of worktreeHomes(folder, branch)) {
          expect(`${folder}/`.startsWith(worktree)).toBe(true)
          expect((root === undefined) !== (name === undefined)).toBe(true)
        }
      }),
    )
  })
})

describe('a remote', () => {
  const config = (...remotes: string[]) =>
    ['[core]', '\tbare = false', ...remotes, '[branch "main"]', '\tremote = origin'].join('\n')
  test.each([
    ['git@example.org:sea/tides.git', 'example.org/sea/tides'],
    ['https://dev:t0ken@example.org/sea/tides.git', 'example.org/sea/tides'],
    ['ssh://git@example.org:2222/sea/tides', 'example.org/sea/tides'],
    ['https://example.org/sea/tides/?token=1', 'example.org/sea/tides'],
    ['example:sea/tides', 'example/sea/tides'],
    ['/srv/git/tides.git', '/srv/git/tides'],
    ['C:\\git\\tides', 'C:\\git\\tides'],
  ])('%s is recorded without user, password and port', (url, expected) => {
    expect(remoteIn(config('[remote "origin"]', `\turl = ${url}`))).toBe(expected)
  })

  test('is origin before any other, and undefined if the repository has none', () => {
    const fork = ['[remote "fork"]', '\turl = git@example.org:me/tides.git']
    const origin = ['[remote "origin"]', '\tfetch = x', '\turl = git@example.org:sea/tides.git']
    expect(remoteIn(config(...fork, ...origin))).toBe('example.org/sea/tides')
    expect(remoteIn(config(...fork))).toBe('example.org/me/tides')
    expect(remoteIn(config('[submodule "x"]', '\turl = https://example.org/x'))).toBeUndefined()
  })
})
