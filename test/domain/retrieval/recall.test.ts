import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  askedBy,
  bestMatches,
  countLimit,
  planRecall,
  type RecallCandidate,
  recallCandidate,
  relevantAmong,
  sharedFiles,
  toTell,
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

test('of one turn an observation is told, else its summary, else its prompt, in the order given', () => {
  expect(told([asked('p_1'), summary, observation, { ...another, prompts: ['p_1'] }])).toEqual(['o_1'])
  expect(told([another, asked('p_1'), summary])).toEqual(['o_2', 'm_1'])
  expect(told([asked('p_1')])).toEqual(['p_1'])
})

test('what was only asked is told where nothing was done, and says by itself what was wanted', () => {
  expect(told([asked('p_3'), another])).toEqual(['o_2'])
  expect(told([asked('p_3', 'change it to the other one')])).toEqual([])
})

test('what was told is not told again, nor another record of its turn', () => {
  expect(told([asked('p_1'), summary, observation, another], ['o_1'])).toEqual(['o_2'])
  expect(told([asked('p_1'), observation], ['o_1'])).toEqual([])
})

test('what says the same as a record above it is not told', () => {
  const again = { ...another, title: 'Fix the last comma in the parser of lists' }
  const first = { ...observation, title: 'Fix the last comma in the parser of the lists' }
  expect(told([first, again])).toEqual(['o_1'])
})

const QUESTION = 'why does the uploader wait with exponential backoff?'
const HOLDING = new Map([
  ['uploader', 3],
  ['wait', 700],
  ['exponential', 2],
  ['backoff', 2],
])
const plan = planRecall(
  askedBy(QUESTION, () => []),
  HOLDING,
  400,
)
const NO_FILES = { touching: new Map<string, number>(), sessions: 0 }
const record = (id: string, title: string, more: string, at = 1): RecallCandidate => ({
  ...{ id, title, more, at, kind: 'observation', type: 'discovery', session: 's', line: more, by: 'agent' },
  ...{ prompts: [], files: [], failures: [] },
})
const relevant = (records: readonly RecallCandidate[], last = NO_FILES, limit = 9) =>
  ids(relevantAmong(records, plan, last, limit))

test('a text is read with the prompts before it only where it is understood with nothing else', () => {
  const earlier = () => ['why does the uploader wait?']
  expect(askedBy('and now fix that too', earlier).words).toContain('uploader')
  expect(askedBy('rename the lexer of the tokenizer', earlier).words).not.toContain('uploader')
})

test('the topics are of the wish, the words of all that a prompt says, pasted text too', () => {
  const { topics, words } = askedBy('Why does the uploader wait?\n```\nETIMEDOUT in socket\n```', () => [])
  expect(topics.flat()).not.toContain('etimedout')
  expect(words).toEqual(expect.arrayContaining(['uploader', 'etimedout', 'socket']))
})

test('the rarest words are looked for first, as many as the rows admit, and at least one', () => {
  const over = (words: readonly string[], held: ReadonlyMap<string, number>) =>
    planRecall({ topics: [], words }, held, 400).terms
  expect(plan.terms).toEqual(['exponential', 'backoff', 'uploader', 'wait'])
  const common = new Map([...HOLDING.keys()].map((word) => [word, 3_000]))
  expect(over([...HOLDING.keys()], common)).toHaveLength(1)
  expect(over(['uploader'], new Map([['uploader', 0]]))).toEqual([])
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

test('records that are likely of use are told, best first, up to the limit', () => {
  const best = record('o_1', 'Make the uploader wait with exponential backoff', '')
  const good = record('o_2', 'The uploader uses exponential backoff and much else besides', '')
  const unrelated = record('o_3', 'Rename the tokenizer', 'It was called lexer.')
  expect(relevant([unrelated, good, best])).toEqual(['o_1', 'o_2'])
  expect(relevant([unrelated, good, best], NO_FILES, 1)).toEqual(['o_1'])
  expect(relevant([unrelated])).toEqual([])
})

test('a record of a rare file that the session before touched comes first, in whatever worktree', () => {
  const [plain, inHand] = ['o_1', 'o_2'].map((id) => record(id, 'The uploader uses exponential backoff', '')) as [
    RecallCandidate,
    RecallCandidate,
  ]
  const files = ['/srv/app/net/upload.ts']
  const shared = sharedFiles([{ ...inHand, files }], ['/trees/two/net/upload.ts', '/trees/two/net/other.ts'])
  expect(shared).toEqual(['net/upload.ts'])
  const last = { touching: new Map([['net/upload.ts', 2]]), sessions: 30 }
  expect(relevant([plain, { ...inHand, files }], last)).toEqual(['o_2', 'o_1'])
})

test('what of a record answers is the sentence that has most of what is asked, and not its title again', () => {
  const title = 'Add exponential backoff to the uploader'
  const line =
    'Asked: Make it better. Added exponential backoff to the uploader. Tests pass. The uploader waits five seconds at most.'
  const [found] = relevantAmong([{ ...record('o_1', title, ''), line }], plan, NO_FILES, 1)
  expect(found).toMatchObject({ line: 'The uploader waits five seconds at most.', by: 'agent' })
  const failures = ['Failed: npm test → the uploader never waits, backoff is 0']
  const [failed] = relevantAmong([{ ...record('o_1', title, ''), line, failures }], plan, NO_FILES, 1)
  expect(failed).toMatchObject({ line: failures[0], by: 'observed' })
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
