import { expect, test } from 'vitest'
import { callsOf } from '../../../src/analysis/calls.ts'
import { memorySources } from '../memory-sources.ts'
import { expectMarkedCalls } from './solving/marked.ts'

/** Every pattern in which a function, a loop or a handler can bind the name `given`. */
const PATTERNS = [
  '{ given }',
  '{ given = 1 }',
  '{ key: given }',
  '{ key: { given } = {} }',
  '{ ...given }',
  '[given]',
  '[, given]',
  '[given = 1]',
  '[...given]',
  '[{ given }, ...others]',
  '...[given]',
]

const AROUND: Readonly<Record<string, (pattern: string) => string>> = {
  'a function': (pattern) => `function f(${pattern}) { given() }`,
  'an arrow function': (pattern) => `const f = (${pattern}) => given()`,
  'a generator': (pattern) => `function* f(${pattern}) { given() }`,
  'a method': (pattern) => `class C { f(${pattern}) { given() } }`,
  'a method of an object': (pattern) => `const o = { f(${pattern}) { given() } }`,
  'a function in it': (pattern) => `function f(${pattern}) { return () => given() }`,
  'a callback': (pattern) => `list.map((${pattern}) => given())`,
  'a handler': (pattern) => `try {} catch (${pattern.replace('...[given]', '{ given }')}) { given() }`,
  'a loop': (pattern) => `function f() { for (const ${pattern.replace('...[given]', '{ given }')} of list) given() }`,
}

test('what a pattern binds is not what has that name around it', async () => {
  for (const [name, around] of Object.entries(AROUND))
    for (const pattern of PATTERNS)
      for (const [outer, others] of [
        ['function given() {}\n', {}],
        ["import { given } from './other.ts'\n", { 'other.ts': 'export function given() {}\n' }],
      ] as const) {
        const text = `${outer}${around(pattern)}\ngiven()\n`
        const files = { 'main.ts': text, ...others }
        const edges = callsOf(['main.ts'], await memorySources(files)).get('main.ts')?.edges ?? []
        const called = edges.filter(({ to }) => to.name === 'given').map(({ line }) => line)
        expect({ name, pattern, called }).toEqual({ name, pattern, called: [3] })
      }
})

test('what is passed for a pattern is what its names call', async () => {
  await expectMarkedCalls({
    'main.ts': `
function outer() {}
function first() {}
function second() {}
function named({ outer, more: { deep } }) {
  outer() //#> first
  deep() //#> second
}
named({ outer: first, more: { deep: second } })
function listed([outer, ...others]) {
  outer() //#> second
  others[0]() //#> first
}
listed([second, first])
const called = ({ outer = first } = {}) => outer() //#> first
called()
outer() //#> outer
`.replaceAll('//#>', '// #>'),
  })
})
