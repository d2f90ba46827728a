import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NumberLane, numbersOf } from '../../../src/domain/retrieval/numbering.ts'
import {
  type Posting,
  plainPosting,
  postingOf,
  rarityOf,
  scoreTexts,
  withNeighbours,
} from '../../../src/domain/retrieval/scoring.ts'

const at = (session: number, place: number, lane: NumberLane = 'said') => numbersOf(session, lane)[0] + place
const posting = (texts: readonly number[], rarity = 1): Posting => ({
  rarity,
  strengths: new Map(texts.map((text) => [text, 1])),
})
const HOW = { sessions: 10, limit: 100, answers: false }
const scores = (...postings: Posting[]) => scoreTexts(postings, HOW)
const scoreOf = (found: ReturnType<typeof scores>, text: number) => found.get(text)?.score ?? 0

test('a term in the turn before or after lifts a text, a term in another session does not', () => {
  const [beside, alone] = [at(1, 5), at(2, 5)]
  const found = scores(posting([beside, alone]), posting([at(1, 6), at(3, 6)]))
  expect(scoreOf(found, beside)).toBeGreaterThan(scoreOf(found, alone))
})

test('tool calls and records derived from them do not lift their neighbours', () => {
  for (const lane of ['done', 'made'] as const) {
    const [beside, apart] = [at(1, 5, lane), at(2, 5, lane)]
    const found = scores(posting([beside, apart]), posting([at(1, 6, lane), at(2, 60, lane)]))
    expect(scoreOf(found, beside)).toBe(scoreOf(found, apart))
  }
})

test('a text after a question scores higher than the one before it', () => {
  const [after, before] = [at(1, 6), at(2, 4)]
  const found = scores(posting([after, before]), posting([at(1, 5), at(2, 5)]))
  expect(scoreOf(found, after)).toBeGreaterThan(scoreOf(found, before))
})

test('one rare word out of three is worth less than two common ones, however rare', () => {
  const [rare, both] = [at(1, 1, 'made'), at(2, 1, 'made')]
  const found = scores(posting([rare], 3), posting([both], 1), posting([both], 1))
  expect(scoreOf(found, both)).toBeGreaterThan(scoreOf(found, rare))
})

test('a text with all terms ranks above one that repeats one of them', () => {
  const [both, often] = [at(1, 1), at(2, 1)]
  const first = {
    rarity: 1,
    strengths: new Map([
      [both, 1],
      [often, 9],
    ] as const),
  }
  const found = scores(first, posting([both]))
  expect(scoreOf(found, both)).toBeGreaterThan(scoreOf(found, often))
  expect(found.get(both)?.share).toBe(1)
  expect(found.get(often)?.share).toBe(0.5)
})

test('a session that covers more of the query lifts its texts', () => {
  const [answering, other] = [at(1, 1), at(2, 1)]
  const found = scores(posting([answering, other]), posting([at(1, 90)]))
  expect(scoreOf(found, answering)).toBeGreaterThan(scoreOf(found, other))
})

test('only the best texts are scored, up to the limit', () => {
  const texts = Array.from({ length: 50 }, (_, place) => at(1, place * 9))
  const found = scoreTexts([posting(texts), posting([at(1, 90)])], { ...HOW, limit: 5 })
  expect(found.size).toBe(5)
  expect(found.has(at(1, 90))).toBe(true)
})

test('in a query of three words or more, the text after a match is found, and weighs less than the match', () => {
  const [question, answer] = [at(1, 5), at(1, 6)]
  const three = [posting([question]), posting([question]), posting([question])]
  expect([...scoreTexts(three, HOW).keys()]).toEqual([question])
  expect([...scoreTexts(three.slice(1), { ...HOW, answers: true }).keys()]).toEqual([question])
  const found = scoreTexts(three, { ...HOW, answers: true })
  expect([...found.keys()]).toEqual([question, answer])
  expect(found.get(answer)?.share).toBe(0)
  expect(scoreOf(found, answer)).toBeGreaterThan(0)
  expect(scoreOf(found, answer)).toBeLessThan(scoreOf(found, question))
})

test('the text after the last of a lane, or after a tool call, is not an answer', () => {
  const texts = [at(1, 2 ** 22 - 1), at(1, 5, 'done')]
  expect(
    [...scoreTexts([posting(texts), posting(texts), posting(texts)], { ...HOW, answers: true }).keys()].toSorted(),
  ).toEqual(texts.toSorted())
})

test('an empty query or result is not an error', () => {
  expect(scoreTexts([], HOW).size).toBe(0)
  expect(scoreTexts([posting([])], { ...HOW, answers: true }).size).toBe(0)
})

test('a rarer word weighs more, and none is negative', () => {
  expect(rarityOf(1, 1_000)).toBeGreaterThan(rarityOf(10, 1_000))
  expect(rarityOf(1_000, 1_000)).toBeGreaterThan(0)
  expect(rarityOf(5, 0)).toBeGreaterThan(0)
})

/** Postings over the same few texts, so that terms overlap. */
const somePostings = fc.array(
  fc.record({
    rarity: fc.double({ min: 0.1, max: 5, noNaN: true }),
    strengths: fc
      .array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.double({ min: 0.02, max: 40, noNaN: true })), {
        maxLength: 20,
      })
      .map((pairs) => new Map(pairs.map(([place, strength]) => [at(1 + (place % 3), place), strength] as const))),
  }),
  { minLength: 1, maxLength: 5 },
)

test('every score is between 0 and 1, and equal input gives equal output', () => {
  fc.assert(
    fc.property(somePostings, fc.boolean(), (postings, answers) => {
      const found = scoreTexts(postings, { ...HOW, answers })
      for (const { score, share } of found.values()) {
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        expect(share).toBeLessThanOrEqual(1)
      }
      expect([...scoreTexts(postings, { ...HOW, answers })]).toEqual([...found])
    }),
  )
})

test("the order of a term's texts does not matter", () => {
  const reversed = ({ rarity, strengths }: Posting) => ({ rarity, strengths: new Map([...strengths].reverse()) })
  fc.assert(
    fc.property(somePostings, (postings) => {
      const found = scoreTexts(postings, HOW)
      for (const [text, { score }] of scoreTexts(postings.map(reversed), HOW))
        expect(score).toBeCloseTo(found.get(text)?.score ?? -1, 12)
    }),
  )
})

test("more of a term never lowers a text's score", () => {
  fc.assert(
    fc.property(somePostings, fc.double({ min: 0.1, max: 50, noNaN: true }), (postings, more) => {
      const [first, ...rest] = postings
      const [text, strength] = [...(first?.strengths ?? [])][0] ?? []
      if (first === undefined || text === undefined || strength === undefined) return
      const stronger = { ...first, strengths: new Map([...first.strengths, [text, strength + more]]) }
      const [before, after] = [postings, [stronger, ...rest]].map((all) => scoreOf(scoreTexts(all, HOW), text))
      expect(after).toBeGreaterThanOrEqual((before as number) - 1e-12)
    }),
  )
})

test('the forms of a word add up, and a prefix counts only if it scores higher', () => {
  const form = (weight: number, ...texts: number[]) => ({
    rows: 3,
    weight,
    scores: texts.map((text) => [text, 1] as const),
  })
  const strengths = (...forms: ReturnType<typeof form>[]) => postingOf(forms, 100).strengths
  const one = strengths(form(1, 7)).get(7) ?? 0
  expect(strengths(form(1, 7), form(1, 7)).get(7)).toBeCloseTo(2 * one, 12)
  expect(strengths(form(1, 7), form(0.4, 7)).get(7)).toBe(one)
  expect(strengths(form(1), form(0.4, 7)).get(7)).toBeCloseTo(0.4 * one, 12)
  expect(postingOf([form(1, 7)], 100).rarity).toBe(rarityOf(3, 100))
})

test('a higher index score is a higher strength, within bounds', () => {
  const score = fc.double({ min: -1, max: 100, noNaN: true })
  fc.assert(
    fc.property(score, score, fc.integer({ min: 1, max: 50 }), (a, b, rows) => {
      const scored = [[1, Math.min(a, b)] as const, [2, Math.max(a, b)] as const]
      const { strengths } = postingOf([{ rows, weight: 1, scores: scored }], 40)
      expect(strengths.get(1)).toBeLessThanOrEqual(strengths.get(2) ?? 0)
      expect(strengths.get(1)).toBeGreaterThan(0)
      expect(strengths.get(2)).toBeLessThan(50)
    }),
  )
})

test('texts of which only the match is known weigh the same', () => {
  expect(new Set(plainPosting([1, 2, 3], 2).strengths.values()).size).toBe(1)
})

test('messages are scored with their neighbours, tool calls alone', () => {
  const [said, done] = [at(1, 5), at(1, 5, 'done')]
  expect(withNeighbours([said, said + 1, done]).toSorted()).toEqual(
    [-2, -1, 0, 1, 2, 3].map((away) => said + away).concat(done),
  )
})
