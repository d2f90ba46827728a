import { describe, expect, test } from 'vitest'
import { lessonsFrom } from '../../../src/domain/learning/lessons.ts'
import { inForce } from '../../../src/domain/learning/settling.ts'
import { signalsIn } from '../../../src/domain/learning/signals.ts'
import { ruleIn } from '../../../src/domain/learning/teaching.ts'
import type { Lesson, LessonState } from '../../../src/domain/nouns/lesson.ts'
import type { Signal } from '../../../src/domain/nouns/signal.ts'
import { eventOf } from '../samples.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const threshold = { sessions: 2, confidence: 0.9, scripts: 'propose' } as const

/** A person who works in several sessions and projects, and what Hindcast learns from what they type. */
class Person {
  signals: Signal[] = []
  lessons: readonly Lesson[] = []
  at = 0

  /** Types a prompt, a minute after the one before. */
  types(prompt: string, { session = 's1', project = 'p1', via = 'hook', cwd = '/home/me/app' } = {}): this {
    this.at += MINUTE
    const typed = eventOf('UserPromptSubmit', { prompt, isPrivate: false, origin: 'person' })
    const event = { ...typed, id: `e_${this.at}`, at: this.at, session, project, via, cwd, worktree: '/home/me/app' }
    this.signals.push(...signalsIn(event as Parameters<typeof signalsIn>[0]))
    return this.learns()
  }

  learns(): this {
    const changed = lessonsFrom(this.signals, this.lessons, threshold, this.at)
    this.lessons = [...this.lessons.filter(({ id }) => !changed.some((each) => each.id === id)), ...changed]
    expect(lessonsFrom(this.signals, this.lessons, threshold, this.at)).toEqual([])
    return this
  }

  waits(days: number): this {
    this.at += days * DAY
    return this
  }

  decides(subject: string, decision: Partial<Lesson>): this {
    this.at += MINUTE
    this.lessons = this.lessons.map((lesson) =>
      lesson.subject === subject ? { ...lesson, ...decision, at: this.at, decidedBy: 'person' } : lesson,
    )
    return this.learns()
  }

  get states(): Record<string, LessonState> {
    return Object.fromEntries(this.lessons.map(({ subject, state }) => [subject, state]))
  }
}

const PNPM = 'Always use pnpm, never npm.'
const NPM = 'From now on use npm, never pnpm.'
/** A correction, which says nothing about how long it holds. */
const SAID = 'That is wrong, use pnpm, not npm.'

describe('a person who changes their mind', () => {
  test('has one active rule at any time, the newest', () => {
    const person = new Person()
    for (const [n, prompt] of [PNPM, NPM, PNPM, NPM, PNPM].entries()) {
      person.types(prompt, { session: `s${n}` })
      const active = person.lessons.filter(({ state }) => state === 'active')
      expect(active.map(({ subject }) => subject)).toEqual([n % 2 === 0 ? 'pnpm' : 'npm'])
    }
  })

  test('returns to the first rule by stating it again, even if they had approved it', () => {
    const person = new Person().types(PNPM).decides('pnpm', { state: 'active' }).types(NPM, { session: 's2' })
    expect(person.states).toEqual({ pnpm: 'superseded', npm: 'active' })
    expect(person.types(PNPM, { session: 's3' }).states).toEqual({ pnpm: 'active', npm: 'superseded' })
  })

  test('has the first rule again if they reject the second', () => {
    const person = new Person().types(PNPM).types(NPM).decides('npm', { state: 'rejected' })
    expect(person.states).toEqual({ pnpm: 'active', npm: 'rejected' })
  })

  test('is not overruled by a rule that holds only for now', () => {
    const person = new Person().types(PNPM)
    for (const session of ['s2', 's3', 's4']) person.types('That is wrong, for now use npm, not pnpm.', { session })
    expect(person.lessons.filter(({ state }) => state === 'active')).toMatchObject([{ subject: 'pnpm' }])
  })

  test('can rename a tool: the rule on its old name gives way', () => {
    const person = new Person().types('Always use jest, not mocha.')
    person.types('From now on use vitest instead of jest.', { session: 's2' })
    expect(person.states).toEqual({ jest: 'superseded', vitest: 'active' })
  })
})

describe('a rule that holds only for some time', () => {
  test.each([
    'That is wrong, for now use npm, not pnpm.',
    'That is wrong, use npm, not pnpm, until the release.',
    'We use npm here, not pnpm, until we migrate.',
  ])('never applies by itself: %s', (prompt) => {
    const person = new Person()
    for (const session of ['s1', 's2', 's3', 's4']) person.types(prompt, { session })
    expect(ruleIn(prompt).reach).toBe('until')
    expect(person.lessons.filter(({ state }) => state === 'active')).toEqual([])
  })

  test('is not one that names a condition', () => {
    expect(ruleIn('Never push until the tests pass.')).toMatchObject({ polarity: 'avoid', reach: 'unsaid' })
  })
})

describe('a rule that is taken back', () => {
  test.each([
    'Actually, npm is fine again.',
    'Never mind the npm rule.',
    'Forget what I said about pnpm.',
    'Never mind.',
  ])('is retired: %s', (prompt) => expect(new Person().types(PNPM).types(prompt).states).toEqual({ pnpm: 'retired' }))

  test('is the newest one that the words name', () => {
    const person = new Person().types(PNPM).types('Always use tabs, never spaces.').types('Forget the pnpm rule.')
    expect(person.states).toEqual({ pnpm: 'retired', tabs: 'active' })
  })

  test.each([
    'Never mind, I found the file. Now fix the tests.',
    'pnpm is fine again.',
    'Is npm fine again?',
    'Actually, yarn is fine again.',
  ])('is not meant here: %s', (prompt) => {
    expect(new Person().types(PNPM).types(prompt).states.pnpm).toBe('active')
  })

  test('is not the one of yesterday if someone only says never mind', () => {
    expect(new Person().types(PNPM).waits(1).types('Never mind.').states).toEqual({ pnpm: 'active' })
    expect(new Person().types(PNPM).types('Never mind.', { session: 's2' }).states).toEqual({ pnpm: 'active' })
  })

  test('applies again when it is stated again', () => {
    expect(new Person().types(PNPM).types('Forget that rule.').types(PNPM).states).toEqual({ pnpm: 'active' })
  })

  test('stays if it is pinned', () => {
    const person = new Person().types(PNPM).decides('pnpm', { state: 'active', isPinned: true })
    expect(person.types('Forget that rule.').states).toEqual({ pnpm: 'active' })
  })
})

describe('a rule that a person retires', () => {
  const retired = () => new Person().types(PNPM).decides('pnpm', { state: 'retired' })

  test('stays retired while it is only mentioned', () => {
    expect(retired().types(SAID, { session: 's2' }).states).toEqual({ pnpm: 'retired' })
  })

  test('applies again when they state it for good', () => {
    expect(retired().types(PNPM, { session: 's2' }).states).toEqual({ pnpm: 'active' })
  })

  test('never applies again if they rejected it', () => {
    const person = new Person().types(PNPM).decides('pnpm', { state: 'rejected' })
    expect(person.types(PNPM, { session: 's2' }).states).toEqual({ pnpm: 'rejected' })
  })
})

describe('a correction made in two sessions', () => {
  test.each([
    ['You forgot the changelog.', 'You forgot the changelog again.', 'do', 'the changelog'],
    ['Why are you using sudo?', 'You keep using sudo!', 'avoid', 'using sudo'],
    [
      'You installed packages globally.',
      'Again you installed packages globally.',
      'avoid',
      'installed packages globally',
    ],
    ['Use rem instead of px', 'rem, not px', 'do', 'rem'],
  ])('is a lesson: %s %s', (first, second, polarity, subject) => {
    const person = new Person().types(first)
    expect(person.lessons.filter(({ state }) => state === 'active')).toEqual([])
    const active = person.types(second, { session: 's2' }).lessons.filter(({ state }) => state === 'active')
    expect(active).toMatchObject([{ polarity, ...(subject !== undefined && { subject }) }])
  })

  test('is none if it names no conduct', () => {
    const person = new Person()
    for (const session of ['s1', 's2', 's3']) person.types("That's still broken.", { session })
    expect(person.signals).toMatchObject([{ subject: '' }, { subject: '' }, { subject: '' }])
    expect(person.lessons).toEqual([])
  })
})

describe('where a rule holds', () => {
  const EVERYWHERE = 'Always use tabs, never spaces, in all my projects.'
  const HERE = 'In this repo always use spaces, never tabs.'

  test('a project can except itself from a rule that holds everywhere', () => {
    const person = new Person().types(EVERYWHERE).types(HERE, { project: 'p2' })
    const rules = (project: string) => inForce(person.lessons, project).map(({ subject }) => subject)
    expect([rules('p1'), rules('p2'), rules('p3')]).toEqual([['tabs'], ['spaces'], ['tabs']])
    person.decides('tabs', { isPinned: true })
    expect(rules('p2').toSorted()).toEqual(['spaces', 'tabs'])
  })

  test('taught in several projects it holds in each of them, and in no other', () => {
    const person = new Person()
    for (const project of ['p1', 'p2', 'p3']) person.types(PNPM, { project, session: project })
    expect(inForce(person.lessons, 'p3')).toMatchObject([{ subject: 'pnpm', scope: 'project', support: 1 }])
    expect(inForce(person.lessons, 'p9')).toEqual([])
  })

  test('limited to a folder it stands beside the rule of the project', () => {
    const person = new Person().types(PNPM).types('In src/legacy we always use npm, never pnpm.')
    expect(person.lessons).toMatchObject([
      { subject: 'pnpm', scope: 'project', state: 'active' },
      { subject: 'npm', scope: 'folder', folder: 'src/legacy', state: 'active' },
    ])
  })

  test('"this folder" is the current one, and the whole project at its root', () => {
    const RULE = 'In this folder always use npm, never pnpm.'
    const inside = new Person().types(RULE, { cwd: '/home/me/app/src/legacy' }).lessons
    expect(inside).toMatchObject([{ scope: 'folder', folder: 'src/legacy' }])
    expect(new Person().types(RULE).lessons).toMatchObject([{ scope: 'project' }])
  })
})

describe('a past that is imported', () => {
  test('makes candidates of what was only repeated, until it is said once more', () => {
    const person = new Person()
    for (const session of ['s1', 's2', 's3']) person.types(SAID, { session, via: 'transcript' })
    expect(person.lessons).toMatchObject([{ state: 'candidate', sessions: 3 }])
    expect(person.types(SAID, { session: 's4' }).states).toEqual({ pnpm: 'active' })
  })

  test('makes active what was stated for good and not contradicted later', () => {
    const person = new Person().types(PNPM, { via: 'transcript' })
    expect(person.states).toEqual({ pnpm: 'active' })
    expect(person.types(NPM, { via: 'transcript', session: 's2' }).states).toEqual({
      pnpm: 'superseded',
      npm: 'active',
    })
  })

  test('never changes what the person decided', () => {
    const person = new Person().types(PNPM).decides('pnpm', { state: 'rejected' })
    const older = { ...(person.signals[0] as Signal), id: 'g_old', session: 's0', at: 1, isPast: true }
    person.signals.push(older)
    expect(person.learns().states).toEqual({ pnpm: 'rejected' })
  })
})
