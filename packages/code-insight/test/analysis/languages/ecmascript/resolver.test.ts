import { expect, test } from 'vitest'
import type { CodeFiles } from '../../../../src/analysis/language.ts'
import typescript from '../../../../src/analysis/languages/typescript/index.ts'
import { pathEndings } from '../../../../src/analysis/path-endings.ts'

/** The resolver of a project with these files: `tree` by path, of manifests with their text. */
function project(tree: Readonly<Record<string, unknown>>): (module: string, from: string) => string {
  const paths = new Set(Object.keys(tree))
  const folders = new Set(
    [...paths].flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))),
  )
  const files: CodeFiles = {
    has: (path) => paths.has(path),
    hasFolder: (path) => folders.has(path),
    ending: pathEndings(() => paths),
    manifests: [...paths].filter((path) => typescript.manifests.includes(path.split('/').at(-1) ?? '')),
    text: (path) => {
      const value = tree[path]
      return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
    },
  }
  const resolver = typescript.resolver(files)
  return (module, from) => {
    const target = resolver.resolve(module, from)
    return target.kind === 'outside'
      ? `outside ${target.name}`
      : target.kind === 'folder'
        ? `folder ${target.path}`
        : target.path
  }
}
const source = ''

test('A relative import finds the source of what it names', () => {
  const found = project({
    'src/a.ts': source,
    'src/b.tsx': source,
    'src/c.js': source,
    'src/d/index.ts': source,
    'src/e.d.ts': source,
    'src/f.mts': source,
    'src/g.ts': source,
    'src/g.js': source,
    'src/h.test.ts': source,
    'src/i/package.json': { main: 'lib/main' },
    'src/i/lib/main.js': source,
    'src/style.css': source,
    'src/data.json': source,
    'index.js': source,
  })
  expect(found('./a', 'src/x.ts')).toBe('src/a.ts')
  expect(found('./a.js', 'src/x.ts')).toBe('src/a.ts')
  expect(found('./a.ts', 'src/x.ts')).toBe('src/a.ts')
  expect(found('./b', 'src/x.ts')).toBe('src/b.tsx')
  expect(found('./b.js', 'src/x.ts')).toBe('src/b.tsx')
  expect(found('./c', 'src/x.ts')).toBe('src/c.js')
  expect(found('./d', 'src/x.ts')).toBe('src/d/index.ts')
  expect(found('./d/', 'src/x.ts')).toBe('src/d/index.ts')
  expect(found('.', 'src/d/x.ts')).toBe('src/d/index.ts')
  expect(found('..', 'src/x.ts')).toBe('index.js')
  expect(found('./e.js', 'src/x.ts')).toBe('src/e.d.ts')
  expect(found('./f.mjs', 'src/x.ts')).toBe('src/f.mts')
  expect(found('./g.js', 'src/x.ts')).toBe('src/g.ts')
  expect(found('./g', 'src/x.js')).toBe('src/g.js')
  expect(found('./h.test', 'src/x.ts')).toBe('src/h.test.ts')
  expect(found('./i', 'src/x.ts')).toBe('src/i/lib/main.js')
  expect(found('./a?worker', 'src/x.ts')).toBe('src/a.ts')
  expect(found('/src/a', 'src/deep/x.ts')).toBe('src/a.ts')
  for (const module of ['./style.css', './data.json', './missing', '../../above', 'node:fs', 'react', '', './'])
    expect(found(module, 'src/x.ts'), module).toMatch(/^outside/)
})

test('A package outside is known by its name', () => {
  const found = project({ 'a.ts': source })
  expect(found('react/jsx-runtime', 'a.ts')).toBe('outside react')
  expect(found('@scope/name/part', 'a.ts')).toBe('outside @scope/name')
  expect(found('./missing/part', 'a.ts')).toBe('outside ./missing/part')
})

test('Packages of a workspace are found by their names, at the source of what they export', () => {
  const found = project({
    'package.json': { name: 'root', workspaces: ['packages/*', '!packages/old'] },
    'packages/a/package.json': {
      name: '@x/a',
      exports: {
        '.': { types: './dist/index.d.ts', import: './dist/esm/index.js' },
        './part': './dist/part.js',
        './deep/*': { node: { import: './dist/deep/*.js' } },
        './exact/*.js': './lib/*.js',
      },
    },
    'packages/a/src/index.ts': source,
    'packages/a/src/part.ts': source,
    'packages/a/src/deep/one.ts': source,
    'packages/a/lib/two.js': source,
    'packages/b/package.json': { name: 'b', main: './lib/index.js' },
    'packages/b/lib/index.js': source,
    'packages/b/lib/other.js': source,
    'packages/c/package.json': { name: 'c' },
    'packages/c/index.js': source,
    'packages/d/package.json': { name: 'd', main: 'dist/bundle.js' },
    'packages/d/src/index.tsx': source,
    'packages/e/package.json': { name: 'e', main: 'dist/bundle.js' },
    'packages/e/readme.md': source,
    'packages/f/package.json': { name: 'f', types: 'types/index.d.ts', main: 'index.js' },
    'packages/f/types/index.d.ts': source,
    'packages/f/index.js': source,
    'examples/lodash/package.json': { name: 'lodash' },
    'examples/lodash/index.js': source,
  })
  const from = 'packages/b/lib/index.js'
  expect(found('@x/a', from)).toBe('packages/a/src/index.ts')
  expect(found('@x/a/part', from)).toBe('packages/a/src/part.ts')
  expect(found('@x/a/deep/one', from)).toBe('packages/a/src/deep/one.ts')
  expect(found('@x/a/exact/two.js', from)).toBe('packages/a/lib/two.js')
  expect(found('@x/a', 'packages/a/src/part.ts')).toBe('packages/a/src/index.ts')
  expect(found('b', 'packages/a/src/index.ts')).toBe('packages/b/lib/index.js')
  expect(found('b/lib/other', 'packages/a/src/index.ts')).toBe('packages/b/lib/other.js')
  expect(found('c', from)).toBe('packages/c/index.js')
  expect(found('d', from)).toBe('packages/d/src/index.tsx')
  expect(found('e', from)).toBe('folder packages/e')
  expect(found('f', from)).toBe('packages/f/index.js')
  expect(found('lodash', from)).toBe('outside lodash')
})

test('What is built is traced to its source by the compiler options, else by the usual names', () => {
  const found = project({
    'package.json': {
      name: 'p',
      main: './out/app/main.js',
      exports: { '.': './out/app/main.js', './cli': './bin/cli.js' },
    },
    'tsconfig.json': '{ // where things are\n "compilerOptions": { "outDir": "out", "rootDir": "code", }, }',
    'code/app/main.ts': source,
    'bin/cli.js': source,
  })
  expect(found('p', 'code/x.ts')).toBe('code/app/main.ts')
  expect(found('p/cli', 'code/x.ts')).toBe('bin/cli.js')
})

test('The imports of a package are its own', () => {
  const found = project({
    'package.json': {
      name: 'p',
      imports: { '#db': { node: './src/db.js', default: './src/web.js' }, '#lib/*': './dist/lib/*.js' },
    },
    'src/db.ts': source,
    'src/lib/a.ts': source,
  })
  expect(found('#db', 'src/x.ts')).toBe('src/db.ts')
  expect(found('#lib/a', 'src/x.ts')).toBe('src/lib/a.ts')
  expect(found('#none', 'src/x.ts')).toBe('outside #none')
})

test('Paths and base of the nearest compiler options lead to files', () => {
  const found = project({
    'tsconfig.base.json': {
      compilerOptions: { baseUrl: '.', paths: { '@lib/*': ['libs/*/src', 'libs/*'], '~': ['libs/root.ts'] } },
    },
    'app/tsconfig.json': { extends: '../tsconfig.base', compilerOptions: { strict: true } },
    'web/tsconfig.json': { files: [], references: [{ path: './tsconfig.app.json' }] },
    'web/tsconfig.app.json': { compilerOptions: { paths: { '@/*': ['./src/*'] } } },
    'old/jsconfig.json': { compilerOptions: { baseUrl: 'source' } },
    'loop/tsconfig.json': { extends: './tsconfig.json' },
    'libs/a/src/index.ts': source,
    'libs/b/index.ts': source,
    'libs/root.ts': source,
    'web/src/view.tsx': source,
    'old/source/util/text.js': source,
  })
  expect(found('@lib/a', 'app/main.ts')).toBe('libs/a/src/index.ts')
  expect(found('@lib/b', 'app/main.ts')).toBe('libs/b/index.ts')
  expect(found('~', 'app/main.ts')).toBe('libs/root.ts')
  expect(found('libs/b', 'app/main.ts')).toBe('libs/b/index.ts')
  expect(found('@/view', 'web/src/main.ts')).toBe('web/src/view.tsx')
  expect(found('util/text', 'old/source/main.js')).toBe('old/source/util/text.js')
  expect(found('@lib/a', 'loop/main.ts')).toBe('outside @lib/a')
})

test('Workspaces of pnpm and lerna are known', () => {
  const found = project({
    'pnpm-workspace.yaml': "packages:\n  # all\n  - 'apps/**'\n  - libs/*\ncatalog:\n  - x/*\n",
    'lerna.json': { packages: ['modules/{a,b}'] },
    'apps/deep/one/package.json': { name: 'one' },
    'apps/deep/one/index.ts': source,
    'modules/b/package.json': { name: 'two' },
    'modules/b/index.ts': source,
    'test/fixtures/package.json': { name: 'three' },
    'test/fixtures/index.ts': source,
  })
  expect(found('one', 'a.ts')).toBe('apps/deep/one/index.ts')
  expect(found('two', 'a.ts')).toBe('modules/b/index.ts')
  expect(found('three', 'a.ts')).toBe('outside three')
})

test('Alternatives in a workspace are members; patterns that no person wrote take no time', () => {
  const deep = 'd/'.repeat(60)
  const found = project({
    'package.json': {
      workspaces: [
        '{apps,libs/{x,y}}/**',
        `${'*a'.repeat(24)}b`,
        `${'**/'.repeat(14)}zz`,
        '{a,b}'.repeat(20),
        '{'.repeat(500),
      ],
    },
    'libs/y/one/package.json': { name: 'one', main: './index.js' },
    'libs/y/one/index.js': source,
    'libs/z/two/package.json': { name: 'two', main: './index.js' },
    'libs/z/two/index.js': source,
    [`${'a'.repeat(220)}/package.json`]: { name: 'long' },
    [`${deep}package.json`]: { name: 'deep' },
  })
  expect(found('one', 'a.ts')).toBe('libs/y/one/index.js')
  expect(found('long', 'a.ts')).toContain('aaaa')
  expect(found('deep', 'a.ts')).toContain('d/d/d')
})

test('Manifests that are broken are as if they were not there', () => {
  const found = project({
    'package.json': '{ "name": "p", "exports": { ".": 1, "./a": [null, "./a.js"] }, "imports": "x", "workspaces": 3',
    'tsconfig.json': '[]',
    'jsconfig.json': '{ "extends": 1, "compilerOptions": { "paths": { "b": 1, "c": [1, "./a.ts"] } } }',
    'a.ts': source,
  })
  expect(found('p/a', 'x.ts')).toBe('a.ts')
  expect(found('b', 'x.ts')).toBe('outside b')
})

test('Tests are known by their names and folders', () => {
  for (const path of [
    'a.test.ts',
    'a.spec.jsx',
    'src/__tests__/a.ts',
    'test/a.js',
    'tests/a.js',
    'e2e/a.ts',
    'a.e2e-spec.ts',
  ])
    expect(typescript.isTest(path), path).toBe(true)
  for (const path of ['a.ts', 'src/testing.ts', 'latest/a.ts', 'src/contest.js', 'src/test-plan.ts'])
    expect(typescript.isTest(path), path).toBe(false)
})
