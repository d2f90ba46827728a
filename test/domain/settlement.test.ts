import { expect, test } from 'vitest'
import type { Project } from '../../src/domain/nouns/project.ts'
import {
  alikeOf,
  confirming,
  countedAs,
  formerHomes,
  lookalikeOf,
  partOf,
  rejoining,
  separating,
} from '../../src/domain/settlement.ts'

const project = (id: string, more: Partial<Project> = {}): Project => ({ id, name: id, root: `/${id}`, ...more })

test('a project counts as the last of those that it was said to be, and as itself where nothing or only that was said', () => {
  const places = [
    project('a', { countsAs: 'b' }),
    project('b', { countsAs: 'c' }),
    project('c'),
    project('own', { countsAs: 'own' }),
    project('stray', { countsAs: 'forgotten' }),
  ]
  expect(['a', 'b', 'c', 'own', 'stray', 'unknown'].map((id) => countedAs(id, places)?.id)).toEqual([
    ...['c', 'c'],
    ...[undefined, undefined, undefined, undefined],
  ])
})

test('a circle, which only a restored file can hold, ends', () => {
  const places = [project('a', { countsAs: 'b' }), project('b', { countsAs: 'a' })]
  expect(['a', 'b']).toContain(countedAs('a', places)?.id ?? 'a')
})

test('a part that was split off holds its folder in any worktree and wherever the project was, the innermost first', () => {
  const whole = project('whole', { root: '/now' })
  const places = [
    whole,
    project('before', { root: '/before', countsAs: 'whole' }),
    project('web', { root: '/before/apps/web', countsAs: 'web' }),
    project('deep', { root: '/now/apps/web/deep', countsAs: 'deep' }),
    project('back', { root: '/now/docs', countsAs: 'whole' }),
    project('stranger', { root: '/other/apps', countsAs: 'stranger' }),
  ]
  const of = (folder: string, worktree = '/now') => partOf({ project: whole, worktree, folder }, places)?.id
  expect(['/now/apps/web', '/now/apps/web/src', '/now/apps/web/deep/x'].map((one) => of(one))).toEqual([
    ...['web', 'web', 'deep'],
  ])
  expect([of('/side/apps/web/src', '/side'), of('/before/apps/web', '/before')]).toEqual(['web', 'web'])
  for (const one of ['/now', '/now/apps', '/now/apps/website', '/now/docs', '/elsewhere/apps/web'])
    expect([one, of(one)]).toEqual([one, undefined])
})

test('a folder may have moved with those that held it and count as another project, the innermost first', () => {
  const places = [project('a', { countsAs: 'c' }), project('b', { root: '/a/b', countsAs: 'c' }), project('c')]
  const of = (folder: string) => formerHomes(folder, places).map(({ id }) => id)
  expect([of('/a/b/x'), of('/a/bx'), of('/c/x'), of('/')]).toEqual([['b', 'a'], ['a'], [], []])
})

test('projects are alike by their remote, their first commit or how they came into being, unless a person has decided', () => {
  const own = project('own', { remote: 'r', origin: 'o', first: 'f' })
  const others = [
    project('remote', { remote: 'r' }),
    project('origin', { origin: 'o', remote: 'other' }),
    project('first', { first: 'f', remote: 'other' }),
    project('decided', { remote: 'r', countsAs: 'decided' }),
    project('neither', { remote: 'other', origin: 'other' }),
    project('plain'),
  ]
  expect(alikeOf(own, [own, ...others]).map(({ id }) => id)).toEqual(['remote', 'origin', 'first'])
  expect(alikeOf({ ...own, countsAs: 'own' }, others)).toEqual([])
  expect(alikeOf(project('bare'), others)).toEqual([])
})

test.each([
  ['one that is gone was moved, whichever is older', 5, [[false, 9]], 'move'],
  [
    'of several that are gone, the newest was',
    5,
    [
      [false, 1],
      [false, 3],
      [true, 0],
    ],
    'move',
    1,
  ],
  [
    'of those that are there, it is a clone of the oldest',
    5,
    [
      [true, 3],
      [true, 2],
    ],
    'merge',
    1,
  ],
  [
    'the oldest of all is a clone of none',
    1,
    [
      [true, 3],
      [true, 2],
    ],
    undefined,
  ],
  [
    'one without sessions is nothing to be',
    5,
    [
      [true, undefined],
      [false, undefined],
    ],
    undefined,
  ],
  ['one without sessions yet is newer than all others', undefined, [[true, 3]], 'merge'],
] as const)('%s', (_, since, others, as, at: number = 0) => {
  const own = { project: project('own'), isThere: true, since }
  const candidates = others.map(([isThere, since], n) => ({ project: project(`p${n}`), isThere, since }))
  const found = lookalikeOf(own, candidates)
  expect(found && [found.as, found.known.id]).toEqual(as && [as, `p${at}`])
  expect(lookalikeOf({ ...own, isThere: false }, candidates)).toBeUndefined()
})

test('a command holds each path as one word, whatever its name', () => {
  const root = "/it's $(here)"
  const own = project('own', { root })
  const known = project('known')
  expect(confirming({ own, known, as: 'move' })).toBe("hindcast project move /known '/it'\\''s $(here)'")
  expect(confirming({ own, known, as: 'merge' })).toBe("hindcast project merge '/it'\\''s $(here)' /known")
  expect(separating('/plain')).toBe('hindcast project split /plain')
  expect(rejoining('/a b')).toBe("hindcast project roll-up '/a b'")
})
