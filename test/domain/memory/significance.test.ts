import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Classification } from '../../../src/domain/classification.ts'
import { significanceOf, worthOf } from '../../../src/domain/memory/significance.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import type { Act } from '../../../src/domain/tool.ts'
import { done, edit, ROOT, read, type Step, shell, story } from '../samples.ts'

const found = (over: Partial<Classification> = {}): Classification =>
  ({ filesRead: [], filesModified: [], commands: [], ...over }) as Classification
const of = (kind: Act['kind'] | undefined, over: Partial<Classification> = {}, known = {}) =>
  significanceOf(kind, found(over), known)
const ofPath = (path: string) => of('search', { filesModified: [path] }) - 0.05

describe('what a call is worth', () => {
  test.each([
    ['write', 0.3],
    ['edit', 0.25],
    ['shell', 0.2],
    ['read', 0.1],
    ['search', 0.05],
    ['mcp', 0.1],
    [undefined, 0.1],
  ] as const)('depends on its kind: %s', (kind, weight) => {
    expect(of(kind)).toBe(weight)
  })

  test.each([
    ['src/a.ts', 0.2],
    ['/r/lib/a.py', 0.2],
    ['src/a.test.ts', 0.15],
    ['src/a_spec.rb', 0.15],
    ['test/a.ts', 0.15],
    ['/r/tests/a.py', 0.15],
    ['__tests__/a.js', 0.15],
    ['lib/test_a.py', 0.15],
    ['docs/a.txt', 0.1],
    ['/r/documentation/a', 0.1],
    ['src/README.md', 0.1],
    ['guide.rst', 0.1],
    ['a.ts', 0],
    ['mysrc/a.ts', 0],
    ['contest/a.ts', 0],
    ['latest.ts', 0],
    ['mydocs/a.ts', 0],
    ['a.mdb', 0],
    ['src', 0],
  ])('depends on its file: %s', (path, weight) => {
    expect(ofPath(path)).toBeCloseTo(weight, 12)
  })

  test('is that of its most telling file, changed or read', () => {
    expect(of('edit', { filesModified: ['a.ts'], filesRead: ['src/b.ts', 'docs/c.md'] })).toBe(0.45)
  })

  test('grows with a failure, a reaction, a correction, and in the current project, up to 1', () => {
    expect(of('read', { outcome: 'failed' })).toBe(0.3)
    expect(of('read', { outcome: 'denied' })).toBe(0.1)
    expect(of('read', {}, { failedCheck: true })).toBe(0.3)
    expect(of('read', {}, { feedback: true })).toBe(0.3)
    expect(of('read', {}, { correction: true })).toBe(0.4)
    expect(of('read', {}, { activeProject: true })).toBe(0.2)
    expect(of('read', {}, { failedCheck: false, feedback: false, correction: false, activeProject: false })).toBe(0.1)
    const all = { failedCheck: true, feedback: true, correction: true, activeProject: true }
    expect(of('write', { filesModified: ['src/a.ts'] }, all)).toBe(1)
  })

  test('is at least .3 if a check failed', () => {
    expect(of('search', { outcome: 'failed', check: 'test' })).toBe(0.3)
    expect(of('search', { outcome: 'failed' })).toBe(0.25)
    expect(of('search', { check: 'test' })).toBe(0.05)
  })

  test('is between 0 and 1, in hundredths', () => {
    const flag = fc.boolean()
    const known = fc.record({ failedCheck: flag, feedback: flag, correction: flag, activeProject: flag })
    fc.assert(
      fc.property(fc.constantFrom('write', 'shell', 'read', 'search'), known, (kind, given) => {
        const worth = of(kind as Act['kind'], { filesModified: ['src/a.ts'] }, given)
        expect(worth).toBeGreaterThan(0)
        expect(worth).toBeLessThanOrEqual(1)
        expect(worth).toBe(Math.round(worth * 100) / 100)
      }),
    )
  })
})

describe('what a turn is worth', () => {
  const worth = (...steps: Step[]) => {
    const { events, prompts } = story(steps)
    return turnsOf(events, prompts).map(worthOf)
  }

  test('is that of its most significant call', () => {
    const changed = done(edit(`${ROOT}/src/a.ts`, 'a', 'b'))
    expect(worth({ asked: 'Do it' }, done(read('/x/a')), changed, done(shell('ls')))).toEqual([0.55])
  })

  test('is .3 if it answered a person', () => {
    expect(worth({ asked: 'Why is that?' }, { said: 'Because.' })).toEqual([0.3])
    expect(worth({ asked: 'Look' }, done(read('/x/a')), { said: 'Seen.' })).toEqual([0.3])
    expect(worth({ asked: 'Look' }, done(read('/x/a')))).toEqual([0.2])
  })
})
