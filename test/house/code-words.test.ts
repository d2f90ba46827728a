import { expect, test } from 'vitest'
import { bareNames, crowdedNames, literalSpreads } from './code-words.ts'
import { sample } from './sample.ts'
import { PROJECT } from './tree.ts'

test('no object literal is spread into another', () => {
  expect(literalSpreads(PROJECT)).toEqual([])
})

test('a spread literal is found at any depth; a spread variable, condition or call is none', () => {
  const text =
    'export const a = (b: object, c: boolean) => ({\n  ...{ b },\n  ...b,\n  ...(c && { c }),\n  d: { ...{ c } },\n})\n'
  const files = ['packages/text/src/a.ts', 'packages/text/test/a.ts', 'src/a.ts', 'test/a.ts', 'viewer/a.ts']
  expect(literalSpreads(sample(Object.fromEntries(files.map((path) => [path, text]))))).toEqual([
    'packages/text/src/a.ts:2',
    'packages/text/src/a.ts:5',
    'src/a.ts:2',
    'src/a.ts:5',
    'viewer/a.ts:2',
    'viewer/a.ts:5',
  ])
})

test('no function name is defined in three files of src/', () => {
  expect(crowdedNames(PROJECT)).toEqual([])
})

test('declared functions and constants that hold one count together; values, types and packages do not', () => {
  const files = {
    'src/a.ts': 'export function told(): void {}\nconst kept = 1\nexport const one = () => 1\n',
    'src/b.ts': 'const told = () => 1\nconst kept = 2\nexport const one = () => 2\n',
    'src/c.ts': 'function told(): void {}\nconst kept = 3\ninterface one {}\n',
    'packages/text/src/d.ts': 'export const one = () => 3\n',
  }
  expect(crowdedNames(sample(files))).toEqual(['told: src/a.ts, src/b.ts, src/c.ts'])
})

test('no exported name is only a participle or a pronoun', () => {
  expect(bareNames(PROJECT)).toEqual([])
})

test('bare words are found among exported functions and values; longer, private and similar ones are not', () => {
  const text = [
    'export const kept = 1',
    'export function joined(): void {}',
    'export const self = 1, feed = 1, seed = 2',
    'export const keptLessons = 1',
    'const told = 1',
    'export default told',
    '',
  ].join('\n')
  const files = { 'packages/text/src/a.ts': text, 'packages/text/test/a.ts': text, 'src/a.ts': text }
  const found = ['kept', 'joined', 'self']
  expect(bareNames(sample(files))).toEqual(
    ['packages/text/src/a.ts', 'src/a.ts'].flatMap((path) => found.map((name) => `${path} ${name}`)),
  )
})
