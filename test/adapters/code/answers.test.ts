import { expect, test } from 'vitest'
import { codeProject } from './code-projects.ts'

const PARSER =
  'export class Parser {\n  constructor(text: string) {}\n  parse(strict: boolean): number {\n    return 1\n  }\n}\n'
const FILES = {
  'src/parser.ts': PARSER,
  'src/index.ts': "export { Parser as Reader } from './parser.ts'\n",
  'src/lines.ts': 'export class Lines {\n  parse() {}\n}\n',
  'src/main.ts': "import { Reader } from './index.ts'\nexport function run(given: unknown) {\n  given.start()\n}\n",
  'app/text.py': 'class Text:\n    def read(self, size):\n        return size\n',
  'app/main.py': 'from .text import Text\n',
  'app/__init__.py': '',
}

test('the signatures of a snippet are those of its receivers, as the file that it belongs to knows them', async () => {
  const { settled } = codeProject(FILES)
  const ask = async (snippet: string, file: string) => {
    const answer = await settled({ kind: 'signatures', snippet, file })
    if (answer.kind !== 'signatures') throw new Error(answer.kind)
    return answer.calls.map(({ isByName, targets }) => [
      isByName,
      ...targets.map((to) => `${to.file}:${to.line} ${to.signature}`),
    ])
  }
  expect(await ask("const p = new Reader('')\np.parse(true)", 'src/main.ts')).toEqual([
    [false, 'src/parser.ts:2 constructor(text: string)'],
    [false, 'src/parser.ts:3 parse(strict: boolean): number'],
  ])
  expect(await ask('    t = Text()\n    t.read(3)\n', 'app/main.py')).toEqual([
    [false, 'app/text.py:1 class Text'],
    [false, 'app/text.py:2 def read(self, size)'],
  ])
  expect(await ask("import { Lines } from './lines.ts'\nnew Lines().parse()", 'src/new.ts')).toEqual([
    [false, 'src/lines.ts:1 class Lines'],
    [false, 'src/lines.ts:2 parse()'],
  ])
  expect(await ask('given.parse()', 'src/main.ts')).toEqual([
    [true, 'src/lines.ts:2 parse()', 'src/parser.ts:3 parse(strict: boolean): number'],
  ])
})

test('a symbol is imported under another name through the file that passes it on; unresolved calls say why', async () => {
  const { settled } = codeProject(FILES)
  expect(await settled({ kind: 'importers', target: 'Parser' })).toMatchObject({
    importers: [
      { file: 'src/index.ts', names: ['Parser'] },
      { file: 'src/main.ts', names: ['Reader'], through: 'src/index.ts' },
    ],
  })
  expect(await settled({ kind: 'callees', target: 'run' })).toMatchObject({
    unresolved: [{ text: 'given.start', why: 'unknown receiver' }],
  })
})

test('of a language whose calls are known by name only, answers say so, and nothing is called unused', async () => {
  const { settled } = codeProject({
    'go.mod': 'module example.com/till\n',
    'store/store.go': 'package store\n\nfunc Open() { write() }\n\nfunc unused() {}\n',
    'store/write.go': 'package store\n\nfunc write() {}\n',
    'main.go': 'package main\n\nimport "example.com/till/store"\n\nfunc main() { store.Open() }\n',
    'app.py': 'def gone():\n    pass\n\n\nif __name__ == "__main__":\n    print(1)\n',
  })
  expect(await settled({ kind: 'callers', target: 'store/write.go:write' })).toMatchObject({
    callers: [{ from: { file: 'store/store.go', name: 'Open' }, line: 3 }],
    tiers: { structural: ['go'] },
  })
  // Both files are the package that is imported
  for (const target of ['store', 'store/write.go'])
    expect(await settled({ kind: 'importers', target })).toMatchObject({ importers: [{ file: 'main.go', line: 3 }] })
  expect(await settled({ kind: 'imports', target: 'main.go' })).toMatchObject({ imports: [{ files: ['store'] }] })
  expect(await settled({ kind: 'dead' })).toMatchObject({
    dead: [{ file: 'app.py', name: 'gone' }],
    perhaps: [],
    notes: ['what is unused in go is not judged: some of its calls may be missing'],
  })
})

test('what only the text of other languages has is told as such, and never denied', async () => {
  const { settled } = codeProject({
    'lib.zig': 'fn helper() void {}\n\nfn run() void {\n    helper();\n}\n',
    'a.jl': 'function helper(x)\nend\n',
    'src/u.js': 'export function u() {}\n',
    'src/A.vue': '<script>\nimport { u } from "./u.js"\nu()\n</script>\n',
  })
  const helper = [
    { file: 'lib.zig', line: 1, declares: true },
    { file: 'a.jl', line: 1, declares: true },
    { file: 'lib.zig', line: 4, declares: false, within: 'run' },
  ]
  expect(await settled({ kind: 'impact', target: 'lib.zig:1', depth: 2 })).toMatchObject({
    callers: [],
    mentions: helper,
    notes: ['lib.zig: it is not in a supported language'],
  })
  expect(await settled({ kind: 'callers', target: 'helper' })).toMatchObject({
    kind: 'unknown',
    mentions: expect.any(Array),
  })
  expect(await settled({ kind: 'importers', target: 'src/u.js' })).toMatchObject({
    importers: [{ file: 'src/A.vue', line: 2, names: ['u'] }],
    tiers: { full: ['vue'], text: ['markup of vue'] },
  })
})

test('what only a template, a string or an import of data names is told from what is resolved', async () => {
  const { settled } = codeProject({
    'src/u.js': 'export function shown() {}\nexport function saved() {}\nexport function lonely() {}\n',
    'src/A.vue':
      '<template><p @click="shown()">saved lonely</p></template>\n<script setup>\nimport { shown } from "./u"\n</script>\n',
    'src/keys.js': 'export const keys = ["saved"]\nimport data from "./data.json"\nkeys(data)\n',
    'src/data.json': '{ "a": { "password": "hunter2" } }',
    'docs/guide.md': '# Guide\n\ncall lonely()\n',
  })
  const callers = (target: string) => settled({ kind: 'callers', target })
  expect(await callers('shown')).toMatchObject({ callers: [], mentions: [{ file: 'src/A.vue', line: 1, in: 'text' }] })
  expect(await callers('saved')).toMatchObject({ callers: [], mentions: [{ file: 'src/keys.js', in: 'string' }] })
  expect(await callers('lonely')).not.toHaveProperty('mentions')
  expect(await settled({ kind: 'importers', target: 'src/data.json' })).toMatchObject({
    mentions: [{ file: 'src/keys.js', line: 2, in: 'code' }],
  })
  const outline = await settled({ kind: 'outline', target: 'src/data.json' })
  expect(JSON.stringify(outline)).toContain('a.password')
  expect(JSON.stringify(outline)).not.toContain('hunter2')
  expect(outline).toMatchObject({ tiers: { text: ['json'] } })
  expect(await callers('src/data.json')).toMatchObject({ kind: 'unknown' })
  expect(await settled({ kind: 'outline', target: 'docs' })).toMatchObject({ files: [] })
  expect(await settled({ kind: 'dead' })).toMatchObject({ perhaps: [{ name: 'lonely' }] })
})

test('a text is found by its words as it is now, whichever way it changed', async () => {
  const { settled, write } = codeProject({ 'a.ts': 'export function price() {}\n', 'b.tf': 'x = price()\n' })
  const places = async () => {
    const { mentions = [] } = await settled({ kind: 'callers', target: 'price' })
    return mentions.map(({ file, line }) => `${file}:${line}`)
  }
  expect(await places()).toEqual(['b.tf:1'])
  write({ 'b.tf': '\ny = 1\nx = price()\n' })
  expect(await places()).toEqual(['b.tf:3'])
  write({ 'b.tf': 'y = 1\n' })
  write({ 'c.tf': 'price()\n' })
  expect(await places()).toEqual(['c.tf:1'])
})
