import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ReadingBudget } from '@hindcast/guarded/budget.ts'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { plainGit } from '../../../guarded/test/trap-repository.ts'
import { differencesOf } from '../../src/process/revisions.ts'

let root: string
const write = (path: string, text: string | Buffer): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const git = (...words: readonly string[]) => plainGit(root, ...words)
const commit = (): void => {
  git('add', '-A')
  git('commit', '-qm', 'Next')
}
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-revisions-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  git('init', '-q', '-b', 'main')
  for (const name of ['a.py', 'b.py', 'deep/ü c.py']) write(name, `def f():\n    return '${name}'\n`)
  write('note.md', 'one\n')
  symlinkSync('a.py', join(root, 'link.py'))
  commit()
})

/** Each file that differs, as old path > new path. */
const differing = async (base = 'HEAD', head?: string): Promise<readonly string[]> =>
  (await differencesOf(root, base, head))
    .map(({ before, after }) => `${before?.path ?? ''} > ${after?.path ?? ''}`)
    .sort()

test('nothing differs in a fresh checkout, after a touch, or where lines end otherwise', async () => {
  expect(await differing()).toEqual([])
  utimesSync(join(root, 'a.py'), 1_000_000_000, 1_000_000_000)
  write('b.py', "def f():\r\n    return 'b.py'\r\n")
  expect(await differing()).toEqual([])
})

test('an edit of the same size in the same tick is seen, and so are additions, deletions and links that lead elsewhere', async () => {
  write('a.py', "def f():\n    return 'A.py'\n")
  rmSync(join(root, 'b.py'))
  write('new/d.py', 'def d(): pass\n')
  write('note.md', 'two\n')
  rmSync(join(root, 'link.py'))
  symlinkSync('b.py', join(root, 'link.py'))
  expect(await differing()).toEqual([' > new/d.py', 'a.py > a.py', 'b.py > ', 'link.py > link.py', 'note.md > note.md'])
  const [edited] = (await differencesOf(root, 'HEAD')).filter(({ after }) => after?.path === 'a.py')
  expect([edited?.before?.text, edited?.after?.text].map((text) => text?.includes('A.py'))).toEqual([false, true])
})

test('nothing differs in folders that are spared, on the disk and between commits', async () => {
  write('deep/ü c.py', 'def g(): pass\n')
  write('deeper.py', 'def g(): pass\n')
  const spared = async (head?: string) =>
    (await differencesOf(root, head === undefined ? 'HEAD' : 'HEAD~1', head, ['deep'])).map(({ after }) => after?.path)
  expect(await spared()).toEqual(['deeper.py'])
  commit()
  expect(await spared('HEAD')).toEqual(['deeper.py'])
})

test('what was renamed and edited is one file, on the disk and between commits', async () => {
  const lines = Array.from({ length: 20 }, (_, n) => `def f${n}():\n    return ${n}\n`)
  write('long.py', lines.join(''))
  commit()
  mkdirSync(join(root, 'moved'))
  renameSync(join(root, 'long.py'), join(root, 'moved/longer.py'))
  appendFileSync(join(root, 'moved/longer.py'), 'def more(): pass\n')
  write('other.py', 'class Other: pass\n')
  expect(await differing()).toEqual([' > other.py', 'long.py > moved/longer.py'])
  commit()
  expect(await differing('HEAD~1', 'HEAD')).toEqual([' > other.py', 'long.py > moved/longer.py'])
  expect(await differing('HEAD~1')).toEqual([' > other.py', 'long.py > moved/longer.py'])
})

test('ignored files and those that a sparse checkout leaves out do not differ', async () => {
  write('.gitignore', '*.log\n')
  commit()
  write('x.log', '')
  git('update-index', '--skip-worktree', 'a.py')
  rmSync(join(root, 'a.py'))
  expect(await differing()).toEqual([])
})

test('a file in conflict, and code over 2 MB, is named without a text', async () => {
  write('a.py', 'x = 1\n'.repeat(400_000))
  expect(await differencesOf(root, 'HEAD')).toMatchObject([{ before: { path: 'a.py' }, after: { text: undefined } }])
  git('checkout', '-q', 'a.py')
  git('checkout', '-qb', 'side')
  write('b.py', 'side = 1\n')
  commit()
  git('checkout', '-q', 'main')
  write('b.py', 'main = 1\n')
  commit()
  expect(() => git('merge', '-q', 'side')).toThrow()
  expect(await differing()).toEqual(['b.py > b.py'])
})

test('a folder that became a file, or a link to itself, has lost its files', async () => {
  rmSync(join(root, 'deep'), { recursive: true })
  write('deep', 'x\n')
  expect((await differing()).toSorted()).toEqual([' > deep', 'deep/ü c.py > '])
  rmSync(join(root, 'deep'))
  symlinkSync('deep', join(root, 'deep'))
  expect(await differing()).toContain('deep/ü c.py > ')
})

test('what is no revision is not found', async () => {
  for (const revision of ['nope', '--output=x', ''])
    await expect(differencesOf(root, revision)).rejects.toMatchObject({ code: 'not-found' })
})

const budgetOf = (files: number, ms = 600_000) => new ReadingBudget({ ms, files, bytes: 1_000_000 })

test('what a budget does not allow is left out of a comparison and counted, new files first', async () => {
  write('a.py', 'def changed(): pass\n')
  for (let n = 0; n < 20; n++) write(`new/${n}.py`, `def f${n}(): pass\n`)
  const budget = budgetOf(8)
  const differing = await budget.during(() => differencesOf(root, 'HEAD'))
  // Two readings and a blob are for the file that changed
  expect(differing.map(({ before }) => before?.path)).toEqual(['a.py', ...Array(5).fill(undefined)])
  expect(differing.every(({ after }) => after?.text?.startsWith('def'))).toBe(true)
  expect(budget.leftOut).toBe(15)
  expect(await differencesOf(root, 'HEAD')).toHaveLength(21)
})

test('a comparison without any time says so, and does not call a revision unknown', async () => {
  await expect(budgetOf(8, 0).during(() => differencesOf(root, 'HEAD'))).rejects.toMatchObject({ code: 'code-failed' })
})

test.each([
  ['folders deeper than files are looked at', 'd/'.repeat(101)],
  ['a folder with a line break in its name', 'a\nnote: b/'],
])('%s are left out, tracked or not', async (_, deep) => {
  write(`${deep}tracked.py`, 'def f(): pass\n')
  commit()
  write(`${deep}tracked.py`, 'def g(): pass\n')
  write(`${deep}new.py`, 'def h(): pass\n')
  write('near.py', 'def i(): pass\n')
  expect(await differing()).toEqual([' > near.py'])
})
