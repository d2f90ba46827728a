import { expect, test } from 'vitest'
import { tooLong } from './limits.ts'
import { sample } from './sample.ts'
import { PROJECT } from './tree.ts'

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('')

const call = (at: number): string => `console.log(${at})`

test('no file and no function of the project is too long', () => {
  expect(tooLong(PROJECT)).toEqual([])
})

test('a file of 300 lines passes, one of 301 does not, wherever it stands', () => {
  const files = {
    'src/a.ts': lines(300, call),
    'src/b.ts': lines(301, call),
    'viewer/e.tsx': lines(301, call),
    'test/c.test.ts': lines(301, call),
    'scripts/d.mjs': lines(301, call),
    'test/fixtures/e.ts': lines(301, call),
  }
  expect(tooLong(sample(files))).toEqual([
    'scripts/d.mjs has 301 lines, at most 300',
    'src/b.ts has 301 lines, at most 300',
    'test/c.test.ts has 301 lines, at most 300',
    'viewer/e.tsx has 301 lines, at most 300',
  ])
})

test('a table of plain data may be longer; one call or function in it, and it may not', () => {
  const rows = lines(400, (at) => `  { name: 'n${at}', at: -${at}, of: [KIND, other.kind], kind: null } as const,`)
  const head = "import other from './other.ts'\n\ntype Row = object\nconst KIND = `kind`\n"
  const files = {
    'src/data.ts': `${head}export const TABLE = [\n${rows}] satisfies Row[]\n`,
    'src/call.ts': `${head}export const TABLE = Object.freeze([\n${rows}])\n`,
    'src/inner.ts': `${head}export const TABLE = [\n${rows}  { run: () => 1 },\n]\n`,
    'src/function.ts': `${head}export const TABLE = [\n${rows}]\nexport function run(): void {}\n`,
    'src/variable.ts': `${head}export let TABLE = [\n${rows}]\n`,
  }
  const said = tooLong(sample(files)).map((line) => line.replace(/ .*/, ''))
  expect(said).toEqual(['src/call.ts', 'src/function.ts', 'src/inner.ts', 'src/variable.ts'])
})

test.each([
  ['function', 'export function a(): void {', '}'],
  ['arrow', 'export const a = (): void => {', '}'],
  ['method', 'export class A { a(): void {', '} }'],
  ['getter', 'export const a = { get b(): void {', '} }'],
  ['constructor', 'export class A { constructor() {', '} }'],
])('a %s of 40 lines passes, one of 41 does not', (_kind, head, tail) => {
  const files = {
    'src/a.ts': `${head}\n${lines(38, call)}${tail}\n`,
    'src/b.ts': `${head}\n${lines(39, call)}${tail}\n`,
  }
  expect(tooLong(sample(files))).toEqual(['src/b.ts:1 a function of 41 lines, at most 40'])
})
