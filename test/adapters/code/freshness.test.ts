import { execFileSync } from 'node:child_process'
import { renameSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callersIn, codeProcess, codeProject, namesIn } from './code-projects.ts'

const FILES = {
  'util.py': 'def helper():\n    """Helps."""\n    return 1\n',
  'app.py': 'from util import helper\n\n\ndef run():\n    return helper()\n',
}
const outline = (target: string) => ({ kind: 'outline', target }) as const
const callers = (target: string) => ({ kind: 'callers', target }) as const

describe('an answer', () => {
  test('knows what a file defines right after it was written, and no longer what it defined before', async () => {
    const { ask, write } = codeProject(FILES)
    expect(namesIn(await ask(outline('util.py')))).toEqual(['helper'])
    for (const name of ['first', 'second', 'third', 'fourth']) {
      write({ 'util.py': `def ${name}():\n    return 1\n` })
      expect(namesIn(await ask(outline('util.py')))).toEqual([name])
    }
  })

  test('knows files that were added, renamed and deleted', async () => {
    const { ask, write, dir } = codeProject(FILES)
    await ask(outline('util.py'))
    write({ 'new/added.py': 'def added(): pass\n' })
    expect(namesIn(await ask(outline('new/added.py')))).toEqual(['added'])
    renameSync(join(dir, 'new/added.py'), join(dir, 'moved.py'))
    expect(namesIn(await ask(outline('moved.py')))).toEqual(['added'])
    expect(await ask(outline('new/added.py'))).toMatchObject({ kind: 'unknown' })
    rmSync(join(dir, 'moved.py'))
    expect(await ask(outline('moved.py'))).toMatchObject({ kind: 'unknown' })
  })

  test('has the calls of a file that was just changed', async () => {
    const { settled, ask, write } = codeProject(FILES)
    expect(callersIn(await settled(callers('util.py:helper')))).toEqual(['app.py run @5'])
    write({ 'app.py': 'from util import helper\n\n\ndef other():\n    pass\n\n\ndef run():\n    return helper()\n' })
    expect(callersIn(await ask(callers('util.py:helper')))).toEqual(['app.py run @9'])
  })

  test('follows what an edit changes in the files that depend on it, and says so until then', async () => {
    const { settled, write } = codeProject(FILES)
    await settled(callers('util.py:helper'))
    write({ 'util.py': '# A comment\n\n\ndef helper():\n    return 2\n' })
    const moved = await settled(callers('util.py:helper'))
    expect(callersIn(moved)).toEqual(['app.py run @5'])
    expect(moved).toMatchObject({ subjects: [{ line: 4 }] })
    write({ 'util.py': 'def other():\n    return 2\n' })
    expect(await settled(callers('helper'))).not.toMatchObject({ callers: [expect.anything()] })
    write({ 'util.py': FILES['util.py'] })
    expect(callersIn(await settled(callers('util.py:helper')))).toEqual(['app.py run @5'])
  })

  test('resolves calls anew when the file that they lead to appears', async () => {
    const { settled, write } = codeProject({ 'app.py': FILES['app.py'] })
    await settled(outline('app.py'))
    write({ 'util.py': FILES['util.py'] })
    expect(callersIn(await settled(callers('util.py:helper')))).toEqual(['app.py run @5'])
  })

  test('sees the checkout of another branch', async () => {
    const { settled, write, dir } = codeProject(FILES)
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], {
        cwd: dir,
        stdio: 'pipe',
      })
    git('init', '-q', '-b', 'main')
    git('add', '.')
    git('commit', '-q', '-m', 'one')
    await settled(callers('util.py:helper'))
    git('checkout', '-q', '-b', 'other')
    write({ 'app.py': 'from util import helper\nhelper()\n' })
    git('commit', '-q', '-a', '-m', 'two')
    expect(callersIn(await settled(callers('util.py:helper')))).toEqual(['app.py <module> @2'])
    git('checkout', '-q', 'main')
    expect(callersIn(await settled(callers('util.py:helper')))).toEqual(['app.py run @5'])
  })

  test('is the same after a restart, without anything being read again', async () => {
    const { settled, open, dir, code } = codeProcess(FILES)
    await settled(callers('util.py:helper'))
    code.close()
    const again = await open().ask(dir, callers('util.py:helper'))
    expect(callersIn(again)).toEqual(['app.py run @5'])
    expect(again.index).toEqual({ files: 2, filesIndexed: 2, complete: true, pending: 0 })
  })
})

test('of a large project, an answer comes before the index is complete, and says what is missing; later changes are seen at once, wherever they are', async () => {
  const many = Object.fromEntries(Array.from({ length: 2_100 }, (_, n) => [`many/m${n}.py`, `def f${n}(): pass\n`]))
  const { ask, settled, write } = codeProject({ ...many, ...FILES })
  const first = await ask(outline('util.py'))
  expect(namesIn(first)).toEqual(['helper'])
  expect(first.index).toMatchObject({ files: 2_102 })
  const { index } = await settled(callers('util.py:helper'))
  expect(index).toEqual({ files: 2_102, filesIndexed: 2_102, complete: true, pending: 0 })
  write({ 'util.py': 'def renamed(): pass\n' })
  expect(namesIn(await ask(outline('util.py')))).toEqual(['renamed'])
  write({
    'many/m7.py': 'from util import renamed\nrenamed()\n',
    'many/added.py': 'from util import renamed\nrenamed()\n',
  })
  expect(callersIn(await ask(callers('util.py:renamed')))).toEqual([
    'many/added.py <module> @2',
    'many/m7.py <module> @2',
  ])
})

test('a file whose size and time tell nothing is read again', async () => {
  const { settled, ask, write, dir } = codeProject(FILES)
  const past = new Date(1_700_000_000_000)
  utimesSync(join(dir, 'util.py'), past, past)
  await settled(callers('util.py:helper'))
  write({ 'util.py': FILES['util.py'].replace('helper', 'others') })
  utimesSync(join(dir, 'util.py'), past, past)
  expect(namesIn(await ask(outline('util.py')))).toEqual(['others'])
})

test('of many files that changed at once, those that may hold an answer are read before it', async () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`many/m${n}.py`, `def f${n}(): pass\n`]))
  const { settled, ask, write } = codeProject({ ...many, ...FILES })
  await settled(callers('util.py:helper'))
  const changed = Object.entries(many).map(([path, text]) => [path, `# Moved\n${text}`])
  write({
    ...Object.fromEntries(changed),
    'many/m299.py': 'from util import fresh\n\ndef f299():\n    fresh()\n',
    'util.py': '# Moved\ndef fresh(): pass\n',
  })
  expect(callersIn(await ask(callers('fresh')))).toEqual(['many/m299.py f299 @4'])
  expect(await ask(outline('many/m298.py'))).toMatchObject({ files: [{ entities: [{ name: 'f298', line: 2 }] }] })
})
