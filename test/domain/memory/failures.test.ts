import { describe, expect, it } from 'vitest'
import type { CheckStatus } from '../../../src/domain/checks/outcome.ts'
import { chainsOf } from '../../../src/domain/memory/failures.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import { recorded } from '../checks/recordings.ts'
import { done, failed, type Step, shell, story } from '../samples.ts'

/** The failures that these steps of a turn leave open or fix. */
const chains = (...steps: Step[]) => chainsOf(turnsOf(story(steps).events, [])[0]?.calls ?? [])

describe("a run that ended with another program's exit status", () => {
  it.each<[CheckStatus, string, number]>([
    ['fail', recorded('go-fail'), 1],
    ['pass', recorded('go-pass'), 0],
    ['unknown', 'some words: 3 errors', 0],
  ])('is judged by its outcome: %s', (_, output, count) => {
    expect(chains(done(shell('go test ./... | tail'), output))).toHaveLength(count)
  })

  it('is not a check if something else wrote the output', () => {
    expect(chains(done(shell('cat log | tail'), recorded('go-fail')))).toEqual([])
  })

  it('begins a chain that the next run of its kind ends', () => {
    const [bad, good] = ['go-fail', 'go-pass'].map((name) => done(shell('go test | tail'), recorded(name)))
    const [chain] = chains(bad as Step, good as Step)
    expect(chain).toMatchObject({ outcome: { check: 'test', failing: expect.any(Array) }, recovery: expect.anything() })
    expect(chain?.error).toBe(chain?.outcome?.error)
  })
})

it('in a line with several checks, only the failed one is open, until it passes', () => {
  const both = failed(shell('golangci-lint run && go test ./...'), `Exit code 1\n${recorded('golangci-fail')}`)
  expect(chains(both).map(({ outcome }) => outcome?.check)).toEqual(['lint'])
  const tested = done(shell('go test ./...'), recorded('go-pass'))
  expect(chains(both, tested)[0]?.recovery).toBeUndefined()
  expect(chains(both, done(shell('golangci-lint run'), '0 issues.'))[0]?.recovery).toBeDefined()
})
