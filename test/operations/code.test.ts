import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atTerminal, hasTerminals } from '../at-terminal.ts'
import { commandLine } from '../cli/command-line.ts'
import { dist, makeWorld, until, type World } from '../daemon/world.ts'

let world: World
beforeAll(async () => {
  world = makeWorld()
  mkdirSync(join(world.project, 'src'))
  writeFileSync(join(world.project, 'package.json'), '{"name":"shop","private":true}')
  writeFileSync(join(world.project, 'src/price.ts'), 'export function price(item: string): number {\n  return 1\n}\n')
  writeFileSync(
    join(world.project, 'src/main.ts'),
    "import { price } from './price.ts'\nexport function total() {\n  return price('a')\n}\ntotal()\n",
  )
  await world.start()
})
afterAll(() => world.remove())

test('a question about the code is answered on the command line, in words and as JSON', async () => {
  const { code, stdout, stderr } = await world.hindcast('code', 'callers', 'src/price.ts:price')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('src/price.ts:1')
  expect(stdout).toContain('src/main.ts:3 total')
  const json = await commandLine(world, 'code', 'callers', 'src/price.ts:price', '--json')
  expect(JSON.parse(json.stdout)).toMatchObject({
    ...{ kind: 'callers', languages: ['typescript'], unresolved: [], index: { files: 2, complete: true } },
    callers: [
      {
        ...{ from: { file: 'src/main.ts', name: 'total', line: 2 }, line: 3, confidence: 1 },
        to: { file: 'src/price.ts', name: 'price', line: 1 },
      },
    ],
  })
})

test('an edit is seen by the next question', async () => {
  writeFileSync(join(world.project, 'src/late.ts'), 'export function late() {}\n')
  expect((await commandLine(world, 'code', 'outline', 'src/late.ts')).stdout).toContain('function late()')
  writeFileSync(join(world.project, 'src/late.ts'), 'export function later() {}\n')
  expect((await commandLine(world, 'code', 'outline', 'src/late.ts')).stdout).toContain('function later()')
})

test('relative paths are those of the folder that the command is given in', async () => {
  const asked = { action: 'imports', target: 'main.ts', from: join(world.project, 'src') }
  expect(await world.api('code', asked)).toMatchObject({
    ...{ file: 'src/main.ts', imports: [{ files: ['src/price.ts'] }] },
  })
})

describe('another project', () => {
  const target = () => join(world.project, 'src/main.ts')

  test.skipIf(!hasTerminals)('is asked by its path, by a person at a terminal', async () => {
    const written = join(world.root, 'written')
    const command = `'${process.execPath}' '${join(dist, 'cli.js')}' code imports '${target()}' --json >'${written}.new'; mv '${written}.new' '${written}'`
    await atTerminal(['/bin/sh', '-c', command], { cwd: world.user, env: world.env })
    await until('it is answered', () => existsSync(written))
    expect(JSON.parse(readFileSync(written, 'utf8'))).toMatchObject({ file: 'src/main.ts' })
  })

  test('is not read for anybody else, whatever they say and however they name it', async () => {
    const why = `'${world.project}' is outside of the project '${world.user}'`
    symlinkSync(world.project, join(world.user, 'link'))
    for (const asked of [
      { target: target() },
      { target: '../project/src/main.ts' },
      { target: join(world.user, 'link/src/main.ts') },
      { target: 'src/main.ts', project: world.project },
    ])
      expect(await world.api('code', { action: 'imports', from: world.user, anywhere: true, ...asked })).toMatchObject({
        error: { code: 'needs-person', why },
      })
    const { code, stderr } = await commandLine({ ...world, project: world.user }, 'code', 'imports', target())
    expect([code, stderr]).toEqual([1, expect.stringContaining(why)])
  })
})

test('what is not there is said in one line, with the name that was probably meant', async () => {
  const missing = await commandLine(world, 'code', 'callers', 'totl')
  expect(missing).toMatchObject({ code: 1, stdout: '' })
  expect(missing.stderr).toBe("hindcast: no file, folder or symbol is called 'totl' (did you mean 'total'?)\n")
  // Agents read it as well, and may have only the tool
  expect((await commandLine(world, 'code', 'callers', 'zebra')).stderr).toBe(
    "hindcast: no file, folder or symbol is called 'zebra' (to search: code search WORDS)\n",
  )
  expect((await commandLine(world, 'code', 'callers')).code).toBe(2)
  expect((await commandLine(world, 'code', 'nonsense', 'x')).code).toBe(2)
  const outside = await commandLine(world, 'code', 'arch', '--project', '/nowhere')
  expect(outside).toMatchObject({ code: 1, stderr: expect.stringContaining("no folder '/nowhere'") })
})

test('several things of one name are listed, and that is a failure for a script', async () => {
  writeFileSync(join(world.project, 'src/other.ts'), 'export function price() {}\n')
  const { code, stdout } = await commandLine(world, 'code', 'callers', 'price')
  expect(code).toBe(1)
  expect(stdout).toContain("'price' may be one of these; pass path:line")
  expect(stdout).toContain('src/other.ts:1')
})

test('a folder in one that is no project is asked as one of its own, if its path is absolute', async () => {
  const loose = join(world.root, 'loose')
  mkdirSync(join(loose, 'inner'), { recursive: true })
  writeFileSync(join(loose, 'inner/a.py'), 'def f():\n    pass\n')
  const index = { action: 'index', target: join(loose, 'inner'), from: loose }
  expect(await world.api('code', index)).toMatchObject({ symbols: { f: { location: 'a.py:1' } } })
  expect(await world.api('code', { ...index, target: 'inner' })).toMatchObject({
    symbols: { f: { location: 'inner/a.py:1' } },
  })
})

test.each(['cfg', 'dfg', 'slice'])('code %s is an error that says that it comes later', async (action) => {
  const { code, stderr } = await commandLine(world, 'code', action, 'src/price.ts')
  expect([code, stderr]).toEqual([2, expect.stringContaining(`'${action}' comes later`)])
})
