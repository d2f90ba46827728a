import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isNamedFile,
  isSameIssue,
  issuesIn,
  isTellingName,
  type Reference,
  referencesIn,
  withoutAddresses,
} from '../../../src/domain/retrieval/references.ts'

const named = (text: string) => referencesIn(text).map(({ kind, name }) => `${kind} ${name}`)

test.each([
  ['fix #214', ['issue #214']],
  ['see moorings/berth#9', ['issue #9']],
  ['https://github.com/moorings/berth/pull/77/files#diff-1 please', ['issue #77']],
  ['https://gitlab.example.org/a/b/berth/-/merge_requests/8', ['issue #8']],
  ['issue 12, PR 13 and pull request #4', ['issue #12', 'issue #13', 'issue #4']],
  ['GH-31', ['issue #31']],
  ['is NET-214 done?', ['issue NET-214']],
  ['point #2 of the list, colour #fff, v1.#3', []],
  ['revert 3f9c2ab1', ['commit 3f9c2ab1']],
  ['1234567 rows and the word deadbee', []],
  ['remove parseQuery, read_file and net::retry', ['symbol parseQuery', 'symbol read_file', 'symbol net::retry']],
  ['who calls send()? and `Sender`', ['symbol send']],
  ['use `true` or `null`', []],
  ['look at src/net/retry.ts:14, please', ['file src/net/retry.ts']],
  ['@docs/How-To.md and .\\win\\a.cs', ['file docs/How-To.md', 'file win/a.cs']],
  ['A.md/B.md', ['file A.md', 'file B.md']],
  ['one of them (A.md/B.md).', ['file A.md', 'file B.md']],
  ['e.g. this one, i.e. that. Version 1.2.3', []],
  ['https://example.org/src/app.ts', []],
])('%s names what it names', (text, expected) => {
  expect(named(text).filter((each) => !each.startsWith('branch'))).toEqual(expected)
})

test('what may be a branch is a word with slashes or dashes, never a part of an address', () => {
  expect(named('continue on fix/late-tides')).toContain('branch fix/late-tides')
  expect(named('https://example.org/fix/late-tides')).toEqual([])
})

test('the same number in two repositories is two issues, and one without a repository may be either', () => {
  const [here, there, bare] = ['a/b#7', 'a/c#7', 'issue #7'].map((text) => issuesIn(text)[0] as Reference)
  expect(isSameIssue(here as Reference, there as Reference)).toBe(false)
  expect(isSameIssue(here as Reference, bare as Reference)).toBe(true)
})

test('an issue without a repository is of this one, or of what it is a fork of', () => {
  const [own, upstream, foreign, bare] = ['a/b#7', 'z/b#7', 'a/c#7', 'issue #7'].map(
    (text) => issuesIn(text)[0] as Reference,
  )
  const same = (one?: Reference) => isSameIssue(one as Reference, bare as Reference, 'b')
  expect([own, upstream, foreign, bare].map(same)).toEqual([true, true, false, true])
  expect(isSameIssue(bare as Reference, foreign as Reference, 'b')).toBe(false)
})

test('a number before a unit of time is no issue', () => {
  expect(issuesIn('we saw the issue 12 hours ago, and bugs 10 of 20')).toEqual([])
})

test.each([
  ['step #12 of the plan', []],
  ['line #42 is wrong', []],
  ['player #23 and #10', []],
  ['make the background #123, the border #456', []],
  ['set the color to #123456', []],
  ['read it as UTF-8, hash it by SHA-256', []],
  ['port #12 to main, part of #13, tests: #14', ['#12', '#13', '#14']],
  ['fix #12 and step #15', ['#12']],
  ['it ends with error #1045, status code #500 and exit #137', []],
  ['triage the errors #482 and #483', ['#482', '#483']],
  ['review the code #482', ['#482']],
  ['check the merge status #482', ['#482']],
  ['Fehler #12, error code #70', []],
])('what is numbered otherwise is no issue: %s', (text, names) => {
  expect(issuesIn(text).map(({ name }) => name)).toEqual(names)
})

test('a file is named by the end of its path, and by its name alone only if that says which it is', () => {
  expect(isNamedFile('/w/berth/src/lock.ts', 'src/lock.ts')).toBe(true)
  expect(isNamedFile('/w/berth/src/unlock.ts', 'lock.ts')).toBe(false)
  expect(isTellingName('lock.ts', ['/w/src/lock.ts', '/other-worktree/src/lock.ts'])).toBe(true)
  expect(isTellingName('lock.ts', ['/w/src/lock.ts', '/w/test/lock.ts'])).toBe(false)
  for (const name of ['index.ts', 'README.md', 'CLAUDE.md', 'main.go', 'mod.rs', '__init__.py', 'package.json'])
    expect(isTellingName(name, [`/w/${name}`]), name).toBe(false)
  expect(isTellingName('src/index.ts', ['/w/src/index.ts'])).toBe(true)
})

test('an address leaves no words', () => {
  expect(withoutAddresses('see https://example.org/pull/1?new=branch, then go').trim()).toBe('see   then go')
})

test.each(['a', 'a-', 'a/', 'a.', '1.', '`a', 'A_', '#1 ', '::'])('2 MB of %s are read', (unit) => {
  expect(referencesIn(unit.repeat(2_000_000 / unit.length)).length).toBeLessThan(30)
})

test('whatever a text says, no name is empty and none is listed twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const found = named(text)
      expect(new Set(found).size).toBe(found.length)
      for (const { name } of referencesIn(text)) expect(name).not.toBe('')
    }),
  )
})
