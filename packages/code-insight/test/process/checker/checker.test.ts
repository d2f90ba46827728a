import { expect, it } from 'vitest'
import { partsOf } from '../../../src/process/checker/shards.ts'
import { Project } from './project.ts'

const CONFIG = { 'tsconfig.json': '{}' }

it('follows imports, re-exports and CommonJS between files', () => {
  const project = new Project({
    ...CONFIG,
    'a.ts': 'export function a() {}\nexport default () => a()\n',
    'index.ts': "export * from './a.ts'\nexport { default as other } from './a.ts'\nexport * as all from './a.ts'\n",
    'main.ts': "import { a, other, all } from './index.ts'\na()\nother()\nall.a()\n",
    'lib.js': 'exports.x = function () {}\nmodule.exports.y = y\nfunction y() {}\n',
    'use.js': "const lib = require('./lib')\nconst { y } = require('./lib')\nlib.x()\ny()\n",
  })
  expect(project.edges('main.ts')).toEqual([
    '<module> -> a.ts a @2',
    '<module> -> a.ts default @3',
    '<module> -> a.ts a @4',
  ])
  expect(project.edges('use.js')).toEqual(['<module> -> lib.js x @3', '<module> -> lib.js y @4'])
  project.close()
})

it('says what is outside the project and what it cannot decide', () => {
  const project = new Project({
    ...CONFIG,
    'main.ts': "import { gone } from 'not-installed'\ngone().then()\nMath.max(1)\nfunction f(g: any) {\n  g()\n}\n",
  })
  const { sites } = project.read('main.ts')
  expect(sites.map(({ line, isOutside, isOpen }) => ({ line, isOutside, isOpen }))).toEqual([
    { line: 2, isOutside: true, isOpen: false },
    { line: 2, isOutside: true, isOpen: false },
    { line: 3, isOutside: true, isOpen: false },
    { line: 5, isOutside: false, isOpen: true },
  ])
  project.close()
})

it('gives each site the offsets of its last name', () => {
  const text = 'const o = { run() {} }\no\n  .run()\n'
  const project = new Project({ ...CONFIG, 'main.ts': text })
  const sites = project.read('main.ts').sites
  expect(sites.map(({ at, end }) => text.slice(at, end))).toEqual(['run'])
  project.close()
})

it('lists uses of entities that are no calls, as values, types and bases', () => {
  const project = new Project({
    ...CONFIG,
    'main.ts':
      'interface Shape {}\nclass Base {}\nclass Own extends Base implements Shape {}\nfunction f() {}\nconst all = [f]\nf()\n',
  })
  const { references } = project.read('main.ts')
  expect(references.map(({ to, line }) => `${to.name} @${line}`)).toEqual(['Base @3', 'Shape @3', 'f @5'])
  project.close()
})

it('sees edits, new files and deleted ones once it is told', () => {
  const project = new Project({
    ...CONFIG,
    'a.ts': 'export function a() {}\n',
    'main.ts': "import { a } from './a.ts'\nimport { b } from './b.ts'\na()\nb()\n",
  })
  expect(project.edges('main.ts')).toEqual(['<module> -> a.ts a @3'])
  project.write('b.ts', 'export const b = () => {}\n')
  project.write('a.ts', '\nexport function a() {}\n')
  project.checker.changed(['a.ts', 'b.ts'])
  expect(project.edges('main.ts')).toEqual(['<module> -> a.ts a @3', '<module> -> b.ts b @4'])
  project.remove('a.ts')
  project.checker.changed(['a.ts'])
  expect(project.edges('main.ts')).toEqual(['<module> -> b.ts b @4'])
  expect(project.checker.sitesOf('a.ts')).toHaveProperty('why')
  project.close()
})

it('reads a text that is given instead of the one on disk', () => {
  const texts = new Map<string, string>()
  const project = new Project({ ...CONFIG, 'main.ts': 'function a() {}\na()\n' }, { text: (path) => texts.get(path) })
  expect(project.edges('main.ts')).toEqual(['<module> -> a @2'])
  texts.set('main.ts', 'function b() {}\nb()\n')
  project.checker.changed(['main.ts'])
  expect(project.edges('main.ts')).toEqual(['<module> -> b @2'])
  project.close()
})

it('checks packages one by one, and follows paths between them', () => {
  const project = new Project({
    'packages/core/package.json': '{"name": "core"}',
    'packages/core/tsconfig.json': '{}',
    'packages/core/src/core.ts': 'export class Core { run() {} }\n',
    'packages/app/package.json': '{"name": "app"}',
    'packages/app/tsconfig.json': '{"compilerOptions": {"paths": {"core": ["../core/src/core.ts"]}}}',
    'packages/app/main.ts': "import { Core } from 'core'\nnew Core().run()\n",
    'loose.ts': '',
  })
  expect(project.edges('packages/app/main.ts')).toEqual([
    '<module> -> packages/core/src/core.ts Core @2',
    '<module> -> packages/core/src/core.ts Core.run @2',
  ])
  expect(project.checker.sitesOf('loose.ts')).toHaveProperty('why')
  project.close()
})

it('follows a package of the same workspace to its source, installed or not', () => {
  const project = new Project({
    'package.json': '{"private": true, "workspaces": ["packages/*"]}',
    'packages/core/package.json': '{"name": "@acme/core", "types": "dist/index.d.ts", "main": "dist/index.js"}',
    'packages/core/src/index.ts': 'export class Core { run() {} }\n',
    'packages/app/package.json': '{"name": "@acme/app"}',
    'packages/app/main.ts': "import { Core } from '@acme/core'\nfunction go(core: Core) {\n  core.run()\n}\n",
  })
  expect(project.edges('packages/app/main.ts')).toEqual(['go -> packages/core/src/index.ts Core.run @3'])
  project.close()
})

it('survives broken configurations, broken syntax, and files that are too large or too deep', () => {
  const project = new Project({
    'tsconfig.json': '{ "extends": "./none.json", "compilerOptions": { "paths": 3, "target": "es99" ',
    'broken.ts': 'function a( {{{ \nclass {\n',
    'large.ts': `export const x = 1\n${'// 0123456789\n'.repeat(400_000)}`,
    'deep.ts': `const x = ${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    'chain.ts': `x${'.a()'.repeat(20_000)}`,
    'sum.ts': `const x = ${'1 + '.repeat(20_000)}1`,
    'cycle.ts': "import './cycle.ts'\nfunction f() {}\nf()\n",
  })
  expect(project.edges('cycle.ts')).toEqual(['<module> -> f @3'])
  for (const path of ['broken.ts', 'large.ts', 'deep.ts', 'chain.ts', 'sum.ts']) {
    expect(() => project.checker.sitesOf(path)).not.toThrow()
  }
  expect(project.edges('cycle.ts')).toEqual(['<module> -> f @3'])
  project.close()
})

it('leaves a package that is too large to its syntax', () => {
  const project = new Project({ ...CONFIG, 'main.ts': 'function a() {}\na()\n' }, { mostBytes: 10 })
  expect(project.checker.sitesOf('main.ts')).toEqual({ why: expect.stringContaining('too large'), isFailure: true })
  project.close()
})

it('checks a large package in parts, which follow imports into each other', () => {
  const files = {
    ...CONFIG,
    'lib/text.ts': 'export function trim(text: string) {\n  return text\n}\n',
    'main.ts': "import { trim } from './lib/text.ts'\ntrim('')\n",
  }
  const project = new Project(files, { wholeBytes: 10 })
  expect(project.edges('main.ts')).toEqual(['<module> -> lib/text.ts trim @2'])
  expect(project.checker.sitesOf('main.ts')).toMatchObject({ isPart: true })
  project.write('lib/text.ts', '\nexport function trim(text: string) {\n  return text\n}\ntrim(String(1))\n')
  project.checker.changed(['lib/text.ts'])
  expect(project.edges('lib/text.ts')).toEqual(['<module> -> trim @5'])
  project.close()
})

it('splits a package by folder, no deeper than it must', () => {
  const plan = {
    folder: '',
    config: undefined,
    files: ['a/one.ts', 'a/two.ts', 'b/c/three.ts', 'b/d/four.ts', 'top.ts'],
  }
  const parts = (most: number) => partsOf(plan, () => 1, most).map(({ files }) => files.join(' '))
  expect(parts(5)).toEqual([[...plan.files].sort().join(' ')])
  expect(parts(3)).toEqual(['a/one.ts a/two.ts', 'b/c/three.ts b/d/four.ts top.ts'])
  expect(parts(1)).toEqual(plan.files)
})

it('frees a shard when it is idle, and opens it again', async () => {
  const project = new Project({ ...CONFIG, 'main.ts': 'function a() {}\na()\n' }, { idleMs: 1 })
  expect(project.edges('main.ts')).toEqual(['<module> -> a @2'])
  await expect.poll(() => project.checker.opened).toBe(0)
  expect(project.edges('main.ts')).toEqual(['<module> -> a @2'])
  project.close()
})
