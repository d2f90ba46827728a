import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bestMatches,
  countLimit,
  planRecall,
  type RecallCandidate,
  recallCandidate,
  relevantAmong,
  topicsAsked,
  untold,
} from '../../../src/domain/retrieval/recall.ts'
import { observationOf, summaryOf } from '../memory/records.ts'

const NOBODY: ReadonlySet<string> = new Set()
const observation = recallCandidate({
  kind: 'observation',
  record: observationOf({ id: 'o_1', evidence: ['p_1', 'e_1'] }),
})
const second = { ...observation, id: 'o_2' }
const summary = recallCandidate({ kind: 'summary', record: summaryOf({ id: 'm_1', evidence: ['p_1', 'e_2'] }) })
const asked = (id: string): RecallCandidate =>
  recallCandidate({
    kind: 'prompt',
    record: { id, session: 's', project: 'p', at: 1, number: 1, text: 'x', origin: 'person', event: 'e_9' },
  })
const ids = (records: readonly RecallCandidate[]) => records.map(({ id }) => id)

test('of one turn its observations are told, else its summary, else its prompt, in the order given', () => {
  expect(ids(untold([asked('p_1'), summary, observation, second, asked('p_2')], NOBODY))).toEqual(['o_1', 'o_2', 'p_2'])
  expect(ids(untold([asked('p_1'), summary], NOBODY))).toEqual(['m_1'])
  expect(ids(untold([asked('p_1')], NOBODY))).toEqual(['p_1'])
})

test('what was told is not told again, nor the prompt and summary of its turn', () => {
  expect(ids(untold([asked('p_1'), summary, observation, second], new Set(['o_1'])))).toEqual(['o_2'])
  expect(ids(untold([asked('p_1'), observation], new Set(['o_1'])))).toEqual([])
})

const QUESTION = 'why does the uploader wait with exponential backoff?'
const HOLDING = new Map([
  ['uploader', 3],
  ['wait', 700],
  ['exponential', 2],
  ['backoff', 2],
])
const plan = planRecall(
  topicsAsked(QUESTION, () => []),
  HOLDING,
  400,
)
const record = (id: string, title: string, more: string, at = 1): RecallCandidate => ({
  ...{ id, title, more, at, kind: 'observation', type: 'discovery', session: 's', line: '', prompts: [] },
})
const relevant = (records: readonly RecallCandidate[], files: readonly string[] = [], limit = 9) =>
  ids(relevantAmong(records, plan, { files, limit }))

test('a text is read with the prompts before it only where it is understood with nothing else', () => {
  const earlier = () => ['why does the uploader wait?']
  expect(topicsAsked('and now fix that too', earlier).flat()).toContain('uploader')
  expect(topicsAsked('rename the lexer of the tokenizer', earlier).flat()).not.toContain('uploader')
})

test('the rarest words are looked for first, as many as the rows admit, and at least one', () => {
  expect(plan.terms).toEqual(['exponential', 'backoff', 'uploader', 'wait'])
  const common = new Map([...HOLDING.keys()].map((word) => [word, 1_500]))
  expect(planRecall(plan.topics, common, 400).terms).toHaveLength(1)
  expect(planRecall(plan.topics, new Map([['uploader', 0]]), 400).terms).toEqual([])
})

test('a word is counted up to a share of a large project', () => {
  expect([countLimit(10), countLimit(1_000_000)]).toEqual([1_000, 20_000])
})

test('records that hold more weight come first, of equals the newer', () => {
  const weigh = (word: string) => (word === 'rare' ? 1 : 0.4)
  const matches = [
    { term: 'rare', ids: [4, 7] },
    { term: 'plain', ids: [4, 5, 6] },
  ]
  expect(bestMatches(matches, weigh)).toEqual([4, 7, 6, 5])
  expect(bestMatches([], weigh)).toEqual([])
})

test('records that fit are told, those of the files in hand first, up to the limit', () => {
  const fitting = record('o_1', 'Add exponential backoff to the uploader', 'net.ts')
  const inHand = record('o_2', 'The uploader uses exponential backoff', 'upload.ts')
  const unrelated = record('o_3', 'Rename the tokenizer', 'upload.ts')
  expect(relevant([unrelated, fitting, inHand], ['upload.ts'])).toEqual(['o_2', 'o_1'])
  expect(relevant([unrelated, fitting, inHand], ['net.ts'])).toEqual(['o_1', 'o_2'])
  expect(relevant([unrelated, fitting, inHand], [], 1)).toHaveLength(1)
  expect(relevant([unrelated])).toEqual([])
})

test('the order in which records come changes nothing', () => {
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
