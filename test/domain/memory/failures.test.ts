import { describe, expect, it } from 'vitest'
import { chainsOf, hasFailed } from '../../../src/domain/memory/failures.ts'
import { recordOf } from '../../../src/domain/memory/record.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import type { CheckStatus } from '../../../src/domain/outcome.ts'
import { recorded } from '../checks/checked.ts'
import { done, eventOf, shell } from '../samples.ts'

const call = done(shell('./ci.sh && go test ./... | tail'), 'some words: 3 errors')
const outcome = (status: CheckStatus, cause = call.id) =>
  eventOf('Outcome', { check: 'test', runner: 'go', command: 'go test', status }, { cause, id: `e_${status}` })

const callIn = (...statuses: CheckStatus[]) =>
  turnsOf([recordOf(call), ...statuses.map((status) => recordOf(outcome(status)))], [])[0]?.calls[0]

describe("a run whose exit is another program's", () => {
  it.each<[CheckStatus[], boolean]>([
    [['fail'], true],
    [['error'], true],
    [['pass'], false],
    [['pass', 'fail'], true],
    [['unknown'], false],
  ])('with outcomes %j has failed: %s', (statuses, expected) => {
    const found = callIn(...statuses)
    expect(found?.checks).toHaveLength(statuses.length)
    expect(found && hasFailed(found)).toBe(expected)
  })

  it('is read as outcomes are where its record has none', () => {
    expect(hasFailed(recordOf(done(shell('go test ./... | tail'), recorded('go-fail'))))).toBe(true)
    expect(hasFailed(recordOf(done(shell('go test ./... | tail'), recorded('go-pass'))))).toBe(false)
    expect(hasFailed(recordOf(done(shell('cat log | tail'), recorded('go-fail'))))).toBe(false)
  })

  it('begins a chain that the next run of its kind ends', () => {
    const [bad, good] = ['go-fail', 'go-pass'].map((name) => recordOf(done(shell('go test | tail'), recorded(name))))
    expect(chainsOf([bad, good].filter((each) => each !== undefined))).toMatchObject([{ recovery: { id: good?.id } }])
  })
})
