import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pages } from '../../scripts/docs.mjs'
import { behaviours } from '../../src/behaviours/registry.ts'
import { withClientNames } from '../../src/cli/program.ts'
import { settings } from '../../src/domain/settings.ts'
import { operations } from '../../src/operations/registry.ts'
import { filesOf, PROJECT, sourcesOf } from './tree.ts'

const made = await pages()
const first = (path: string): string => made[path]?.split('\n')[0] ?? `no ${path}`

test('every behaviour, verb and setting has a page under its name, and there are no other pages', () => {
  const wanted = [
    ...behaviours.map(({ name }) => [`behaviours/${name}.md`, `# ${name}`]),
    ...operations.map(({ name }) => [`verbs/${name}.md`, `# hindcast ${name}`]),
    ...Object.keys(settings).map((key) => [`config/${key}.md`, `# ${key}`]),
  ]
  expect(wanted.map(([path = '']) => [path, first(path)])).toEqual(wanted)
  const generated = Object.keys(made).filter((path) => path.includes('/'))
  expect(generated.toSorted()).toEqual(wanted.map(([path]) => path).toSorted())
})

test("a page contains its subject's own description, and how to use it", () => {
  for (const { name, summary } of behaviours) expect(made[`behaviours/${name}.md`]).toContain(summary)
  for (const { name, summary, example } of operations) {
    expect(made[`verbs/${name}.md`]).toContain(withClientNames(summary))
    expect(made[`verbs/${name}.md`]).toContain(example)
  }
  for (const [key, { sentence }] of Object.entries(settings)) expect(made[`config/${key}.md`]).toContain(sentence)
})

test('every link leads to a page, and every command on handwritten pages is a verb', () => {
  const paths = new Set(Object.keys(made))
  const links = Object.values(made).flatMap((text) => [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, to = '']) => to))
  expect(links.filter((to) => !paths.has(to))).toEqual([])
  const verbs = new Set([...operations.map(({ name }) => name as string), 'up', 'open', 'hook', 'mcp', 'uninstall'])
  const called = [...(made['troubleshooting.md'] ?? '').matchAll(/`hindcast (\w+)/g)].map(([, verb = '']) => verb)
  expect(called.length).toBeGreaterThan(10)
  expect(called.filter((verb) => !verbs.has(verb))).toEqual([])
})

test('every message that troubleshooting quotes is one that the product shows', () => {
  const textOf = (path: string) => readFileSync(join(PROJECT, path), 'utf8').replaceAll('\\`', '`')
  const source = [...sourcesOf(PROJECT), ...filesOf(PROJECT, ['viewer'])].map(textOf)
  const quoted = [...(made['troubleshooting.md'] ?? '').matchAll(/^> (.+)$/gm)].map(([, line = '']) => line)
  expect(quoted.length).toBeGreaterThan(5)
  const parts = quoted.flatMap((line) => line.split('…').map((part) => part.trim().replace(/:$/, '')))
  expect(parts.filter((part) => !source.some((text) => text.includes(part)))).toEqual([])
})

test('every test that SECURITY.md names exists, and every promise names one', () => {
  const text = readFileSync(join(PROJECT, 'SECURITY.md'), 'utf8')
  const promises = text.split('\n').filter((line) => line.startsWith('| **'))
  expect(promises.length).toBeGreaterThan(10)
  const testsOf = (line: string) =>
    [...line.matchAll(/`((?:packages\/[^/]+\/)?test\/[^`]+)`/g)].map(([, path = '']) => path)
  expect(promises.filter((line) => testsOf(line).length === 0)).toEqual([])
  expect(promises.flatMap(testsOf).filter((path) => !existsSync(join(PROJECT, path)))).toEqual([])
})

test('decisions are short: a page of at most 120 lines an area, all of them linked, and entries of at most five', () => {
  const folder = join(PROJECT, 'docs/decisions')
  const text = readFileSync(join(PROJECT, 'DECISIONS.md'), 'utf8')
  const linked = [...text.matchAll(/\(docs\/decisions\/([^)]+)\)/g)].map(([, name = '']) => name)
  expect(linked.toSorted()).toEqual(readdirSync(folder).toSorted())
  const lines = (name: string) => readFileSync(join(folder, name), 'utf8').split('\n').length - 1
  expect(linked.filter((name) => lines(name) > 120)).toEqual([])
  const [, newest = ''] = text.split('## Newest\n')
  const entries = newest.split('\n\n').map((entry) => entry.trim())
  expect(entries.filter((entry) => entry.split('\n').length > 5)).toEqual([])
})
