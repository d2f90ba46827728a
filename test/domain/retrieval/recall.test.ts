import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { questionOf } from '../../../src/domain/retrieval/question.ts'
import { phrasesOf, recalledAmong, toTell } from '../../../src/domain/retrieval/recall.ts'
import { type RecallCandidate, recallCandidate } from '../../../src/domain/retrieval/recall-candidate.ts'
import { rareLimit } from '../../../src/domain/retrieval/word-match.ts'
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
const ids = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id)
const told = (records: readonly RecallCandidate[], before: readonly string[] = []) =>
  ids(toTell(records, new Set(before)))

describe('of the records that a prompt refers to', () => {
  test('for each turn an observation is shown, otherwise its summary, otherwise its prompt, in the given order', () => {
    expect(told([asked('p_1'), summary, observation, { ...another, prompts: ['p_1'] }])).toEqual(['o_1'])
    expect(told([another, asked('p_1'), summary])).toEqual(['o_2', 'm_1'])
    expect(told([asked('p_1')])).toEqual(['p_1'])
  })

  test('a bare request is shown if nothing came of it, and if it makes sense on its own', () => {
    expect(told([asked('p_3'), another])).toEqual(['o_2'])
    expect(told([asked('p_3', 'change it to the other one')])).toEqual([])
  })

  test('nothing is shown again, nor another record of the same turn, nor one that repeats one above it', () => {
    expect(told([asked('p_1'), summary, observation, another], ['o_1'])).toEqual(['o_2'])
    expect(told([asked('p_1'), observation], ['o_1'])).toEqual([])
    const again = { ...another, title: 'Fix the last comma in the parser of lists' }
    const first = { ...observation, title: 'Fix the last comma in the parser of the lists' }
    expect(told([first, again])).toEqual(['o_1'])
  })
})

test("a prompt that is a plan is shown by the plan's heading", () => {
  const plan = 'Implement the following plan:\n\n# Plan: Queue uploads while offline\n\n1. Keep them on disk.'
  expect(asked('p_4', plan)).toMatchObject({ title: 'Queue uploads while offline', voice: 'plan' })
})

const NONE = new Map<string, ReadonlySet<string>>()
const record = (id: string, over: Partial<RecallCandidate> = {}): RecallCandidate => ({
  ...observation,
  ...{ id, title: 'Rename the pier', more: '', line: '', asked: '', at: 1, session: `s ${id}`, prompts: [], files: [] },
  ...over,
})

/** What a prompt is told of these records, by id, with the reason; every word is held by three of 400 records unless said otherwise. */
function keys(
  prompt: string,
  records: readonly RecallCandidate[],
  { held = {}, branches = NONE }: { held?: Readonly<Record<string, number>>; branches?: typeof NONE } = {},
) {
  const question = questionOf(prompt)
  const counts = new Map(phrasesOf(question).map(({ text }) => [text, held[text] ?? 3]))
  const found = recalledAmong(records, question, { held: counts, records: 400, branches })
  return Object.fromEntries(found.map(({ id, key }) => [id, key]))
}

describe('a record is told because a prompt names', () => {
  const rest = [record('o_8'), record('o_9', { files: ['/w/src/app.ts'] })]

  test('the issue that its own prompt named, in any spelling', () => {
    const one = record('o_1', { asked: 'look at https://github.com/moorings/berth/pull/212' })
    for (const prompt of ['answer #212', 'moorings/berth#212?', 'is PR 212 merged?', '/review 212 #212'])
      expect(keys(prompt, [one, ...rest]), prompt).toEqual({ o_1: 'names #212' })
    expect(keys('answer #213', [one, ...rest])).toEqual({})
    expect(keys('other/berth#212', [one])).toEqual({})
  })

  test('no issue of a list of many', () => {
    const list = record('o_1', { asked: 'triage #212, #213, #214, #215 and #216' })
    expect(keys('answer #212', [list])).toEqual({})
  })

  test('a file that it changed or names, but none of many that it touched in passing', () => {
    const one = record('o_1', { files: ['/w/src/tides/curve.ts'] })
    const wide = record('o_2', {
      files: ['curve.ts', 'a.ts', 'b.ts', 'c.ts', 'd.ts'].map((file) => `/w/src/tides/${file}`),
    })
    expect(keys('why is curve.ts slow?', [one, wide, ...rest])).toEqual({ o_1: 'names curve.ts' })
    expect(keys('why is src/tides/curve.ts slow?', [one])).toEqual({ o_1: 'names src/tides/curve.ts' })
  })

  test('a file of which the record says what the file itself does not show, or what the prompt is about besides', () => {
    const added = record('o_1', { title: 'Add a legend', files: ['/w/src/tides/curve.ts'], type: 'feature' })
    const prompt = 'curve.ts should draw the neap in grey'
    expect(keys(prompt, [added])).toEqual({})
    const telling = [
      { type: 'bugfix' },
      { type: 'discovery' },
      { isDecided: true },
      { failures: ['Failed: npm test → no such tide'] },
      { title: 'Add a legend to curve.ts' },
      { title: 'Draw each neap once' },
      { line: 'The neap had no colour.' },
    ]
    for (const over of telling)
      expect(keys(prompt, [{ ...added, ...over }]), JSON.stringify(over)).toEqual({ o_1: 'names curve.ts' })
  })

  test('a file in which it asks what was done', () => {
    const added = record('o_1', { title: 'Add a legend', files: ['/w/src/tides/curve.ts'], type: 'feature' })
    for (const prompt of ['what did I do in src/tides/curve.ts?', 'what did we change in curve.ts last week?'])
      expect(Object.keys(keys(prompt, [added])), prompt).toEqual(['o_1'])
    expect(keys('what did we decide about the pier? And tidy curve.ts.', [added])).toEqual({})
  })

  test('a file about which something was decided, though no record changed it', () => {
    for (const title of ['Keep tsconfig.json strict', 'Should tsconfig.json stay strict? → Yes']) {
      const one = record('o_1', { title, isDecided: true })
      expect(keys('loosen tsconfig.json', [one]), title).toEqual({ o_1: 'names tsconfig.json' })
      expect(keys('loosen tsconfig.json', [{ ...one, isDecided: false }]), title).toEqual({})
    }
  })

  test('no file that a plan lists, since its author has looked at it', () => {
    const one = record('o_1', { files: ['/w/src/tides/curve.ts'] })
    expect(keys('Implement the following plan:\n\n# Draw the neap\n\nIn src/tides/curve.ts.', [one])).toEqual({})
  })

  test('no product that is called like a file', () => {
    const one = record('o_1', { title: 'Upgrade to Node.js 22', files: ['/w/package.json'] })
    expect(keys('which Node.js do we need?', [one])).toEqual({})
    expect(keys('which Node.js do we need?', [{ ...one, isDecided: true }])).toEqual({})
    const file = record('o_1', { title: 'Split Node.js', files: ['/w/src/Node.js'] })
    expect(keys('which Node.js do we need?', [file])).toEqual({ o_1: 'names Node.js' })
  })

  test('no file by a name that many files have, or that nearly every folder has', () => {
    const here = record('o_1', { files: ['/w/src/tides/curve.ts'] })
    const there = record('o_2', { files: ['/w/src/chart/curve.ts'] })
    expect(keys('why is curve.ts slow?', [here, there])).toEqual({})
    expect(keys('explain index.ts', [record('o_1', { files: ['/w/src/index.ts'] })])).toEqual({})
  })

  test('of a file that many records changed only what was decided, and what was fixed if the prompt looks back', () => {
    const many = [1, 2, 3, 4].map((n) => record(`o_${n}`, { files: ['/w/src/lock.ts'], at: n, type: 'change' }))
    const fixed = record('o_5', { files: ['/w/src/lock.ts'], at: 5, type: 'bugfix' })
    const decided = record('o_6', { files: ['/w/src/lock.ts'], at: 6, isDecided: true })
    expect(keys('add a timeout to lock.ts', [...many, fixed])).toEqual({})
    expect(keys('add a timeout to lock.ts', [...many, fixed, decided])).toEqual({ o_6: 'names lock.ts' })
    expect(keys('how did we fix lock.ts last time?', [...many, fixed])).toEqual({ o_5: 'names lock.ts' })
  })

  test('a name in code that stands in its title, in this case', () => {
    const one = record('o_1', { title: 'parseTide accepts neap tides' })
    expect(keys('profile parseTide', [one, ...rest])).toEqual({ o_1: 'names parseTide' })
    expect(keys('profile parseTides', [one])).toEqual({})
    expect(keys('profile parseTide', [one], { held: { parseTide: 60 } })).toEqual({})
  })

  test('a commit by any length of its hash', () => {
    const one = record('o_1', { more: 'Commit: 4be19f0 Take the lock first' })
    for (const hash of ['4be19f0', '4be19f0aa31c'])
      expect(keys(`revert ${hash}`, [one, ...rest])).toEqual({ o_1: `names ${hash}` })
    expect(keys('revert 4be19f1', [one])).toEqual({})
  })

  test('a branch that its session was on', () => {
    const branches = new Map([['fix/late-tides', new Set(['s o_1'])]])
    expect(keys('continue on fix/late-tides', [record('o_1'), ...rest], { branches })).toEqual({
      o_1: 'branch fix/late-tides',
    })
  })

  test('an error that it shows, wherever it was pasted or quoted', () => {
    const failure = 'Failed: npm test → RangeError: Offset is outside the bounds of the DataView'
    const one = record('o_1', { failures: [failure], more: failure, type: 'bugfix' })
    const pasted = 'why?\n\nRangeError: Offset is outside the bounds of the DataView\n    at decode (/x/ais.ts:3:1)'
    expect(keys(pasted, [one, ...rest])).toEqual({ o_1: 'same error' })
    expect(keys('it says "Offset is outside the bounds of the DataView" again', [one, ...rest])).toEqual({
      o_1: 'same error',
    })
  })

  test('the subject of a decision that it is about to change', () => {
    const one = record('o_1', { title: 'rounding: keep truncation for now', isDecided: true })
    expect(keys('make the rounding of invoices half up', [one, ...rest])).toEqual({ o_1: 'decided before' })
    expect(keys('make the rounding of invoices half up', [{ ...one, isDecided: false }])).toEqual({})
  })

  test('half of what was asked when it was decided, in any words that are not said of everything', () => {
    const title = 'Should I round half up instead of truncating? → No, keep truncation for now'
    const one = record('o_1', { title, isDecided: true })
    for (const prompt of ['Change the rounding in cart.mjs', 'the totals are truncated, is that right?'])
      expect(keys(prompt, [one, ...rest]), prompt).toEqual({ o_1: 'decided before' })
    expect(keys('change the names in cart.mjs, and keep the totals', [one])).toEqual({})
    const long = 'For the planning prompt, should the courier write a sealed letter? → A postcard'
    expect(keys('post the letter', [{ ...one, title: long }])).toEqual({})
    expect(keys('Change the rounding in cart.mjs', [one], { held: { rounding: 60 } })).toEqual({})
  })

  test('the title that a person gave to its session', () => {
    const titled = new Map([['evening lamp', new Set(['s o_1'])]])
    const question = questionOf('go on with the evening lamp')
    const references = [{ kind: 'session' as const, name: 'evening lamp', phrase: 'evening lamp' }]
    const ground = { held: new Map(), records: 400, branches: NONE, titled }
    const found = recalledAmong([record('o_1'), ...rest], { ...question, references }, ground)
    expect(found.map(({ id, key }) => [id, key])).toEqual([['o_1', 'of the session titled evening lamp']])
  })

  test('what it looks back at', () => {
    const one = record('o_1', { title: 'Which queue delivers the mails? → Postgres', isDecided: true })
    expect(keys('it waits, do as we did before with the queue', [one, ...rest])).toEqual({ o_1: 'asked for' })
    expect(keys('what should we decide about the queue?', [one])).toEqual({})
  })
})

describe('by words alone, a record is told', () => {
  const one = record('o_1', { title: 'Neap ferries wait for the tide' })

  test('if a sentence of the prompt shares two rare words with a sentence of it, side by side in both', () => {
    expect(keys('why do neap ferries leave in April?', [one])).toEqual({ o_1: 'shares “neap”, “ferries”' })
    expect(keys('why are ferries late? And what is a neap?', [one])).toEqual({})
    const apart = record('o_1', { title: 'Rename the pier', more: 'Ferries come late.\nA neap is small.' })
    expect(keys('why do neap ferries leave in April?', [apart])).toEqual({})
    for (const prompt of ['do ferries notice a neap in April?', 'ferries, then the next neap: which is first?'])
      expect(keys(prompt, [one]), prompt).toEqual({})
  })

  test('or of which one is a name in code, wherever they stand', () => {
    const named = record('o_1', { title: 'neapTable holds the ferries' })
    expect(keys('is there a table for each neap, with the ferries?', [named])).toEqual({})
    expect(keys('the ferries are missing from neap_table', [named])).toEqual({ o_1: 'shares “ferries”, “neap table”' })
  })

  test('if its title has two pairs of the words of the prompt, though no word of them is rare', () => {
    const titled = record('o_1', { title: 'Auto-fetch tide tables before harbour master calls (src/a.ts +2)' })
    const common = { tide: 60, tables: 60, harbour: 60, master: 60, calls: 60 }
    const prompt = 'the tide tables lack what the harbour master wrote'
    expect(keys(prompt, [titled], { held: common })).toEqual({ o_1: 'shares “tide tables”, “harbour master”' })
    expect(keys('the tables of the tide, for the master of the harbour', [titled], { held: common })).toEqual({})
    expect(keys('print the tide tables', [titled], { held: common })).toEqual({})
    expect(keys(prompt, [titled], { held: { ...common, 'tide tables': 40 } })).toEqual({})
  })

  test('not by one word, by words that many records hold, or by words of all work on code', () => {
    expect(keys('paint the ferries blue', [one])).toEqual({})
    expect(keys('why do neap ferries leave in April?', [one], { held: { ferries: 13, 'neap ferries': 90 } })).toEqual(
      {},
    )
    expect(keys('fix the failing test of the function', [record('o_1', { title: 'Fix a failing test' })])).toEqual({})
  })

  test('not by what a link, a paste or quoted code says', () => {
    for (const prompt of ['https://x.org/neap/ferries', '```\nneap ferries\n```\nsee', 'what is `neap ferries`?'])
      expect(keys(prompt, [one]), prompt).toEqual({})
  })
})

test('a word is rare if three records hold it, or three of a hundred, and in a young project one of ten', () => {
  expect([5, 100, 400].map(rareLimit)).toEqual([1, 3, 12])
})

test('the more specific reference comes first, and of equals the newer record', () => {
  const issue = record('o_1', { asked: 'fix #212', at: 1 })
  const file = record('o_2', { files: ['/w/src/lock.ts'], at: 2 })
  const newer = record('o_3', { files: ['/w/src/lock.ts'], at: 3 })
  expect(Object.keys(keys('does lock.ts explain #212?', [file, issue, newer]))).toEqual(['o_1', 'o_3', 'o_2'])
})

test('a record is answered with the sentence that covers most of the prompt, without repeating its title', () => {
  const line = 'Asked: Make it better. Neap ferries wait for the tide. Tests pass. A neap in April keeps ferries in.'
  const one = record('o_1', { title: 'Neap ferries wait for the tide', line, more: line })
  const question = questionOf('why do neap ferries leave in April?')
  const held = new Map(phrasesOf(question).map(({ text }) => [text, 3]))
  const [found] = recalledAmong([one], question, { held, records: 400, branches: NONE })
  expect(found).toMatchObject({ line: 'A neap in April keeps ferries in.', by: 'agent' })
})

test('the order of records does not matter', () => {
  const words = fc.subarray(['ferries', 'neap', 'April', 'lock.ts', '#212', 'rounding'])
  const records = fc
    .array(fc.tuple(words, words), { maxLength: 12 })
    .map((all) =>
      all.map(([title, more], at) => record(`o_${at}`, { title: title.join(' '), more: more.join(' '), at })),
    )
  const shuffled = records.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  )
  const prompt = 'why do ferries ignore a neap in April, and is lock.ts of #212 rounding?'
  fc.assert(
    fc.property(shuffled, ([all, other]) => {
      expect(Object.entries(keys(prompt, other))).toEqual(Object.entries(keys(prompt, all)))
    }),
  )
})
