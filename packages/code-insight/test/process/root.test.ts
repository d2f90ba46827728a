import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeRepository, plainGit } from '../../../guarded/test/trap-repository.ts'
import { areOneRepository } from '../../src/process/root.ts'

test('worktrees are one repository if it lists them; a .git that names another repository lies', async () => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-root-')))
  onTestFinished(() => rmSync(top, { recursive: true }))
  const [own = '', side = '', liar = '', cheat = '', other = ''] = ['own', 'side', 'liar', 'cheat', 'other'].map(
    (name) => join(top, name),
  )
  makeRepository(own)
  makeRepository(other)
  plainGit(own, 'worktree', 'add', '-q', '-b', 'side', side)
  mkdirSync(liar)
  writeFileSync(join(liar, '.git'), `gitdir: ${join(own, '.git/worktrees/side')}\n`)
  makeRepository(cheat)
  writeFileSync(join(cheat, '.git/commondir'), `${join(own, '.git')}\n`)
  writeFileSync(join(cheat, '.git/gitdir'), `${join(cheat, '.git')}\n`)
  expect(await areOneRepository(own, side)).toBe(true)
  for (const each of [liar, cheat, other, top]) expect(await areOneRepository(own, each), each).toBe(false)
})
