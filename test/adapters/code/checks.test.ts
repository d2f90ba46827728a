import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../../daemon/world.ts'
import { CHECKED, callersIn, codeProcess, codeProject, namesIn } from './code-projects.ts'

const FILES = {
  'tsconfig.json': '{}',
  'shop.ts': 'export class Shop {\n  open() {}\n}\nexport class Bank {\n  open() {}\n}\n',
  'main.ts': "import { Shop } from './shop'\n\nexport function run(all: Shop[]) {\n  all[0]?.open()\n}\n",
}
const callers = (target: string) => ({ kind: 'callers', target }) as const
const outline = (target: string) => ({ kind: 'outline', target }) as const

test('types tell which method a call means, and after an edit what it means now', async () => {
  const { settled, write } = codeProject(FILES, CHECKED)
  expect(callersIn(await settled(callers('shop.ts:Shop.open')))).toEqual(['main.ts run @4'])
  expect(callersIn(await settled(callers('shop.ts:Bank.open')))).toEqual([])
  write({ 'main.ts': FILES['main.ts'].replaceAll('Shop', 'Bank').replace('\n\n', '\n\n\n') })
  expect(callersIn(await settled(callers('shop.ts:Bank.open')))).toEqual(['main.ts run @5'])
  expect(callersIn(await settled(callers('shop.ts:Shop.open')))).toEqual([])
})

test('calls follow an edit of the file that they lead to, and of the configuration', async () => {
  const { settled, write } = codeProject(
    {
      ...FILES,
      'main.ts': FILES['main.ts'].replace('./shop', '~/shop'),
      'tsconfig.json': '{"compilerOptions": {"paths": {"~/*": ["./nowhere/*"]}}}',
    },
    CHECKED,
  )
  // Without types it may be a method of either class
  await settled(callers('shop.ts:Bank.open'))
  write({ 'tsconfig.json': '{"compilerOptions": {"paths": {"~/*": ["./*"]}}}' })
  expect(callersIn(await settled(callers('shop.ts:Shop.open')))).toEqual(['main.ts run @4'])
  expect(callersIn(await settled(callers('shop.ts:Bank.open')))).toEqual([])
  write({ 'shop.ts': `\n\n${FILES['shop.ts']}` })
  const moved = await settled(callers('shop.ts:Shop.open'))
  expect(callersIn(moved)).toEqual(['main.ts run @4'])
  expect(moved).toMatchObject({ subjects: [{ line: 4 }] })
})

test('calls at the top level are its own, also where an entity stands on the first line', async () => {
  const { settled } = codeProject({ 'tsconfig.json': '{}', 'main.ts': 'function go() {}\ngo()\n' }, CHECKED)
  expect(callersIn(await settled(callers('main.ts:go')))).toEqual(['main.ts <module> @2'])
})

test('other packages of a workspace are found', async () => {
  const { settled } = codeProject(
    {
      'package.json': '{"workspaces": ["packages/*"]}',
      'packages/a/package.json': '{"name": "a", "main": "index.ts"}',
      'packages/a/index.ts': 'export const make = () => ({ go() {} })\n',
      'packages/b/package.json': '{"name": "b"}',
      'packages/b/main.ts': "import { make } from 'a'\nmake().go()\n",
    },
    CHECKED,
  )
  expect(callersIn(await settled(callers('packages/a/index.ts:make')))).toEqual(['packages/b/main.ts <module> @2'])
  expect(callersIn(await settled(callers('packages/a/index.ts:make.go')))).toEqual(['packages/b/main.ts <module> @2'])
})

test('without a compiler, or with one that fails, everything else is answered; a failure is logged, and told with the answers', async () => {
  const without = codeProject(FILES)
  expect(namesIn(await without.settled(outline('main.ts')))).toEqual(['run'])
  const compiler = join(without.dir, '../typescript.js')
  writeFileSync(compiler, 'process.exit(3)')
  const broken = codeProcess(FILES, { compiler })
  expect(namesIn(await broken.settled(outline('main.ts')))).toEqual(['run'])
  await until('it is logged', () => broken.errors.length > 0)
  const called = { kind: 'callees', target: 'main.ts:run' } as const
  expect((await broken.settled(called)).notes.join()).toMatch(/found without types, .*: checking them failed/)
  expect((await without.settled(called)).notes).toEqual([])
})
