import { readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openRaw } from '../../../src/adapters/sqlite/driver.ts'
import { kill, until } from '../../daemon/world.ts'
import { runs } from '../../runs.ts'
import { callersIn, codeProcess, codeProject, namesIn } from './code-projects.ts'

/** How often the process is killed. */
const ROUNDS = runs(3)

const outline = (target: string) => ({ kind: 'outline', target }) as const
const callers = (target: string) => ({ kind: 'callers', target }) as const
const GOOD = { 'good.py': 'def good():\n    return 1\n', 'user.py': 'from good import good\ngood()\n' }
const indexOf = (folder: string): string => join(folder, readdirSync(folder).find((name) => name.endsWith('.db')) ?? '')

test.each([
  ['binary', Buffer.from([100, 101, 102, 0, 1, 2]), 'it is binary'],
  ['of 5 MB', 'x = 1\n'.repeat(900_000), 'it is over 2 MB'],
  ['minified', `x=1;${'f(x);'.repeat(10_000)}`, 'it is minified'],
])('a file that is %s has no outline, and the reason is said', async (_, contents, why) => {
  const { settled } = codeProject({ ...GOOD, 'bad.py': contents })
  expect(await settled(outline('bad.py'))).toMatchObject({ kind: 'unknown', why: expect.stringContaining(why) })
  expect(callersIn(await settled(callers('good.py:good')))).toEqual(['user.py <module> @2'])
})

test('files in other encodings are read', async () => {
  const text = 'def grüße():\n    """Grüßt."""\n'
  const { settled } = codeProject({
    'latin.py': Buffer.from(text, 'latin1'),
    'wide.py': Buffer.from(`\ufeff${text}`, 'utf16le'),
    'plain.py': text,
  })
  for (const file of ['latin.py', 'wide.py', 'plain.py'])
    expect(namesIn(await settled(outline(file)))).toEqual(['grüße'])
})

test('syntax errors leave the outline of the rest, and their lines are said', async () => {
  const { settled } = codeProject({ 'bad.py': 'def before(): pass\n\ndef (:\n\ndef after(): pass\n' })
  const answer = await settled(outline('bad.py'))
  expect(namesIn(answer)).toEqual(expect.arrayContaining(['before', 'after']))
  expect(answer).toMatchObject({ files: [{ errors: [expect.anything()] }] })
})

test('a file of thousands of symbols, deep nesting, import cycles and functions of one name are answered', async () => {
  const { settled } = codeProject({
    'many.py': Array.from({ length: 2_000 }, (_, n) => `def f${n}(): 0`).join('\n'),
    'deep.py': `x = ${'('.repeat(5_000)}1${')'.repeat(5_000)}\n`,
    'a.py': 'from b import two\n\ndef one():\n    two()\n',
    'b.py': 'from a import one\n\ndef two():\n    one()\n',
    'same.py': 'def twice(): pass\n\n\ndef twice(): pass\n',
  })
  expect(callersIn(await settled(callers('a.py:one')))).toEqual(['b.py two @4'])
  expect(namesIn(await settled(outline('same.py')))).toEqual(['twice', 'twice'])
  expect((await settled(outline('deep.py'))).kind).toMatch(/outline|unknown/)
  expect((await settled(callers('many.py:f1999'))).kind).toBe('callers')
})

test('chains of thousands of calls and of classes are followed', async () => {
  const calls = Array.from({ length: 2_000 }, (_, n) => `function f${n}(x) { return f${n + 1}(x) }`)
  const classes = Array.from({ length: 1_000 }, (_, n) => `class C${n + 1} extends C${n} {}`)
  const { settled } = codeProject({
    'calls.js': ['f0(last)', ...calls, 'function f2000(x) { return x() }', 'function last() {}'].join('\n'),
    'classes.js': ['class C0 { method() {} }', ...classes, 'new C100().method()'].join('\n'),
  })
  expect(callersIn(await settled(callers('calls.js:last')))).toEqual(['calls.js f2000 @2002'])
  expect(callersIn(await settled(callers('classes.js:C0.method')))).toEqual(['classes.js <module> @1002'])
})

test('signatures of an interface that begin with type parameters need nothing between them', async () => {
  const text =
    'export interface Make {\n  <A>(a: A): A & B\n\n  <A, C>(a: A, c: C): A & B\n}\nexport function after() {}\n'
  const { settled } = codeProject({ 'make.ts': text })
  const answer = await settled(outline('make.ts'))
  expect(namesIn(answer)).toEqual(['Make', 'after'])
  expect(answer.notes).toEqual([])
})

test('links are not followed, so that a loop of folders ends', async () => {
  const { settled, dir } = codeProject(GOOD)
  symlinkSync(dir, join(dir, 'loop'))
  symlinkSync(join(dir, 'good.py'), join(dir, 'link.py'))
  expect((await settled(outline('good.py'))).index.files).toBe(2)
})

test('files and folders that vanish between questions are gone from the answers', async () => {
  const { settled, write, dir } = codeProject(GOOD)
  for (let round = 0; round < 5; round++) {
    write(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`gone/m${n}.py`, `def gone${n}(): pass\n`])))
    const asked = settled(outline('good.py'))
    rmSync(join(dir, 'gone'), { recursive: true })
    await asked
  }
  expect((await settled(outline('good.py'))).index.files).toBe(2)
  expect(await settled(outline('gone/m1.py'))).toMatchObject({ kind: 'unknown' })
})

test('an index that is damaged, cut off or no database is made anew', async () => {
  const { settled, indexes, open, dir, code } = codeProcess(GOOD)
  await settled(outline('good.py'))
  code.close()
  for (const damage of [
    (path: string) => writeFileSync(path, 'no database '.repeat(5_000)),
    (path: string) => truncateSync(path, 5_000),
    (path: string) => writeFileSync(path, ''),
  ]) {
    for (const name of readdirSync(indexes)) if (!name.endsWith('.db')) rmSync(join(indexes, name))
    damage(indexOf(indexes))
    const child = open()
    await until('it answers', async () => callersIn(await child.ask(dir, callers('good.py:good'))).length === 1)
    const { pid = 0 } = child
    child.close()
    await until('the process is gone', () => !readdirSync('/proc').includes(String(pid)))
  }
})

test('an index that another process has locked is an error that says so', async () => {
  const { settled, indexes, open, dir, code } = codeProcess(GOOD)
  await settled(outline('good.py'))
  const { pid = 0 } = code
  code.close()
  await until('the process is gone', () => !readdirSync('/proc').includes(String(pid)))
  const raw = await openRaw(indexOf(indexes))
  raw.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE mine (x)')
  const child = open()
  await expect(child.ask(dir, outline('good.py'))).rejects.toMatchObject({
    code: 'code-failed',
    why: expect.stringContaining('locked'),
  })
  raw.exec('ROLLBACK')
  raw.close()
  expect(namesIn(await child.ask(dir, outline('good.py')))).toEqual(['good'])
})

test('the process may be killed at any moment: every question is answered, and the index stays right', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 200 }, (_, n) => [`m${n}.py`, `from good import good\ngood()\n`]),
  )
  const { ask, settled, code } = codeProcess({ ...GOOD, ...many })
  for (let round = 0; round < ROUNDS; round++) {
    const answer = ask(outline('good.py'))
    await sleep((round % 3) * 120)
    if (code.pid !== undefined) kill(code.pid)
    expect(namesIn(await answer)).toEqual(['good'])
  }
  expect(callersIn(await settled(callers('good.py:good')))).toHaveLength(201)
})
