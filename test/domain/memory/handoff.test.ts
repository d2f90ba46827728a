import { describe, expect, test } from 'vitest'
import { handoffOf } from '../../../src/domain/memory/handoff.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import { done, edit, eventOf, failed, ROOT, type Step, shell, story } from '../samples.ts'

const handed = (steps: readonly Step[], isSealed = false) => {
  const { events, prompts } = story(steps)
  return handoffOf(turnsOf(events, prompts), isSealed)
}
const compact = eventOf('PreCompact', { trigger: 'manual' })
const WORK: Step[] = [
  { asked: 'Add a retry to the uploader in upload.ts', promptId: 'a' },
  failed(shell('npm test'), 'Exit code 1\nAssertionError: expected 3 retries, got 0'),
  done(edit(`${ROOT}/src/upload.ts`, 'send()', 'retry(send)')),
  done(shell('npm test'), 'ok'),
  { said: 'Added a retry with backoff to the uploader. Next step: document the new option.' },
]

describe('a handoff', () => {
  test('says what was wanted, where it stands, what comes next, what failed and which files changed', () => {
    expect(handed(WORK)).toMatchObject({
      session: 's1',
      goal: 'Add a retry to the uploader in upload.ts',
      now: expect.stringContaining('retry with backoff'),
      next: expect.stringContaining('document the new option'),
      failed: [expect.stringContaining('expected 3 retries, got 0')],
      worked: expect.arrayContaining(['npm test passed']),
      blockers: [],
      files: [`${ROOT}/src/upload.ts`],
      sealed: false,
    })
  })

  test('names what still fails', () => {
    const blocked = handed([{ asked: 'Make the tests pass' }, failed(shell('npm test'), 'Exit code 1\nTypeError: no')])
    expect(blocked?.blockers).toEqual([expect.stringContaining('TypeError: no')])
  })

  test('of a turn that was broken off stands at what it was asked', () => {
    expect(handed([...WORK, { asked: 'Now rename the option to attempts', promptId: 'b' }])?.now).toBe(
      'Now rename the option to attempts',
    )
  })

  test('keeps its id while a session goes on, and a compaction begins another', () => {
    const more: Step[] = [{ asked: 'Write the changelog entry', promptId: 'c' }, { said: 'Wrote the changelog entry.' }]
    const first = handed(WORK)
    expect(handed([...WORK, ...more])?.id).toBe(first?.id)
    expect(handed([...WORK, compact], true)).toMatchObject({ id: first?.id, sealed: true })
    const after = handed([...WORK, compact, ...more])
    expect(after?.id).not.toBe(first?.id)
    expect(after).toMatchObject({ goal: 'Write the changelog entry', files: [] })
  })

  test('of nothing is none', () => {
    expect(handoffOf([], false)).toBeUndefined()
    expect(handed([eventOf('SessionStart', { source: 'startup' })])).toBeUndefined()
  })
})
