import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startDir } from '../../../src/wire/claude-code/codec.ts'

test.each([
  ['/home/dev/app', '-home-dev-app', '/home/dev/app'],
  ['/home/dev/app/a/b', '-home-dev-app', '/home/dev/app'],
  ['/home/dev/my.app_2/x', '-home-dev-my-app-2', '/home/dev/my.app_2'],
  ['/home/dev/app2', '-home-dev-app', undefined],
  ['/home/dev', '-home-dev-app', undefined],
  ['/tmp', '-home-dev-app', undefined],
  ['/', '-', '/'],
  ['/home', '-', '/'],
  ['C:\\code\\dev\\app\\sub', 'C--code-dev-app', 'C:\\code\\dev\\app'],
  ['/home/dev/\u{1f600}/x', '-home-dev---', '/home/dev/\u{1f600}'],
])('in %s, a transcript under %s began in %s', (cwd, folder, expected) => {
  expect(startDir(cwd, `/home/dev/.claude/projects/${folder}/s.jsonl`)).toBe(expected)
})

test('a folder of any name is found from below', () => {
  const name = fc.string({ minLength: 1, unit: 'grapheme' }).map((part) => part.replace(/[\\/]/g, '_'))
  fc.assert(
    fc.property(fc.array(name, { minLength: 1 }), fc.array(name), (start, below) => {
      const dir = `/${start.join('/')}`
      const folder = dir.replace(/[^a-zA-Z0-9]/g, '-')
      expect(startDir([dir, ...below].join('/'), `/t/${folder}/s.jsonl`)).toBe(dir)
    }),
  )
})

test('without a transcript or a cwd the folder is unknown', () => {
  expect(startDir('/a', undefined)).toBeUndefined()
  expect(startDir(undefined, '/t/-a/s.jsonl')).toBeUndefined()
  expect(startDir('/a', 's.jsonl')).toBeUndefined()
})
