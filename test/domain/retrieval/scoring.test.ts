import { expect, test } from 'vitest'
import { type Lane, numbersOf } from '../../../src/domain/retrieval/numbering.ts'
import { type Posting, rarityOf, scored } from '../../../src/domain/retrieval/scoring.ts'

const at = (session: number, place: number, lane: Lane = 'said') => numbersOf(session, lane)[0] + place
const posting = (texts: readonly number[], rarity = 1): Posting => ({
  rarity,
  strengths: new Map(texts.map((text) => [text, 1])),
})
const HOW = { sessions: 10, limit: 100, answers: false }
const scores = (...postings: Posting[]) => scored(postings, HOW)
const scoreOf = (found: ReturnType<typeof scores>, text: number) => found.get(text)?.score ?? 0

test('a term in the turn before or after lifts a text, a term in another session does not', () => {
  const [beside, alone] = [at(1, 5), at(2, 5)]
  const found = scores(posting([beside, alone]), posting([at(1, 6), at(3, 6)]))
  expect(scoreOf(found, beside)).toBeGreaterThan(scoreOf(found, alone))
})

test('calls of tools and what was made of them lift nothing beside them', () => {
  for (const lane of ['done', 'made'] as const) {
    const [beside, apart] = [at(1, 5, lane), at(2, 5, lane)]
    const found = scores(posting([beside, apart]), posting([at(1, 6, lane), at(2, 60, lane)]))
    expect(scoreOf(found, beside)).toBe(scoreOf(found, apart))
  }
})

test('what stands after a text that asks fits better than what stands before it', () => {
  const [after, before] = [at(1, 6), at(2, 4)]
  const found = scores(posting([after, before]), posting([at(1, 5), at(2, 5)]))
  expect(scoreOf(found, after)).toBeGreaterThan(scoreOf(found, before))
})

test('one rare word of three is worth less than two common ones, however rare', () => {
  const [rare, both] = [at(1, 1, 'made'), at(2, 1, 'made')]
  const found = scores(posting([rare], 3), posting([both], 1), posting([both], 1))
  expect(scoreOf(found, both)).toBeGreaterThan(scoreOf(found, rare))
})

test('a text with all terms stands before one that has one of them often', () => {
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

test('a session that answers more of what was asked lifts its texts', () => {
  const [answering, other] = [at(1, 1), at(2, 1)]
  const found = scores(posting([answering, other]), posting([at(1, 90)]))
  expect(scoreOf(found, answering)).toBeGreaterThan(scoreOf(found, other))
})

test('as many texts are scored as admitted, the best of them', () => {
  const texts = Array.from({ length: 50 }, (_, place) => at(1, place * 9))
  const found = scored([posting(texts), posting([at(1, 90)])], { ...HOW, limit: 5 })
  expect(found.size).toBe(5)
  expect(found.has(at(1, 90))).toBe(true)
})

test('where answers are asked for in three words or more, what follows a match is found, and weighs less than the match', () => {
  const [question, answer] = [at(1, 5), at(1, 6)]
  const three = [posting([question]), posting([question]), posting([question])]
  expect([...scored(three, HOW).keys()]).toEqual([question])
  expect([...scored(three.slice(1), { ...HOW, answers: true }).keys()]).toEqual([question])
  const found = scored(three, { ...HOW, answers: true })
  expect([...found.keys()]).toEqual([question, answer])
  expect(found.get(answer)?.share).toBe(0)
  expect(scoreOf(found, answer)).toBeGreaterThan(0)
  expect(scoreOf(found, answer)).toBeLessThan(scoreOf(found, question))
})

test('what follows the last text of a lane, or a call of a tool, is no answer', () => {
  const texts = [at(1, 2 ** 22 - 1), at(1, 5, 'done')]
  expect(
    [...scored([posting(texts), posting(texts), posting(texts)], { ...HOW, answers: true }).keys()].toSorted(),
  ).toEqual(texts.toSorted())
})

test('nothing asked or nothing found is no error', () => {
  expect(scored([], HOW).size).toBe(0)
  expect(scored([posting([])], { ...HOW, answers: true }).size).toBe(0)
})

test('a rarer word tells more, and none less than nothing', () => {
  expect(rarityOf(1, 1_000)).toBeGreaterThan(rarityOf(10, 1_000))
  expect(rarityOf(1_000, 1_000)).toBeGreaterThan(0)
  expect(rarityOf(5, 0)).toBeGreaterThan(0)
})
