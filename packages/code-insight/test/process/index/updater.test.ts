import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CallChecks } from '../../../src/process/index/checks.ts'
import { openIndex } from '../../../src/process/index/index-file.ts'
import { IndexedFiles } from '../../../src/process/index/indexed-files.ts'
import { DUE } from '../../../src/process/index/schema.ts'
import { IndexUpdater } from '../../../src/process/index/updater.ts'
import { gate, open } from '../gates.ts'
import { realParser } from '../grammars.ts'

/** Far more steps than these files take, and far fewer than it would take to begin with all of them in each round. */
const MOST_ROUNDS = 1_000
const STEPS = 3

/** An updater of a project of its own. */
async function project(files: Readonly<Record<string, string>>) {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-updater-')))
  const index = await openIndex(join(dir, 'code'), dir, gate, open)
  onTestFinished(() => {
    index.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const write = (path: string, text: string) => writeFileSync(join(dir, path), text)
  for (const [path, text] of Object.entries(files)) write(path, text)
  const known = new IndexedFiles(index)
  const updater = new IndexUpdater(
    dir,
    index,
    known,
    { parser: await realParser(), gate },
    new CallChecks(dir, index, known, gate, undefined),
  )
  const fileAt = (path: string) => known.get(path) ?? expect.fail(path)
  /** The calls of a file as they are stored: `caller:start@line -> called`. */
  const calls = (path: string) =>
    index
      .all('SELECT name, start, line, to_name FROM edges WHERE file = ? ORDER BY line', fileAt(path).id)
      .map(({ name, start, line, to_name }) => `${name}:${start}@${line} -> ${to_name}`)
  /** Whether the index's files have a text. */
  const holds = (text: string) =>
    readdirSync(join(dir, 'code')).some((name) => readFileSync(join(dir, 'code', name)).includes(text))
  return { known, updater, write, fileAt, calls, holds, paths: Object.keys(files) }
}

test('resolving goes on where it was left, however often somebody asks and the files are listed again', async () => {
  const text = 'def run():\n    stop()\n\ndef stop():\n    pass\n'
  const { known, updater, paths } = await project(
    Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`file${at}.py`, text])),
  )
  let rounds = 0
  for (let isBusy = true; isBusy && rounds < MOST_ROUNDS; rounds++) {
    await updater.list(paths)
    let steps = 0
    isBusy = await updater.work(() => ++steps > STEPS)
  }
  expect(rounds).toBeLessThan(MOST_ROUNDS)
  expect(known.count()).toMatchObject({ files: 20, resolved: 20 })
})

test('an edit makes calls elsewhere due that lead nowhere, if it brings what they name', async () => {
  const { known, updater, write, fileAt, paths } = await project({
    'a.py': 'def first(): pass\n',
    'b.py': 'def run(given):\n    given.first()\n    given.second()\n',
  })
  await updater.list(paths)
  while (await updater.work(() => false));
  const edit = async (text: string) => {
    write('a.py', text)
    await updater.update([fileAt('a.py')])
    return known.due(DUE.calls).map(({ path }) => path)
  }
  expect(await edit('def first(): return 1\n')).toEqual(['a.py'])
  expect(await edit('def first(): return 1\ndef second(): pass\n')).toEqual(['a.py', 'b.py'])
})

test('an edit reaches what depends on it only through other files of its part', async () => {
  const { known, updater, write, fileAt, calls, paths } = await project({
    'classes.py': 'class First:\n    def run(self): pass\nclass Second:\n    def run(self): pass\n',
    'made.py': 'from classes import First\ndef make(): return First()\n',
    'passed.py': 'from made import make\ndef passed(): return make()\n',
    'used.py': 'from passed import passed\ndef use(): passed().run()\n',
    'apart.py': 'def apart(): pass\napart()\n',
  })
  await updater.list(paths)
  while (await updater.work(() => false));
  expect(calls('used.py')).toEqual(['use:2@2 -> passed', 'use:2@2 -> First.run'])
  write('made.py', 'from classes import Second\ndef make(): return Second()\n')
  await updater.update([fileAt('made.py')])
  expect(known.due(DUE.calls).map(({ path }) => path)).not.toContain('used.py')
  while (await updater.work(() => false));
  expect(calls('used.py')).toEqual(['use:2@2 -> passed', 'use:2@2 -> Second.run'])
})

test('until a file is resolved again, its calls move with what they are in, or stand below', async () => {
  const { updater, write, fileAt, calls, paths } = await project({
    'a.py': 'def first():\n    second()\n\ndef second():\n    first()\n\nsecond()\n',
  })
  await updater.list(paths)
  while (await updater.work(() => false));
  expect(calls('a.py')).toEqual(['first:1@2 -> second', 'second:4@5 -> first', '<module>:1@7 -> second'])
  write('a.py', '\n\ndef first():\n    second()\n\n# More\ndef second():\n    first()\n\nsecond()\n')
  await updater.update([fileAt('a.py')])
  expect(calls('a.py')).toEqual(['first:3@4 -> second', 'second:7@8 -> first', '<module>:1@10 -> second'])
  write('a.py', 'def second():\n    pass\n\nsecond()\n')
  await updater.update([fileAt('a.py')])
  expect(calls('a.py')).not.toContain('first:3@4 -> second')
})

test('an edit makes calls elsewhere due that were guessed by a name, if it brings another thing of that name', async () => {
  const { known, updater, write, fileAt, calls, paths } = await project({
    'a.py': 'class A:\n    def first(self): pass\n',
    'b.py': 'def run(given):\n    given.first()\n',
    'c.py': '',
  })
  await updater.list(paths)
  while (await updater.work(() => false));
  expect(calls('b.py')).toEqual(['run:1@2 -> A.first'])
  write('c.py', 'class C:\n    def first(self): pass\n')
  await updater.update([fileAt('c.py')])
  expect(known.due(DUE.calls).map(({ path }) => path)).toContain('b.py')
  while (await updater.work(() => false));
  expect(calls('b.py')).toEqual(['run:1@2 -> A.first', 'run:1@2 -> C.first'])
})

test('what a text no longer says, and what settings are set to, is not in the files of the index', async () => {
  const { updater, write, fileAt, holds, paths } = await project({
    '.env': 'zanzibar=valuezero\n',
    'a.pl': 'zeppelin();\n',
    'b.pl': 'quagga();\n',
    ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`b${at}.pl`, `word${at}();\n`])),
    'a.yml': 'yosemite: valuezero\n',
    'cfg.toml': 'name = "valuezero"\n',
  })
  const work = async () => {
    while ((await updater.work(() => false)) || (await updater.readTexts(() => false)));
  }
  await updater.list(paths)
  await work()
  expect(['anzibar', 'eppelin', 'osemite', 'aluezero'].map(holds)).toEqual([true, true, true, false])
  write('.env', 'OTHER=1\n')
  write('a.pl', 'other();\n')
  await updater.update([fileAt('.env'), fileAt('a.pl')])
  await work()
  expect(['anzibar', 'eppelin', 'uagga'].map(holds)).toEqual([false, false, true])
})
