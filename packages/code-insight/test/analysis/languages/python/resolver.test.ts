import { expect, test } from 'vitest'
import type { CodeFiles } from '../../../../src/analysis/language.ts'
import python from '../../../../src/analysis/languages/python/index.ts'
import { pathEndings } from '../../../../src/analysis/path-endings.ts'

/** A project of these files; a manifest may have a text. */
function project(paths: readonly string[], texts: Readonly<Record<string, string>> = {}): CodeFiles {
  const files = new Set([...paths, ...Object.keys(texts)])
  const folders = new Set([''])
  for (const file of files) {
    const parts = file.split('/')
    for (let at = 1; at < parts.length; at++) folders.add(parts.slice(0, at).join('/'))
  }
  return {
    has: (path) => files.has(path),
    hasFolder: (path) => folders.has(path),
    ending: pathEndings(() => files),
    manifests: [...files].filter((file) => python.manifests.includes(file.slice(file.lastIndexOf('/') + 1))),
    text: (path) => texts[path],
  }
}

function target(files: CodeFiles, module: string, from: string, member?: string): string {
  const found = python.resolver(files).resolve(module, from, member)
  return found.kind === 'outside' ? `outside ${found.name}` : found.kind === 'folder' ? `${found.path}/` : found.path
}

const APP = project(['app/__init__.py', 'app/core/__init__.py', 'app/core/jobs.py', 'app/util.py', 'main.py'])

test.each([
  ['app', 'main.py', undefined, 'app/__init__.py'],
  ['app.util', 'main.py', undefined, 'app/util.py'],
  ['app.util', 'main.py', 'helper', 'app/util.py'],
  ['app', 'main.py', 'util', 'app/util.py'],
  ['app', 'main.py', 'VERSION', 'app/__init__.py'],
  ['app.core.jobs', 'app/util.py', undefined, 'app/core/jobs.py'],
  ['.', 'app/core/jobs.py', undefined, 'app/core/__init__.py'],
  ['.', 'app/util.py', 'core', 'app/core/__init__.py'],
  ['.', 'app/__init__.py', 'util', 'app/util.py'],
  ['..util', 'app/core/jobs.py', 'helper', 'app/util.py'],
  ['..', 'app/core/jobs.py', 'util', 'app/util.py'],
  ['.jobs', 'app/core/__init__.py', undefined, 'app/core/jobs.py'],
  ['.nothing', 'app/util.py', undefined, 'outside .nothing'],
  ['....x', 'app/util.py', undefined, 'outside ....x'],
  ['app.nothing', 'main.py', undefined, 'outside app.nothing'],
  ['os.path', 'main.py', undefined, 'outside os.path'],
  ['requests', 'main.py', 'get', 'outside requests'],
])('finds %s from %s (%s)', (module, from, member, path) => {
  expect(target(APP, module, from, member)).toBe(path)
})

test('sources stand in src/, beside a manifest, or where a manifest says', () => {
  const files = project(
    ['src/app/__init__.py', 'packages/a/src/one/__init__.py', 'packages/b/lib/two.py', 'tests/test_app.py'],
    {
      'packages/a/pyproject.toml': '',
      'packages/b/pyproject.toml': '[tool.setuptools.packages.find]\nwhere = ["lib"]\n',
    },
  )
  expect(target(files, 'app', 'tests/test_app.py')).toBe('src/app/__init__.py')
  expect(target(files, 'one', 'packages/b/lib/two.py')).toBe('packages/a/src/one/__init__.py')
  expect(target(files, 'two', 'tests/test_app.py')).toBe('packages/b/lib/two.py')
})

test('of two modules of one name the nearer one is meant', () => {
  const files = project(['config.py', 'a/app/__init__.py', 'a/config.py', 'b/config.py', 'a/app/main.py', 'b/run.py'], {
    'a/setup.py': '',
    'b/setup.cfg': '',
  })
  expect(target(files, 'config', 'a/app/main.py')).toBe('a/config.py')
  expect(target(files, 'config', 'b/run.py')).toBe('b/config.py')
})

test('a script finds its neighbours, and a package finds what stands beside it without any manifest', () => {
  const files = project(['tools/run.py', 'tools/steps.py', 'server/app/main.py', 'server/app/db.py'])
  expect(target(files, 'steps', 'tools/run.py')).toBe('tools/steps.py')
  expect(target(files, 'app.db', 'server/app/main.py')).toBe('server/app/db.py')
})

test('a module of a package does not hide the one of the standard library, nor does a file import itself', () => {
  const files = project(['app/__init__.py', 'app/json.py', 'app/main.py', 'logging.py', 'yaml.py'])
  expect(target(files, 'json', 'app/main.py')).toBe('outside json')
  expect(target(files, 'yaml', 'yaml.py')).toBe('outside yaml')
  expect(target(files, 'logging', 'app/main.py')).toBe('logging.py')
})

test('a folder without files of its own is a package if there is no file of that name', () => {
  const files = project(['space/one/a.py', 'src/real.py', 'real/note.txt'])
  expect(target(files, 'space', 'main.py')).toBe('space/')
  expect(target(files, 'space', 'main.py', 'one')).toBe('space/one/')
  expect(target(files, 'space.one', 'main.py', 'a')).toBe('space/one/a.py')
  expect(target(files, 'real', 'main.py')).toBe('src/real.py')
})

test('stubs count where there is nothing else', () => {
  const files = project(['a.py', 'a.pyi', 'b.pyi', 'c/__init__.pyi'])
  expect(target(files, 'a', 'main.py')).toBe('a.py')
  expect(target(files, 'b', 'main.py')).toBe('b.pyi')
  expect(target(files, 'c', 'main.py')).toBe('c/__init__.pyi')
})

test.each([
  ['tests/x.py', true],
  ['pkg/test/x.py', true],
  ['test_x.py', true],
  ['pkg/x_test.py', true],
  ['conftest.py', true],
  ['contest.py', false],
  ['latest/x.py', false],
  ['pkg/testing.py', false],
])('%s is a test: %s', (path, isTest) => {
  expect(python.isTest(path)).toBe(isTest)
})
