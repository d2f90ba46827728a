import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gitWorkspace } from '../../../src/adapters/workspace/git.ts'
import { projectId } from '../../../src/domain/identity.ts'

let root: string
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-git-folder-')))
})
afterAll(() => rmSync(root, { recursive: true }))

function git(cwd: string, ...words: string[]): void {
  const as = ['-c', 'protocol.file.allow=always', '-c', 'user.name=a', '-c', 'user.email=a@b']
  execFileSync('git', [...as, ...words], { cwd, env: { ...process.env, HOME: root } })
}

/** The common folder that git itself finds. */
const commonOf = (cwd: string): string =>
  execFileSync('git', ['rev-parse', '--path-format=absolute', '--git-common-dir'], { cwd, encoding: 'utf8' }).trim()

/** The commit that git itself finds for a branch. */
const mainOf = (cwd: string): string =>
  execFileSync('git', ['rev-parse', '--verify', 'main^{commit}'], { cwd, encoding: 'utf8' })

const locate = (dir: string) => gitWorkspace().locate(dir)

describe('a folder whose .git leads to a repository that does not point back is a project of its own', () => {
  let [secret, kept, part] = ['', '', '']
  beforeAll(() => {
    secret = join(root, 'secret')
    kept = join(secret, '.git')
    mkdirSync(secret)
    git(secret, 'init', '-q', '-b', 'main')
    git(secret, 'commit', '-q', '--allow-empty', '-m', 'begin')
    git(secret, 'worktree', 'add', '-q', '-b', 'side', join(root, 'secret-side'))
    const other = join(root, 'other')
    cpSync(secret, other, { recursive: true })
    git(secret, 'submodule', '--quiet', 'add', other, 'part')
    part = join(kept, 'modules/part')
  })
  const file = (text: () => string) => (dir: string) => writeFileSync(join(dir, '.git'), `gitdir: ${text()}\n`)
  /** A git folder of the folder's own that says where the rest of it is. */
  const borrowed = (name: string, more: string) => (dir: string) => {
    cpSync(kept, join(dir, name), { recursive: true })
    writeFileSync(join(dir, name, 'commondir'), `${kept}\n`)
    writeFileSync(join(dir, name, 'gitdir'), `${join(dir, '.git')}\n`)
    writeFileSync(join(dir, name, 'config'), `[core]\n\tbare = false\n\tworktree = ${dir}\n${more}`)
    if (name !== '.git') file(() => `./${name}`)(dir)
  }
  /** A repository of its own that says that its files are elsewhere. */
  const configured = (worktree: () => string) => (dir: string) => {
    git(dir, 'init', '-q')
    git(dir, 'config', 'core.worktree', worktree())
  }
  /** What a clone can hold: a folder that looks like a bare repository. */
  const bare = (dir: string, config: string) => {
    mkdirSync(join(dir, 'objects'), { recursive: true })
    mkdirSync(join(dir, 'refs'))
    writeFileSync(join(dir, 'HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(join(dir, 'config'), config)
  }
  test('nor does a folder in a clone that looks like a bare repository make it another', async () => {
    const clone = join(root, 'clone')
    mkdirSync(clone)
    git(clone, 'init', '-q')
    const known = await locate(secret)
    const names = ['worktree', 'common', 'both']
    for (const name of names) {
      const config = `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${secret}\n`
      bare(join(clone, name), name === 'common' ? '' : config)
      if (name !== 'worktree') writeFileSync(join(clone, name, 'commondir'), `${kept}\n`)
      const place = await locate(join(clone, name))
      expect([name, place.project.id === known.project.id, place.worktree === secret]).toEqual([name, false, false])
    }
  })
  /** Names that git reads otherwise than a program that reads the same file would. */
  const quirks: [string, (dir: string) => void][] = [
    [
      'is a link to a file that names it',
      (dir) => {
        writeFileSync(join(dir, 'link'), `gitdir: ${kept}\n`)
        symlinkSync('link', join(dir, '.git'))
      },
    ],
    [
      'names a folder that ends in a blank',
      (dir) => {
        git(dir, 'init', '-q', 'x')
        renameSync(join(dir, 'x/.git'), join(dir, 'y'))
        rmSync(join(dir, 'x'), { recursive: true })
        renameSync(join(dir, 'y'), join(dir, 'x'))
        symlinkSync(kept, join(dir, 'x '))
        writeFileSync(join(dir, '.git'), 'gitdir: x \n')
      },
    ],
    [
      'goes through a link and back',
      (dir) => {
        mkdirSync(join(secret, 'src'), { recursive: true })
        symlinkSync(join(secret, 'src'), join(dir, 'hop'))
        writeFileSync(join(dir, '.git'), 'gitdir: hop/../.git\n')
      },
    ],
    [
      'names a folder before a zero byte',
      (dir) => {
        symlinkSync(kept, join(dir, 'hop'))
        writeFileSync(join(dir, '.git'), 'gitdir: hop\0x\n')
      },
    ],
    [
      'shares a common folder through a link and back',
      (dir) => {
        git(dir, 'init', '-q')
        mkdirSync(join(secret, 'src'), { recursive: true })
        symlinkSync(join(secret, 'src'), join(dir, '.git/hop'))
        writeFileSync(join(dir, '.git/commondir'), 'hop/../.git\n')
      },
    ],
    [
      'shares a common folder that ends in a blank',
      (dir) => {
        git(dir, 'init', '-q')
        mkdirSync(join(dir, '.git/c'))
        symlinkSync(kept, join(dir, '.git/c '))
        writeFileSync(join(dir, '.git/commondir'), 'c \n')
      },
    ],
    [
      'shares a common folder whose name is no text',
      (dir) => {
        git(dir, 'init', '-q')
        symlinkSync(kept, Buffer.concat([Buffer.from(join(dir, '.git/')), Buffer.from([0xff, 0xfe])]))
        writeFileSync(join(dir, '.git/commondir'), Buffer.from([0xff, 0xfe, 0x0a]))
      },
    ],
    [
      'shares a common folder before a zero byte',
      (dir) => {
        git(dir, 'init', '-q')
        symlinkSync(kept, join(dir, '.git/c'))
        writeFileSync(join(dir, '.git/commondir'), 'c\0x\n')
      },
    ],
  ]
  test.each<[string, (dir: string) => void]>([
    ['names its git folder', file(() => kept)],
    ['names that of its worktree', file(() => join(kept, 'worktrees/secret-side'))],
    ['names that of a worktree that is not there', file(() => join(kept, 'worktrees/none'))],
    ['names that of its submodule', file(() => part)],
    ['names it relatively', file(() => '../secret/.git')],
    ['is a link to it', (dir) => symlinkSync('../secret/.git', join(dir, '.git'))],
    [
      'is a link to that of its worktree',
      (dir) => symlinkSync('../secret/.git/worktrees/secret-side', join(dir, '.git')),
    ],
    ['shares its common folder', borrowed('.git', '')],
    ['leads to a folder that does', borrowed('git', '')],
    ['leads to one that is linked like a worktree', borrowed('worktrees/side', '')],
    ...quirks,
    ['says that it is not there, but the secret worktree', configured(() => secret)],
    ['says that it is not there, but all around it', configured(() => root)],
  ])('as it %s', async (name, lay) => {
    const dir = join(root, `hostile-${name.replaceAll(' ', '-')}`)
    mkdirSync(join(dir, 'src'), { recursive: true })
    lay(dir)
    const { project } = await locate(secret)
    for (const folder of [dir, join(dir, 'src')]) {
      const place = await locate(folder)
      expect([place.project.id === project.id, place.project.root, place.worktree]).toEqual([false, dir, dir])
    }
    // Git itself believes it, or nothing was tried
    if (!name.includes('there')) expect(mainOf(dir)).toBe(mainOf(secret))
    // A folder without a .git in it is nobody's
    expect((await locate(join(root, 'secret-side'))).project).toEqual(project)
  })

  test.each<[string, string, () => void]>([
    [
      'a git folder beside its files',
      'around',
      () => {
        mkdirSync(join(root, 'around'))
        git(root, 'init', '-q', '--separate-git-dir=around/.data', 'around')
      },
    ],
    [
      'a submodule with a configuration for its worktree',
      'secret/part',
      () => {
        git(join(secret, 'part'), 'config', 'extensions.worktreeConfig', 'true')
        git(join(secret, 'part'), 'config', '--unset', 'core.worktree')
        git(join(secret, 'part'), 'config', '--worktree', 'core.worktree', '../../../part')
      },
    ],
    [
      'a worktree of a submodule',
      'part-side',
      () => git(join(secret, 'part'), 'worktree', 'add', '-q', '--detach', join(root, 'part-side')),
    ],
    [
      'a worktree that was moved by git',
      'side-moved',
      () => git(secret, 'worktree', 'move', join(root, 'secret-side'), join(root, 'side-moved')),
    ],
  ])('but not %s', async (_, name, lay) => {
    lay()
    const place = await locate(join(root, name))
    expect(place.claimed).toBeUndefined()
    expect(place.project.id).toBe(projectId(realpathSync(commonOf(join(root, name)))))
  })
})
