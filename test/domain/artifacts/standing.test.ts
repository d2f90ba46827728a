import { describe, expect, test } from 'vitest'
import { artifactNote } from '../../../src/domain/artifacts/notes.ts'
import { purposeIn } from '../../../src/domain/artifacts/skill.ts'
import { DELETED, isDeletedFrom, isWrittenIn, standingOf, WIDER } from '../../../src/domain/artifacts/standing.ts'
import { chosenFor, counterpartsOf } from '../../../src/domain/artifacts/target.ts'
import type { Artifact } from '../../../src/domain/nouns/artifact.ts'
import type { Lesson } from '../../../src/domain/nouns/lesson.ts'
import type { Signal } from '../../../src/domain/nouns/signal.ts'
import { defaults, settingsOf } from '../../../src/domain/settings.ts'
import { aLesson, aSignal } from '../learning/taught.ts'

const LIMITS = settingsOf(defaults)
const said = (count: number, over: Partial<Signal> = {}): Signal[] =>
  Array.from({ length: count }, (_, n) => aSignal({ id: `g_${n}`, session: `s${n}`, quote: `Use uv ${n}`, ...over }))
const standing = (signals: readonly Signal[], lesson: Partial<Lesson> = {}, limits = LIMITS, isLive = true) =>
  standingOf(aLesson({ object: 'pip', ...lesson }), false, { signals, isLive }, limits)

describe('a lesson belongs in a file', () => {
  test('if a person said it often enough, in enough sessions, with enough confidence, and lately', () => {
    expect(standing(said(3))).toBe('write')
    expect(standing(said(2))).toBe('neither')
    expect(standing(said(3, { session: 's1' }))).toBe('neither')
    expect(standing(said(3, { confidence: 0.5 }))).toBe('neither')
    expect(standing(said(4, { confidence: 0.45 }))).toBe('write')
    expect(standing(said(3), {}, LIMITS, false)).toBe('propose')
  })

  test('only on approval, where files are not written by themselves', () => {
    const manual = { ...LIMITS, artifacts: { ...LIMITS.artifacts, mode: 'review' } } as typeof LIMITS
    expect(standing(said(3), {}, manual)).toBe('propose')
  })

  test('only on approval, if scripts said part of it', () => {
    const mixed = [...said(2), ...said(3, { by: 'script' }).slice(2)]
    expect(standing(mixed)).toBe('propose')
    expect(standing(said(3, { by: 'script' }))).toBe('propose')
    const off = { ...LIMITS, learn: { ...LIMITS.learn, scripts: 'off' } } as typeof LIMITS
    expect(standing(mixed, {}, off)).toBe('neither')
  })

  test('as soon as a person decides so, or if it is there already', () => {
    expect(standing([], { decidedBy: 'person' })).toBe('write')
    expect(standingOf(aLesson(), true, { signals: [], isLive: false }, LIMITS)).toBe('write')
  })

  test('never unless it is an active rule', () => {
    for (const over of [{ state: 'candidate' }, { type: 'insight' }, { type: 'recipe' }] as Partial<Lesson>[])
      expect(standing(said(3), { ...over, decidedBy: 'person' })).toBe('neither')
  })

  test('where one session is enough, if it was said in different words', () => {
    const one = { ...LIMITS, learn: { ...LIMITS.learn, sessions: 1 } } as typeof LIMITS
    expect(standing(said(3, { session: 's1' }), {}, one)).toBe('write')
    expect(standing(said(3, { session: 's1', quote: 'Use uv' }), {}, one)).toBe('neither')
  })
})

const file = (over: Partial<Artifact> = {}): Artifact => ({
  ...{ id: 'a_1', project: 'p1', at: 10, type: 'block', state: 'written', path: '/r/CLAUDE.md' },
  ...{ rules: { l_1: { at: 10, mark: 'x' } }, isCreated: false, folders: [], isTold: false, isLoaded: false },
  ...over,
})

test('a lesson is in a file that was written with it, until somebody deletes it there', () => {
  expect(isWrittenIn(file(), 'l_1')).toBe(true)
  expect(isWrittenIn(file(), 'l_2')).toBe(false)
  expect(isWrittenIn(file(), 'constructor')).toBe(false)
  expect(isWrittenIn(file({ state: 'proposed' }), 'l_1')).toBe(false)
  const deleted = file({ rules: { l_1: { at: 10, mark: DELETED } } })
  expect(isWrittenIn(deleted, 'l_1')).toBe(false)
  expect([isDeletedFrom(deleted, aLesson({ at: 5 })), isDeletedFrom(file(), aLesson())]).toEqual([true, false])
  expect(isDeletedFrom(deleted, aLesson({ at: 11, decidedBy: 'person' }))).toBe(false)
  expect(isDeletedFrom(deleted, aLesson({ at: 10, decidedBy: 'person' }))).toBe(true)
  expect(isDeletedFrom(deleted, aLesson({ at: 11 }))).toBe(true)
  expect(isDeletedFrom(deleted, aLesson({ id: 'toString' }))).toBe(false)
})

describe('a lesson of two projects', () => {
  const [here, there] = [aLesson({ id: 'l_1' }), aLesson({ id: 'l_2', project: 'p2' })]

  test('has a counterpart in the other that says the same', () => {
    const all = [here, there, aLesson({ id: 'l_3', project: 'p3', text: 'Use pnpm', subject: 'pnpm', object: 'npm' })]
    expect(counterpartsOf(here, all).map(({ id }) => id)).toEqual(['l_2'])
    expect(counterpartsOf(here, [{ ...there, scope: 'everywhere' }])).toEqual([])
    expect(counterpartsOf({ ...here, scope: 'everywhere' }, all)).toEqual([])
  })

  test('is written where the person said, or said of another of the same two last', () => {
    const other = (over: Partial<Lesson>) =>
      aLesson({ text: 'Use pnpm, not npm', subject: 'pnpm', object: 'npm', ...over })
    const pairs = (target: string, at: number, id: string) => [
      other({ id: `${id}a`, at, target, subject: id, text: `Use ${id}` }),
      other({ id: `${id}b`, at, target, project: 'p2', subject: id, text: `Use ${id}` }),
    ]
    expect(chosenFor({ ...here, target: 'own' }, there, [])).toBe('own')
    expect(chosenFor(here, { ...there, target: 'theirs' }, [])).toBe('theirs')
    expect(chosenFor(here, undefined, pairs('own', 1, 'jest'))).toBeUndefined()
    expect(chosenFor(here, there, [])).toBeUndefined()
    expect(chosenFor(here, there, [...pairs('first', 1, 'jest'), ...pairs('last', 2, 'ruff')])).toBe('last')
    expect(chosenFor(here, there, [...pairs('last', 2, 'ruff'), ...pairs('first', 1, 'jest')])).toBe('last')
    expect(chosenFor(here, there, pairs('own', 1, 'jest').slice(0, 1))).toBeUndefined()
    expect(chosenFor(here, { ...there, project: 'p3' }, pairs('own', 1, 'jest'))).toBeUndefined()
  })
})

describe('what a person is told of files', () => {
  const [one, two] = [aLesson({ id: 'l_1' }), aLesson({ id: 'l_2', text: 'Use pnpm' })]
  const note = (...files: Artifact[]) => artifactNote(files, [one, two])

  test('is which rules were written where, and how to undo that', () => {
    expect(note()).toBe('')
    expect(note(file())).toBe('Hindcast wrote “Use uv, not pip” to CLAUDE.md (to undo: `hindcast undo`)')
    const both = { l_1: { at: 10, mark: 'x' }, l_2: { at: 11, mark: 'y' } }
    expect(note(file({ rules: both }))).toBe(
      'Hindcast wrote “Use uv, not pip”, “Use pnpm” to CLAUDE.md (to undo: `hindcast undo 2`)',
    )
    const skill = file({ type: 'skill', path: '/r/.claude/skills/learned-uv/SKILL.md' })
    expect(note(skill, file())).toBe(
      'Hindcast wrote “Use uv, not pip” to CLAUDE.md and the skill learned-uv (to undo: `hindcast undo`)',
    )
  })

  test('is not what was told before, or was deleted', () => {
    expect(note(file({ toldAt: 9 }))).not.toBe('')
    expect(note(file({ toldAt: 10 }))).toBe('')
    expect(note(file({ rules: { l_1: { at: 10, mark: DELETED } } }))).toBe('')
    expect(note(file({ rules: { l_9: { at: 10, mark: 'x' } } }))).toBe('')
  })

  test('is what could be written, and how to see it', () => {
    const proposed = (lesson: string, over: Partial<Artifact> = {}) => file({ state: 'proposed', lesson, ...over })
    expect(note(proposed('l_1'))).toBe(
      'Hindcast can write “Use uv, not pip” to CLAUDE.md (to see it: `hindcast lessons diff l_1`; to write it: `hindcast lessons approve l_1`)',
    )
    expect(note(proposed('l_1'), proposed('l_2'))).toContain('“Use uv, not pip” and 1 more to CLAUDE.md')
    expect(note(proposed('l_9'))).toBe('')
    expect(note(proposed('l_1', { why: WIDER }))).toBe(
      "Hindcast can write “Use uv, not pip”, a rule of several projects, to /r/CLAUDE.md (to write it there: `hindcast lessons approve l_1 --to /r/CLAUDE.md`; to the file for all projects: `hindcast lessons approve l_1 --to global`; only to the project's own: `hindcast lessons approve l_1 --to project`)",
    )
    expect(note(proposed('l_9', { why: WIDER }))).toBe('')
    expect(note(proposed('l_1', { why: 'other' }))).toBe('')
  })

  test('is which files could not be changed, and which are gone', () => {
    expect(note(file({ state: 'refused', why: 'it is a link' }), file({ state: 'missing' }))).toBe(
      'Hindcast /r/CLAUDE.md was not changed: it is a link; the rules in CLAUDE.md are gone, so they are not written there again unless you approve them',
    )
    expect(note(file({ toldAt: 10, why: 'it is read-only' }))).toBe(
      'Hindcast /r/CLAUDE.md was not changed: it is read-only',
    )
    expect(note(file({ state: 'removed' }))).toBe('')
  })
})

test('the rule that a skill states is the first line below its heading', () => {
  expect(purposeIn('# x\n## What This Skill Does\n\n  Use uv.  \nMore')).toBe('Use uv.')
  expect(purposeIn('# x\r\n## What This Skill Does\r\nUse uv.')).toBe('Use uv.')
  expect(purposeIn('# x\n## What This Skill Does\n \n')).toBeUndefined()
  expect(purposeIn('Use uv.')).toBeUndefined()
})
