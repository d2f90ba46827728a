import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bestMatches,
  countLimit,
  planRecall,
  type RecallCandidate,
  recallCandidate,
  relevantAmong,
  toTell,
  wordsAsked,
} from '../../../src/domain/retrieval/recall.ts'
import { observationOf, summaryOf } from '../memory/records.ts'

const observation = recallCandidate({
  kind: 'observation',
  record: observationOf({ id: 'o_1', evidence: ['p_1', 'e_1'] }),
})
const another = recallCandidate({
  kind: 'observation',
  record: observationOf({ id: 'o_2', title: 'Rename the lexer', evidence: ['p_2'] }),
})
const summary = recallCandidate({ kind: 'summary', record: summaryOf({ id: 'm_1', evidence: ['p_1', 'e_2'] }) })
const asked = (id: string, text = 'cap the uploader backoff'): RecallCandidate =>
  recallCandidate({
    kind: 'prompt',
    record: { id, session: 's', project: 'p', at: 1, number: 1, text, origin: 'person', event: 'e_9' },
  })
const ids = (records: readonly RecallCandidate[]) => records.map(({ id }) => id)
const told = (records: readonly RecallCandidate[], before: readonly string[] = []) =>
  ids(toTell(records, new Set(before)))

test('for each turn an observation is shown, otherwise its summary, otherwise its prompt, in the given order', () => {
  expect(told([asked('p_1'), summary, observation, { ...another, prompts: ['p_1'] }])).toEqual(['o_1'])
  expect(told([another, asked('p_1'), summary])).toEqual(['o_2', 'm_1'])
  expect(told([asked('p_1')])).toEqual(['p_1'])
})

test('a bare request is shown if nothing came of it, and if it makes sense on its own', () => {
  expect(told([asked('p_3'), another])).toEqual(['o_2'])
  expect(told([asked('p_3', 'change it to the other one')])).toEqual([])
})

test("a prompt that is a plan is shown by the plan's heading", () => {
  const plan = 'Implement the following plan:\n\n# Plan: Queue uploads while offline\n\n1. Keep them on disk.'
  expect(asked('p_4', plan)).toMatchObject({ title: 'Queue uploads while offline', voice: 'plan' })
})

test('nothing is shown again, nor another record of the same turn', () => {
  expect(told([asked('p_1'), summary, observation, another], ['o_1'])).toEqual(['o_2'])
  expect(told([asked('p_1'), observation], ['o_1'])).toEqual([])
})

test('a record that repeats one above it is not shown', () => {
  const again = { ...another, title: 'Fix the last comma in the parser of lists' }
  const first = { ...observation, title: 'Fix the last comma in the parser of the lists' }
  expect(told([first, again])).toEqual(['o_1'])
})

/** Asked: why does the uploader wait with exponential backoff? */
const HOLDING = new Map([
  ['uploader', 3],
  ['wait', 700],
  ['exponential', 2],
  ['backoff', 2],
])
const plan = planRecall(HOLDING, 400)
const record = (id: string, title: string, more: string, at = 1): RecallCandidate => ({
  ...{
    id,
    title,
    more,
    at,
    kind: 'observation',
    type: 'discovery',
    session: 's',
    line: more,
    by: 'agent',
    voice: 'agent reported',
  },
  ...{ prompts: [], files: [], failures: [] },
})
const relevant = (records: readonly RecallCandidate[], limit = 9) => ids(relevantAmong(records, plan, limit))

test('a text is combined with earlier prompts only if it makes no sense without them', () => {
  const earlier = () => ['why does the uploader wait?']
  expect(wordsAsked('and now fix that too', earlier)).toContain('uploader')
  expect(wordsAsked('rename the lexer of the tokenizer', earlier)).not.toContain('uploader')
})

test('the whole prompt is searched for, its request first and pasted text last, up to 40 words', () => {
  const asked = wordsAsked('```\nETIMEDOUT in socket\n```\nWhy does the uploader wait?', () => [])
  expect(asked).toEqual(['uploader', 'wait', 'etimedout', 'socket'])
  const long = Array.from({ length: 90 }, (_, at) => `zebra${String.fromCharCode(97 + (at % 26)).repeat(at + 1)}`)
  expect(wordsAsked(long.join(' '), () => [])).toHaveLength(40)
})

test('the rarest words are searched first, as many as the row limit allows, and at least one', () => {
  const wordsOf = (held: ReadonlyMap<string, number>) => planRecall(held, 400).terms.map(({ word }) => word)
  expect(wordsOf(HOLDING)).toEqual(['exponential', 'backoff', 'uploader', 'wait'])
  expect(wordsOf(new Map([...HOLDING.keys()].map((word) => [word, 3_000])))).toHaveLength(1)
  expect(wordsOf(new Map([['uploader', 0]]))).toEqual([])
})

test('a word is counted up to a share of a large project', () => {
  expect([countLimit(10), countLimit(1_000_000)]).toEqual([1_000, 20_000])
})

test('records with weightier words come first, newest first among equals', () => {
  const matches = [
    { rarity: 1, ids: [4, 7] },
    { rarity: 0.4, ids: [4, 5, 6] },
  ]
  expect(bestMatches(matches)).toEqual([4, 7, 6, 5])
  expect(bestMatches([])).toEqual([])
})

test('records likely to be useful are shown, best first, newest first among equals, up to the limit', () => {
  const best = record('o_1', 'Make the uploader wait with exponential backoff', '')
  const good = record('o_2', 'The uploader has exponential backoff', 'It never waits longer than a minute.')
  const unrelated = record('o_3', 'Rename the tokenizer', 'It was called lexer.')
  expect(relevant([unrelated, good, best])).toEqual(['o_1', 'o_2'])
  expect(relevant([{ ...best, id: 'o_9', at: 9 }, best])).toEqual(['o_9', 'o_1'])
  expect(relevant([unrelated, good, best], 1)).toEqual(['o_1'])
  expect(relevant([unrelated])).toEqual([])
  expect(relevant([])).toEqual([])
})

test('a long prompt is answered by many rare words, however small their share', () => {
  const pasted = [...Array(30)].map((_, at) => [`zebra${String.fromCharCode(97 + at)}`, 2] as const)
  const long = planRecall(new Map([...HOLDING, ...pasted]), 400)
  const some = record('o_1', 'Make the uploader wait with exponential backoff', '')
  expect(relevantAmong([some], long, 9)).toEqual([])
  const many = pasted.slice(0, 6).map(([word]) => word)
  expect(ids(relevantAmong([record('o_2', many.join(' '), '')], long, 9))).toEqual(['o_2'])
})

test('one shared word is not enough, however rare, nor are common words', () => {
  expect(relevant([record('o_1', 'Rename the uploader', 'The uploader is called sender now.')])).toEqual([])
  const everywhere = planRecall(new Map([...HOLDING.keys()].map((word) => [word, 300])), 400)
  const same = record('o_1', 'Make the uploader wait with exponential backoff', '')
  expect(relevantAmong([same], everywhere, 9)).toEqual([])
})

test('the answer from a record is the sentence that covers most of the prompt, without repeating the title', () => {
  const title = 'Add exponential backoff to the uploader'
  const line =
    'Asked: Make it better. Committed: Cap how long the uploader waits with backoff. Added exponential backoff to the uploader. Tests pass. The uploader waits five seconds at most.'
  const [found] = relevantAmong([{ ...record('o_1', title, ''), line }], plan, 1)
  expect(found).toMatchObject({ line: 'The uploader waits five seconds at most.', by: 'agent' })
  const failures = ['Failed: npm test → the uploader never waits, backoff is 0']
  const [failed] = relevantAmong([{ ...record('o_1', title, ''), line, failures }], plan, 1)
  expect(failed).toMatchObject({ line: failures[0], by: 'observed' })
})

test('the order of records does not matter', () => {
  const words = fc.subarray(['uploader', 'exponential', 'backoff', 'tokenizer', 'wait'])
  const records = fc
    .array(fc.tuple(words, words), { maxLength: 12 })
    .map((all) => all.map(([title, more], at) => record(`o_${at}`, title.join(' '), more.join(' '), at)))
  const shuffled = records.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  )
  fc.assert(
    fc.property(shuffled, ([all, other]) => {
      expect(relevant(other)).toEqual(relevant(all))
    }),
  )
})
