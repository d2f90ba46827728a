import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockOf, isSameLane, LANE_BITS, laneAt, laneOf, numbersOf } from '../../../src/domain/retrieval/numbering.ts'

const lane = fc.constantFrom('said', 'done', 'made')
const block = fc.integer({ min: 1, max: 2 ** 28 })
const place = fc.integer({ min: 0, max: 2 ** 22 - 1 })

test('a number encodes its session and lane, whatever its position', () => {
  fc.assert(
    fc.property(lane, block, place, (of, session, at) => {
      const [first, end] = numbersOf(session, of)
      const number = first + at
      expect(number).toBeLessThan(end)
      expect([laneAt(number), blockOf(number)]).toEqual([of, session])
      expect(Number(BigInt(number) & BigInt(LANE_BITS))).toBe(numbersOf(0, of)[0])
    }),
  )
})

test('the last number of a lane and the first of the next are in different lanes', () => {
  const [first, end] = numbersOf(3, 'said')
  expect(isSameLane(first, end - 1)).toBe(true)
  expect(isSameLane(end - 1, end)).toBe(false)
})

test('prompts and an agent’s last words are said, calls are done, derived records are made', () => {
  expect([laneOf('prompt', 'person'), laneOf('event', 'Stop')]).toEqual(['said', 'said'])
  expect([laneOf('event', 'Bash'), laneOf('observation', 'bugfix'), laneOf('summary', 'summary')]).toEqual([
    ...['done', 'made', 'made'],
  ])
})
