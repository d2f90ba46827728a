import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { turnoutOf } from '../../../src/domain/memory/turnout.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import { outcomeWords } from '../../../src/domain/nouns/handoff.ts'
import { done, edit, failed, ROOT, type Step, shell, story } from '../samples.ts'

const turnout = (steps: readonly Step[]) => {
  const { events, prompts } = story(steps)
  return turnoutOf(turnsOf(events, prompts), ROOT)
}
const ASKED: Step = { asked: 'Add a retry to the uploader', promptId: 'a' }
const SAID: Step = { said: 'Added a retry.' }
const EDIT = done(edit(`${ROOT}/src/upload.ts`, 'send()', 'retry(send)'))
const PASS = done(shell('npm test'), 'ok')
const FAIL = failed(shell('npm test'), 'Exit code 1\nAssertionError: expected 3 retries, got 0')
const CUT = done(shell('npm test | tail -3'), 'see the report')
const LINT = done(shell('npm run lint'), 'ok')
const COMMIT = done(shell('git commit -m "Add a retry"'), '[main 1a2b3c4] Add a retry\n 1 file changed')

describe('how a session turned out', () => {
  test.each([
    ['done: checked after the last edit', [EDIT, PASS], 'SUCCEEDED', '`npm test` passed, not committed'],
    ['done: committed', [EDIT, COMMIT], 'SUCCEEDED', 'committed'],
    ['done: fixed', [EDIT, FAIL, EDIT, PASS], 'SUCCEEDED', '`npm test` passed, not committed'],
    ['done: only checked', [PASS], 'SUCCEEDED', '`npm test` passed'],
    ['mostly done: nothing checked it', [EDIT], 'PARTIAL_PLUS', 'not committed'],
    ['mostly done: changed after the check', [EDIT, PASS, EDIT], 'PARTIAL_PLUS', '`npm test` passed, not committed'],
    [
      'mostly done: committed with a failing check',
      [EDIT, FAIL, COMMIT],
      'PARTIAL_PLUS',
      '`npm test` failed, committed',
    ],
    [
      'mostly done: whether the failure was fixed is unknown',
      [EDIT, FAIL, EDIT, CUT, LINT],
      'PARTIAL_PLUS',
      '`npm test` result not seen, `npm run lint` passed, not committed',
    ],
    [
      'partly done: a later change fails',
      [EDIT, COMMIT, EDIT, FAIL],
      'PARTIAL_MINUS',
      '`npm test` failed, not committed',
    ],
    ['failed: every check fails', [EDIT, PASS, EDIT, FAIL], 'FAILED', '`npm test` failed, not committed'],
  ] as const)('%s', (_, calls, outcome, reason) => {
    expect(turnout([ASKED, ...calls, SAID])).toMatchObject({ outcome, reason })
  })

  test('is unknown if nothing was changed, committed or checked', () => {
    expect(turnout([ASKED, SAID])).toBeUndefined()
    expect(turnout([ASKED, done(shell('ls')), done(edit('/elsewhere/plan.md', '', 'Plan')), SAID])).toBeUndefined()
  })

  test('is not good if its last check failed, even if it only looked into that', () => {
    expect(turnout([ASKED, FAIL, SAID])).toMatchObject({ outcome: 'FAILED' })
  })

  test('is worse if the last turn was interrupted, unless that committed', () => {
    expect(turnout([ASKED, EDIT])).toMatchObject({ outcome: 'PARTIAL_MINUS' })
    expect(turnout([ASKED, EDIT, PASS])).toMatchObject({ outcome: 'PARTIAL_PLUS' })
    expect(turnout([ASKED, FAIL])).toMatchObject({ outcome: 'FAILED' })
    expect(turnout([ASKED, EDIT, COMMIT])).toMatchObject({ outcome: 'SUCCEEDED' })
  })

  test('cites the checks, the last edit and the last commit', () => {
    const { events } = story([ASKED, EDIT, PASS, COMMIT, SAID])
    const cited = turnout([ASKED, EDIT, PASS, COMMIT, SAID])?.evidence ?? []
    const calls = events.filter(({ name }) => name === 'PostToolUse').map(({ id }) => id)
    expect([...cited].sort()).toEqual([...calls].sort())
  })
})

describe('any session', () => {
  const call = fc.constantFrom<Step>(EDIT, PASS, FAIL, CUT, COMMIT, { asked: 'Go on' }, SAID)
  const session = fc.array(call, { maxLength: 12 }).map((steps) => [ASKED, ...steps])

  test('is never done while its last known check fails', () => {
    fc.assert(
      fc.property(session, (steps) => {
        const found = turnout([...steps, FAIL, SAID])
        expect(found?.outcome).not.toBe('SUCCEEDED')
      }),
    )
  })

  test('is done if it ends with an edit, a passing check and a commit', () => {
    fc.assert(
      fc.property(session, (steps) => {
        expect(turnout([...steps, EDIT, PASS, COMMIT, SAID])?.outcome).toBe('SUCCEEDED')
      }),
    )
  })

  test('that said something and only asks afterwards keeps its outcome', () => {
    fc.assert(
      fc.property(session, (steps) => {
        const before = turnout([...steps, SAID])
        expect(turnout([...steps, SAID, { asked: 'Why?', promptId: 'z' }, SAID])).toEqual(before)
      }),
    )
  })

  test('cites only its own events, and gives a reason', () => {
    fc.assert(
      fc.property(session, (steps) => {
        const found = turnout(steps)
        const own = new Set(story(steps).events.map(({ id }) => id))
        if (found === undefined) return
        expect(found.evidence.every((id) => own.has(id))).toBe(true)
        expect(found.evidence).not.toEqual([])
        expect(found.reason).not.toBe('')
        expect(Object.keys(outcomeWords)).toContain(found.outcome)
      }),
    )
  })
})
