import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jury } from '../../../../src/domain/coordination/patterns/jury.ts'
import { participantsIn } from '../../../../src/domain/coordination/patterns/participants.ts'
import { anyPlan, anySteps, eventsOf, ran, runAfter, type Step } from './runs.ts'

describe('jury', () => {
  const said = (text: string) => runAfter('jury', { agents: 1 }, ...ran('a', text)).result.data

  test.each([
    ['VOTE: approve', 'approve'],
    ['I weighed it.\n\n**Vote:** Approve.', 'Approve'],
    ['- vote： “approve”', 'approve'],
    ['VOTE: reject\nOn second thoughts:\nVOTE: `approve`!', 'approve'],
  ])('reads %j as a vote', (text, vote) => {
    expect(said(text)).toMatchObject({ votes: [{ juror: 1, vote }], verdict: vote })
  })

  test.each(['My vote counts.', 'Vote counts: unclear', 'VOTE: <choice>', 'VOTE:', 'I VOTE: yes', ''])(
    'reads no vote in %j rather than guess one',
    (text) => expect(said(text)).toMatchObject({ votes: [{ vote: null }], tally: [], verdict: null }),
  )

  test('no vote is lost or counted twice', () => {
    const juror = fc.record({
      vote: fc.option(fc.constantFrom('yes', 'no', 'Maybe')),
      times: fc.integer({ min: 1, max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(juror, { maxLength: 6 }), (jurors) => {
        const steps = jurors.flatMap(({ vote, times }, n): Step[] => [
          { start: `j${n}` },
          ...Array.from(
            { length: times },
            (): Step => ({ stop: `j${n}`, says: vote === null ? 'Hm.' : `VOTE: ${vote}` }),
          ),
        ])
        const { data } = runAfter('jury', {}, ...steps).result as unknown as {
          data: { tally: { votes: number }[]; votes: unknown[] }
        }
        expect(data.votes).toHaveLength(jurors.length)
        expect(data.tally.reduce((sum, { votes }) => sum + votes, 0)).toBe(
          jurors.filter(({ vote }) => vote !== null).length,
        )
      }),
    )
  })

  test('a tie decides nothing', () => {
    expect(runAfter('jury', {}, ...ran('a', 'VOTE: yes'), ...ran('b', 'VOTE: no')).result.data).toMatchObject({
      verdict: null,
    })
  })

  test('no vote that is still missing could change a verdict', () => {
    const votes = fc.array(fc.constantFrom('yes', 'no', 'maybe'), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(votes, fc.nat(6), (cast, missing) => {
        const steps = cast.flatMap((vote, n) => ran(`j${n}`, `VOTE: ${vote}`))
        const { verdict } = runAfter('jury', { agents: cast.length + missing }, ...steps).result.data as {
          verdict: string | null
        }
        const votesFor = (choice: string) => cast.filter((vote) => vote === choice).length
        const others = ['yes', 'no', 'maybe'].filter((choice) => choice !== verdict)
        if (verdict !== null)
          for (const other of others) expect(votesFor(verdict)).toBeGreaterThan(votesFor(other) + missing)
      }),
    )
    expect(runAfter('jury', { agents: 3 }, ...ran('a', 'VOTE: yes')).result.data).toMatchObject({ verdict: null })
  })

  test("no juror's instructions contain another juror's work", () => {
    fc.assert(
      fc.property(anyPlan, anySteps, (plan, steps) => {
        const all = participantsIn(jury, plan, eventsOf(steps))
        for (const one of all) expect(jury.brief(one, all, plan).claims).toEqual([])
      }),
    )
  })
})
