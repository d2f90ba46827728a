import { expect, test } from 'vitest'
import { snippetOf } from '../../src/analysis/snippet.ts'
import { factsOf, memorySources } from './memory-sources.ts'

const FILES = {
  'parser.ts': 'export class Parser {\n  constructor(text: string) {}\n  parse(): number { return 1 }\n}\n',
  'other.ts': 'export class Other {\n  parse() {}\n}\nexport function log() {}\n',
  'main.ts': "import { Parser } from './parser.ts'\nfunction local() {}\n",
}

/** What a snippet calls at the end of a file: `line name: what it may be`. */
async function calledIn(snippet: string, file: keyof typeof FILES | 'new.ts' = 'main.ts'): Promise<readonly string[]> {
  const before = file === 'new.ts' ? '' : FILES[file]
  const facts = await factsOf(file, before + snippet)
  const { calls } = snippetOf(facts, file, before.split('\n').length, await memorySources(FILES))
  return calls.map(({ name, line, targets }) => `${line} ${name}: ${targets.map((to) => `${to.file} ${to.name}`)}`)
}

test("a receiver's class decides whose method is meant, with the imports and functions of the file", async () => {
  expect(await calledIn("const p = new Parser('')\np.parse()\nlocal()")).toEqual([
    '1 Parser: parser.ts Parser.constructor',
    '2 parse: parser.ts Parser.parse',
    '3 local: main.ts local',
  ])
  expect(await calledIn('function f(p: Parser) {\n  return p.parse()\n}')).toEqual(['2 parse: parser.ts Parser.parse'])
})

test('a file that is not there yet has the imports of the snippet', async () => {
  expect(await calledIn("import { Other } from './other.ts'\nnew Other().parse()", 'new.ts')).toEqual([
    '2 Other: other.ts Other',
    '2 parse: other.ts Other.parse',
  ])
})

test('what is not declared is open; what is outside, or defined in the snippet itself, is left out', async () => {
  expect(await calledIn('given.parse()\nthis.go()\nfar()')).toEqual(['1 parse: ', '2 go: ', '3 far: '])
  expect(await calledIn('console.log(1)\nMath.max(1)\n[1].map(String)\nfunction own() {}\nown()')).toEqual([])
})
