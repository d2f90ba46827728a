import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callsOf } from '../../../../src/analysis/calls.ts'
import { languageOf } from '../../../../src/analysis/known-languages.ts'
import { factsOf, memorySources } from '../../memory-sources.ts'

const VUE = `<!-- <script>no()</script> -->
<template>
  <p class="total" :title="label(1)" @click="add">{{ price(2) }} it's total</p>
  <my-menu/>
</template>

<script lang="ts">
export const shared = 1
</script>
<script setup lang="ts">
import { price } from './price'
import Menu from './Menu.vue'
const props = defineProps<{ a: number }>()
/** Names it. */
function label(n: number): string { return price(n) + '</b>' }
const add = () => label(1)
</script>
<style>
.label { color: red }
</style>
`
const SVELTE = `<script context="module">
  export const shared = 1
</script>
<script>
  import { price } from './price'
  import Menu from './Menu.vue'
  function label(n) { return price(n) }
  const add = () => label(1)
</script>
{#if shared}
  <p class="total" on:click={add}>{price(label(2))} total</p>
{/if}
`
const ASTRO = `---
import { price } from './price'
import Menu from './Menu.vue'
function label(n: number) { return price(n) }
const add = () => label(1)
if (!add) return
---
<p class="total" title={label(3)} data-add="add">{price(2)} total</p>
<script>
  import './price'
</script>
`
const HTML = `<!DOCTYPE html>
<script src="price.js"></script>
<script src="https://example.com/x.js"></script>
<script type="application/json">{"price": 1}</script>
<p class="total" onclick="add()">total</p>
<script type="module">
  import { price } from './price'
  import Menu from './Menu.vue'
  function label(n) { return price(n) }
  const add = () => label(1)
</script>
`
const PAGES: Readonly<Record<string, string>> = {
  'A.vue': VUE,
  'A.svelte': SVELTE,
  'A.astro': ASTRO,
  'a.html': HTML,
}

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length

describe.each(Object.entries(PAGES))('the scripts of %s', (path, text) => {
  test('are outlined with the lines that they stand in', async () => {
    const { outline } = await factsOf(path, text)
    expect(outline.errors).toEqual([])
    expect(outline.lines).toBe(text.split('\n').length - 1)
    const functions = outline.entities.filter(({ kind }) => kind === 'function')
    expect(functions.map(({ name, line }) => [name, line])).toEqual([
      ['label', lineOf(text, 'function label')],
      ['add', lineOf(text, 'const add')],
    ])
    expect(outline.imports.map(({ module, line }) => [module, line])).toEqual(
      expect.arrayContaining([
        ['./price', lineOf(text, 'import { price }')],
        ['./Menu.vue', lineOf(text, 'import Menu')],
      ]),
    )
  })

  test('call what they import, and are called where they are', async () => {
    const files = { [path]: text, 'price.ts': 'export function price(n: number) { return n }\n', 'Menu.vue': VUE }
    const sources = await memorySources(files)
    const edges = callsOf([path], sources).get(path)?.edges ?? []
    expect(edges.map(({ from, to, line }) => [from.name, to.file, to.name, line])).toEqual([
      ['label', 'price.ts', 'price', lineOf(text, 'function label')],
      ['add', path, 'label', lineOf(text, 'const add')],
    ])
    expect(sources.target('./Menu.vue', path)).toEqual({ kind: 'file', path: 'Menu.vue' })
    expect(sources.target('./Menu', 'price.ts')).toEqual({ kind: 'file', path: 'Menu.vue' })
  })

  test('are told apart from what uses their names around them', () => {
    const embedded = languageOf(path)?.embedded
    const [code = '', uses = ''] = [embedded?.code(text), embedded?.uses(text)]
    expect(uses).toMatch(/\badd\b/)
    expect(uses).not.toMatch(/total|color|import|function|example/)
    expect(code).not.toMatch(/total|color|example|"price": 1|no\(\)/)
  })
})

test('a page imports the files that its scripts are loaded from', async () => {
  const { outline } = await factsOf('a.html', HTML)
  expect(outline.imports.map(({ module, line }) => [module, line])).toContainEqual(['./price.js', 2])
  expect(outline.imports).toHaveLength(3)
})

test('scripts in another language are no code', async () => {
  for (const tag of [
    '<script type="text/template">',
    '<script lang="coffee">',
    '<scripts>',
    '<script\n',
    '<!--<script>',
  ])
    expect((await factsOf('A.vue', `${tag}function f() {}\n</script>`)).outline.entities).toEqual([])
})

test.each([
  ['A.astro', "---\nconst a = body.split('<!-- more -->')\nif (html.indexOf('<script>')) f()\n---\n<p>{NAME()}</p>"],
  ['A.vue', '<template lang="pug">\nbutton(@click="NAME()")\n</template>'],
  ['A.vue', '<script lang="coffee">\nNAME 1\n</script>'],
  ['A.vue', '<style>\np { color: v-bind("NAME()") }\n</style>'],
  ['a.html', '<script type="text/ng-template"><a ng-click="NAME()"></a></script>'],
  ['a.html', '<a href="javascript:NAME()">a</a>'],
  ['a.html', '<p><% NAME() %></p>'],
  ['A.vue', `<p @click="NAME()" class="${'a b '.repeat(2_000)}">`],
])('whatever a template is written in, what it uses is not blank: %s', (path, text) => {
  expect(languageOf(path)?.embedded?.uses(text)).toContain('NAME')
})

test('what stands in front matter ends no script below', async () => {
  const text = "---\nconst a = html.indexOf('<!--')\n---\n<script>\nimport { b } from './b'\nb()\n</script>\n"
  expect((await factsOf('A.astro', text)).outline.imports).toMatchObject([{ module: './b', line: 5 }])
})

test('what a store holds is the store', async () => {
  const text =
    "<script>\nimport { cart } from '$lib/a'\nlet n = $state(1)\nfunction f() { $cart += 1 }\n</script>\n{$cart}\n"
  const embedded = languageOf('A.svelte')?.embedded
  expect(embedded?.uses(text)).toContain('{ cart}')
  expect(embedded?.code(text)).toContain('$state(1)')
  expect(embedded?.code(text)).toContain(' cart += 1')
  expect((await factsOf('A.svelte', text)).outline.imports).toMatchObject([{ module: '$lib/a' }])
})

test('whatever a page holds, both of its parts keep each character in its place', () => {
  const part = fc.constantFrom(
    '<script>',
    '<script',
    '</script>',
    '<!--',
    '-->',
    '{',
    '}',
    '<p a="',
    '"',
    "'",
    '>',
    '\n',
    '---\n',
    'é',
    '😀',
    'x',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), fc.constantFrom(...Object.keys(PAGES)), (parts, path) => {
      const text = parts.join('')
      const embedded = languageOf(path)?.embedded
      for (const kept of [embedded?.code(text) ?? '', embedded?.uses(text) ?? '']) {
        expect(kept).toHaveLength(text.length)
        for (let at = 0; at < text.length; at++) expect([' ', text[at]]).toContain(kept[at])
        expect(kept.split('\n')).toHaveLength(text.split('\n').length)
      }
    }),
  )
})
