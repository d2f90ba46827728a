import { expect, test } from 'vitest'
import { answerOf } from '../../../src/analysis/answer.ts'
import { withTextMentions } from '../../../src/analysis/answers/text-mentions.ts'
import type { TextMention } from '../../../src/analysis/code-answers.ts'
import { languageOf } from '../../../src/analysis/known-languages.ts'
import type { CodeQuestion } from '../../../src/analysis/questions.ts'
import { memoryView, type Written } from './memory-view.ts'

/** One function in each language: the line that declares it, and the line in `outer` that calls it. */
const LANGUAGES: Readonly<Record<string, string>> = {
  'a.rs': 'fn helper() {}\nfn outer() {\n    helper();\n}\n',
  'a.java': 'class A {\n  static int helper(int x) {\n  }\n  void outer() {\n    helper(1);\n  }\n}\n',
  'a.kt': 'fun helper(): Int = 1\nfun outer() {\n    helper()\n}\n',
  'a.c': 'static int helper(void) {\n}\nint outer(void) {\n  helper();\n}\n',
  'a.cpp': 'void Cart::helper(int a) {\n}\nvoid outer() {\n  helper(1);\n}\n',
  'a.cs': 'class A {\n  int helper(int x) {\n  }\n  void outer() {\n    helper(1);\n  }\n}\n',
  'a.php': '<?php\nfunction helper($x) {\n}\nfunction outer() {\n  helper(1);\n}\n',
  'a.rb': 'def helper(x)\nend\ndef outer\n  helper(1)\nend\n',
  'a.swift': 'func helper(_ x: Int) {\n}\nfunc outer() {\n  helper(1)\n}\n',
  'a.scala': 'def helper(x: Int) = x\ndef outer() = {\n  helper(1)\n}\n',
  'a.ex': 'def helper(x) do\nend\ndef outer do\n  helper(1)\nend\n',
  'a.lua': 'function helper(x)\nend\nfunction outer()\n  helper(1)\nend\n',
  'a.sh': 'helper() {\n}\nouter() {\n  helper 1\n}\n',
}

function mentionsIn(question: CodeQuestion, written: Written): readonly TextMention[] {
  const about = Object.fromEntries(
    Object.keys(written.files).flatMap((path) => (/\.[jt]s$/.test(path) ? [] : [[path, { language: undefined }]])),
  )
  const view = memoryView({ ...written, about: { ...about, ...written.about } })
  return withTextMentions(answerOf(question, view), question, view).mentions ?? []
}

test.each(Object.keys(LANGUAGES))('a name that only the text of %s has is never denied', (path) => {
  const files = { [path]: LANGUAGES[path] ?? '', 'other.ts': 'export const other = 1\n' }
  for (const kind of ['callers', 'callees', 'outline', 'importers'] as const) {
    const [declared, called, ...more] = mentionsIn({ kind, target: 'helper' }, { files })
    expect([kind, declared]).toMatchObject([kind, { file: path, name: 'helper', declares: true }])
    expect([kind, called]).toMatchObject([kind, { file: path, name: 'helper', declares: false, within: 'outer' }])
    expect(more).toEqual([])
  }
  const line = (LANGUAGES[path] ?? '').split('\n').findIndex((text) => text.includes('helper')) + 1
  for (const target of ['helper', `${path}:${line}`])
    expect(mentionsIn({ kind: 'impact', target, depth: 3 }, { files })).toHaveLength(2)
  expect(mentionsIn({ kind: 'search', query: 'helper', extras: [], limit: 5 }, { files })).toHaveLength(2)
})

test.each(['./u.js', './u', '../app/u', '@/u'])('a file is mentioned where others import it as %s', (module) => {
  const files = {
    'src/u.js': 'export function u() {}\n',
    'src/A.vue': `<script>\nimport { u } from '${module}'\n</script>\n`,
    'src/B.svelte': `<script>\nimport { u } from "${module}"\n</script>\n`,
    'src/C.astro': `import v from './menu'\nimport w from './u2.js'\n`,
  }
  const found = mentionsIn({ kind: 'importers', target: 'src/u.js' }, { files })
  expect(found.map(({ file, line, name }) => `${file}:${line} ${name}`)).toEqual([
    'src/A.vue:2 u.js',
    'src/B.svelte:2 u.js',
  ])
})

test('callers of what is parsed are looked for in the text of what is not, and nowhere else', () => {
  const written: Written = {
    files: {
      'src/u.ts': 'export function price() {}\n',
      'src/other.ts': 'price()\n',
      'App.vue': '<template>{{ price() }}</template>\n<!-- price -->\n{{ prices }}',
      'README.md': 'call price()\n',
      'dist/out.txt.vue': 'price()\n',
      'broken.ts': 'price(',
    },
    entities: { 'src/u.ts': ['function price 1 exported'] },
    about: {
      'dist/out.txt.vue': { language: undefined, isGenerated: true },
      'broken.ts': { problem: 'syntax errors in line 1' },
    },
  }
  const found = mentionsIn({ kind: 'callers', target: 'price' }, written)
  expect(found.map(({ file, line }) => `${file}:${line}`)).toEqual(['broken.ts:1', 'App.vue:1'])
})

const OPTIONS = `<template><p @click="pick"/></template>
<script>
export default {
  data() { return { a: this.pick() } },
  computed: { b() { return this.pick(1) } },
  created() { addEventListener('x', this.pick) },
  methods: { pick() {}, other() { this.pick() } },
}
</script>
`

test('a name that a script in a page has is never denied where nothing resolved it, nor told in part', () => {
  const files = { 'A.vue': OPTIONS, 'index.html': '<script src="lib.js"></script>\n<script>pick(5)</script>\n' }
  const entities = { 'A.vue': ['method pick 7', 'method other 7'] }
  const places = (written: Written, kind: 'callers' | 'impact' = 'callers') =>
    mentionsIn({ kind, target: 'pick', depth: 3 }, written).map(({ file, line }) => `${file}:${line}`)
  const about = Object.fromEntries(Object.keys(files).map((path) => [path, { language: languageOf(path)?.name }]))
  const due = ['A.vue:1', 'A.vue:4', 'A.vue:5', 'A.vue:6', 'index.html:2']
  for (const kind of ['callers', 'impact'] as const)
    expect(places({ files, entities, about }, kind)).toEqual(expect.arrayContaining(due))
  expect(places({ files, entities, about, calls: ['A.vue other -> A.vue pick @7'] })).toEqual(
    expect.arrayContaining(due),
  )
  expect(places({ files, about })).toEqual(expect.arrayContaining(due))
})

test('files without a text are named where an answer would be that there is none, and where things are called dead', () => {
  const view = memoryView({
    files: { 'u.ts': 'function lonely() {}\nlonely2()', 'big.js': '', 'dist/x.js': '', 'empty.ts': '' },
    entities: { 'u.ts': ['function lonely 1'] },
    about: { 'big.js': { problem: 'it is minified' }, 'dist/x.js': { problem: 'it is minified', isVendored: true } },
  })
  for (const question of [{ kind: 'callers', target: 'lonely' }, { kind: 'dead' }] as const)
    expect(withTextMentions(answerOf(question, view), question, view).notes).toEqual([
      'what 1 file uses is not known: big.js (it is minified)',
    ])
})

test('what no text has is said without doubt', () => {
  const files = { 'a.rs': 'fn run() {}\n', 'src/u.ts': 'export function lonely() {}\n' }
  const entities = { 'src/u.ts': ['function lonely 1 exported'] }
  expect(mentionsIn({ kind: 'callers', target: 'lonely' }, { files, entities })).toEqual([])
  expect(mentionsIn({ kind: 'callers', target: 'missing' }, { files, entities })).toEqual([])
})

test('of a file that is not parsed, no imports and no calls are not said to be none', () => {
  const view = memoryView({
    files: { 'a.zig': 'use b;\nfn run() { go() }\n' },
    about: { 'a.zig': { language: undefined } },
  })
  for (const kind of ['imports', 'callees', 'outline'] as const)
    expect(answerOf({ kind, target: 'a.zig' }, view)).toMatchObject({
      kind: 'unknown',
      why: expect.stringContaining('it is not in a supported language'),
    })
})

test.each([
  [
    'an index file by its folder and by a dot',
    'src/index.ts',
    "import a from './index'\nimport b from '.'\nimport c from '../src'",
    [1, 2, 3],
  ],
  [
    'no other word of that name',
    'src/types.ts',
    '"types": "x"\n<p>my types are full</p>\nimport t from "./types"',
    [3],
  ],
])('a file is mentioned by imports alone: %s', (_, target, text, due) => {
  const files = { [target]: 'export const a = 1\n', 'A.vue': text }
  const found = mentionsIn({ kind: 'importers', target }, { files })
  expect(found.map(({ line }) => line)).toEqual(due)
})

test('no comment, word of settings, path, package or plain words are taken for a use of a name', () => {
  const files = {
    'a.java': '/* price */\n * The price\nclass A {}\n',
    'a.sql': '-- price\n',
    'ci.yml': 'steps:\n  - run: make\n',
    'A.vue': '<script lang="ts">\n<p>choose the type of cart</p>\n',
    'src/u.ts': 'export const u = 1\n',
  }
  for (const target of ['price', 'run', 'src/nope.ts', '@scope/pkg', 'lodash-es'])
    for (const kind of ['callers', 'importers', 'outline'] as const)
      expect([target, mentionsIn({ kind, target }, { files })]).toEqual([target, []])
  expect(mentionsIn({ kind: 'search', query: 'how is the price computed', extras: [], limit: 5 }, { files })).toEqual(
    [],
  )
  expect(mentionsIn({ kind: 'callers', target: 'cart' }, { files })).toMatchObject([{ file: 'A.vue', line: 2 }])
  expect(mentionsIn({ kind: 'callers', target: 'cart' }, { files })[0]?.within).toBeUndefined()
})

test('a name is found in a line of any length', () => {
  const long = `${'<p a="b">'.repeat(2_000)}{{ price() }}`
  const files = { 'A.vue': `<template>${long}</template>`, 'a.rs': `x = "${'y '.repeat(2_000)}"; price()` }
  const about = { 'A.vue': { language: 'vue' } }
  const found = mentionsIn({ kind: 'callers', target: 'price' }, { files, about })
  expect(found.map(({ file }) => file)).toEqual(['A.vue', 'a.rs'])
})

test('a line that nobody wrote is not searched for imports, however long', () => {
  const text = `${' fn ('.repeat(40_000)}\n${'f('}${')'.repeat(40_000)}; {\n${'import '.repeat(20_000)}\n`
  const files = { 'a.rs': text, 'src/u.ts': 'export const u = 1\n' }
  for (const kind of ['callers', 'importers'] as const)
    expect(mentionsIn({ kind, target: 'src/u.ts' }, { files })).toEqual([])
})
