import { describe, expect, it } from 'vitest'
import { done, edit, type Step, shell } from '../samples.ts'
import { observe } from './observing.ts'

/** The type of what a turn leaves that changed a file. */
const typeOf = (asked: string, said = 'Done.', { path = 'src/a.ts', subject = '' } = {}) => {
  const committed: Step[] = subject === '' ? [] : [done(shell('git commit -am x'), `[main 1a2b3c4] ${subject}`)]
  return observe([{ asked }, done(edit(path, 'a', 'b')), ...committed, { said }])[0]?.type
}

describe('the type of a change', () => {
  it.each([
    ['feat: Retry twice', 'feature'],
    ['fix(api)!: Retry twice', 'bugfix'],
    ['[hotfix] Retry twice', 'bugfix'],
    ['refactor: Retry twice', 'refactor'],
    ['sec: Retry twice', 'security'],
    ['chore(deps): Retry twice', 'change'],
    ['Add a second try', 'feature'],
    ['Fix the second try', 'bugfix'],
    ['Extract the retry', 'refactor'],
  ])('is that of its commit, whatever was asked: %j', (subject, type) => {
    expect(typeOf('update the copyright year', 'Done.', { subject })).toBe(type)
  })

  it.each([
    ['Implement the following plan:\n\n# Plan: Fix the crash of the uploader\n\n1. Retry.', 'bugfix'],
    ['Implement the following plan:\n\n# Plan: Uploads that crash are retried\n\n1. Retry.', 'bugfix'],
    ['Implement the following plan:\n\n# Plan: Large refactoring of uploads\n\n1. Move it.', 'refactor'],
    ['Implement the following plan:\n\n# Plan: Offline uploads\n\n1. Keep a queue.', 'feature'],
  ])('is that of its plan: %j', (asked, type) => {
    expect(typeOf(asked)).toBe(type)
  })

  it('is a bugfix where the person tells of trouble, or speaks of some that the agent then found', () => {
    expect(typeOf('the export always fails for empty rows')).toBe('bugfix')
    const asked = 'why is the export of empty rows wrong?'
    expect(typeOf(asked, 'The export was broken for empty rows. It skips them now.')).toBe('bugfix')
    expect(typeOf(asked, 'The loop in `exportRows()` stops early because some rows have no id.')).toBe('bugfix')
    expect(typeOf(asked, 'The export skips empty rows now.')).toBe('change')
    expect(typeOf('what about the export of empty rows?', 'The export was broken for empty rows.')).toBe('change')
  })

  it('is security where the title or the request names a hole, and a change where only tests or documents changed', () => {
    expect(typeOf('close the SQL injection in the search')).toBe('security')
    expect(typeOf('fix the docs of the search', 'Done.', { path: 'docs/search.md' })).toBe('change')
    expect(typeOf('close the path traversal', 'Done.', { path: 'docs/search.md' })).toBe('security')
  })
})
