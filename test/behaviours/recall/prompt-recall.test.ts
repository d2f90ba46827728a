import { describe, expect, it } from 'vitest'
import promptRecall from '../../../src/behaviours/recall/prompt-recall.ts'
import type { EventMap } from '../../../src/domain/events.ts'
import type { RecalledRecord } from '../../../src/domain/retrieval/recall.ts'
import { recallCandidate } from '../../../src/domain/retrieval/recall-candidate.ts'
import { observationOf, summaryOf } from '../../domain/memory/records.ts'
import { eventOf, ROOT, T0 } from '../../domain/samples.ts'
import { effectsOf, needsOf, ofKind, SETTINGS } from '../reacting.ts'

const HOUR = 3_600_000
const FILES = ['parser', 'lexer', 'scanner', 'tree'].map((name) => `${ROOT}/src/${name}.ts`)
const found = (id: string, title = `Record ${id}`): RecalledRecord => ({
  ...recallCandidate({
    kind: 'observation',
    record: observationOf({ id, title, at: T0 - 3 * HOUR, evidence: [`p_${id}`], filesModified: FILES }),
  }),
  line: 'It lost the last element.',
  key: 'names #214',
})
const prompted = (prompt: string, over: Partial<EventMap['UserPromptSubmit']> = {}) =>
  eventOf('UserPromptSubmit', { prompt, isPrivate: false, origin: 'person', ...over })
const ASKED = 'why does the uploader use exponential backoff for every request?'

function said(given: object = {}, prompt = ASKED) {
  const facts = { settings: SETTINGS, recall: [found('o_1'), found('o_2', 'Cap it')], told: { ids: [] }, ...given }
  return ofKind(effectsOf(promptRecall, prompted(prompt), 'reply', facts), 'context')[0]
}
const settings = (prompt: object) => ({ settings: { ...SETTINGS, prompt: { ...SETTINGS.prompt, ...prompt } } })

describe('prompt-recall', () => {
  it('shows records with id, time, type, title, files, and the part that answers the prompt', () => {
    const context = said()
    expect(context).toMatchObject({ type: 'rich', head: 'Related work' })
    expect(context?.items.map(({ ids }) => ids)).toEqual([['o_1'], ['o_2']])
    expect(context?.items[0]?.text).toBe(
      'o_1 3 hours ago, bugfix: agent reported “Record o_1” (src/parser.ts, src/lexer.ts, src/scanner.ts +1), names #214\n  agent reported “It lost the last element.”',
    )
  })

  it('omits a file that the title names', () => {
    const recall = [found('o_1', 'Fix parser.ts, lexer.ts and scanner.ts')]
    expect(said({ recall })?.items[0]?.text).toContain('scanner.ts” (src/tree.ts), names #214\n')
  })

  it("names a record's files once, even if its title ends with them", () => {
    const recall = [found('o_1', 'Fix the last comma (parser.ts +3)')]
    expect(said({ recall })?.items[0]?.text).toContain(
      '“Fix the last comma” (src/parser.ts, src/lexer.ts, src/scanner.ts +1), names #214\n',
    )
  })

  it('names the author: the person who asked to remember it, or nobody if it was observed', () => {
    const [first] = [found('o_1')]
    const by = (over: Partial<RecalledRecord>) =>
      said({ recall: [{ ...first, ...over }] })?.items[0]?.text.split('\n')[1]
    expect(by({ by: 'user' })).toBe('  user said “It lost the last element.”')
    expect(by({ by: 'observed', line: 'Failed: npm test → 1 failed' })).toBe('  failed: “npm test → 1 failed”')
  })

  it('says nothing if nothing matches or everything was already shown', () => {
    expect(said({ recall: [] })).toBeUndefined()
    expect(said({ told: { ids: ['o_1', 'o_2'] } })).toBeUndefined()
    expect(said({ told: { ids: ['o_1'] } })?.items.map(({ ids }) => ids)).toEqual([['o_2']])
  })

  it('quotes what a person asked', () => {
    const record = summaryOf({
      id: 'm_1',
      at: T0 - HOUR,
      request: 'Cap the backoff',
      completed: '`send()` retries twice.',
    })
    expect(
      said({ recall: [{ ...recallCandidate({ kind: 'summary', record }), key: 'branch fix/retry' }] })?.items.map(
        ({ text }) => text,
      ),
    ).toEqual([
      'm_1 1 hour ago, user asked “Cap the backoff”, branch fix/retry\n  agent reported “send() retries twice.”',
    ])
  })

  it('states facts and gives no instructions', () => {
    const { head, foot } = said() ?? {}
    expect(`${head} ${foot}`).not.toMatch(/\b(?:you (?:must|should)|please|always|use)\b/i)
  })

  it('shows only titles with prompt.depth light, and nothing with off', () => {
    expect(said(settings({ depth: 'light' }))).toMatchObject({ type: 'light' })
    expect(said(settings({ depth: 'light' }))?.items[0]?.text).toMatch(
      /^o_1 3 hours ago, bugfix: agent reported “Record o_1” [^\n]*$/,
    )
    expect(said(settings({ depth: 'off' }))).toBeUndefined()
  })

  it('shows at most prompt.limit records', () => {
    expect(said(settings({ limit: 1 }))?.items).toHaveLength(1)
    expect(said(settings({ limit: 0 }))).toBeUndefined()
  })

  it.each([
    ['a short one', 'fix it'],
    ['one that names nothing', 'could you please show me that again?'],
    ['an answer', 'yes'],
    ['a slash command that names nothing', '/workflows:review https://example.org/a/long/pull/request'],
    ['a request in words that every project uses', 'please add another test for this and run it again'],
  ])('does nothing at %s', (_, prompt) => {
    expect(needsOf(promptRecall, prompted(prompt), 'reply')).toBeUndefined()
  })

  it('does nothing at machine text and private text', () => {
    expect(needsOf(promptRecall, prompted(ASKED, { origin: 'machine' }), 'reply')).toBeUndefined()
    expect(needsOf(promptRecall, prompted(ASKED, { isPrivate: true }), 'reply')).toBeUndefined()
  })

  it('handles a short prompt that names something, using all that was said', () => {
    const prompt = 'Could you please explain why `upload.ts` waits?'
    expect(needsOf(promptRecall, prompted('why does upload.ts wait'), 'reply')).toBeDefined()
    const needs = needsOf(promptRecall, prompted(prompt), 'reply')
    expect(needs?.recall).toMatchObject({ fact: 'recall', session: 's1', project: 'p1', text: prompt })
  })
})
