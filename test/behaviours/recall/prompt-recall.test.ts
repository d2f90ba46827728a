import { describe, expect, it } from 'vitest'
import promptRecall from '../../../src/behaviours/recall/prompt-recall.ts'
import type { EventMap } from '../../../src/domain/events.ts'
import { type RecallCandidate, recallCandidate } from '../../../src/domain/retrieval/recall.ts'
import { observationOf, summaryOf } from '../../domain/memory/records.ts'
import { eventOf, T0 } from '../../domain/samples.ts'
import { effectsOf, needsOf, ofKind, SETTINGS } from '../reacting.ts'

const HOUR = 3_600_000
const found = (id: string, title = `Record ${id}`): RecallCandidate =>
  recallCandidate({
    kind: 'observation',
    record: observationOf({ id, title, at: T0 - 3 * HOUR, evidence: [`p_${id}`] }),
  })
const prompted = (prompt: string, over: Partial<EventMap['UserPromptSubmit']> = {}) =>
  eventOf('UserPromptSubmit', { prompt, isPrivate: false, origin: 'person', ...over })
const ASKED = 'why does the uploader use exponential backoff?'

function said(given: object = {}, prompt = ASKED) {
  const facts = { settings: SETTINGS, recall: [found('o_1'), found('o_2')], told: { ids: [] }, ...given }
  return ofKind(effectsOf(promptRecall, prompted(prompt), 'reply', facts), 'context')[0]
}
const settings = (prompt: object) => ({ settings: { ...SETTINGS, prompt: { ...SETTINGS.prompt, ...prompt } } })

describe('prompt-recall', () => {
  it('tells what fits, each with id, age, type, title and a line', () => {
    const context = said()
    expect(context?.type).toBe('rich')
    expect(context?.items.map(({ ids }) => ids)).toEqual([['o_1'], ['o_2']])
    expect(context?.items[0]?.text).toBe('o_1 3h ago bugfix: Record o_1\n  It lost the last element.')
  })

  it('says nothing where nothing fits or all of it was told before', () => {
    expect(said({ recall: [] })).toBeUndefined()
    expect(said({ told: { ids: ['o_1', 'o_2'] } })).toBeUndefined()
    expect(said({ told: { ids: ['o_1'] } })?.items.map(({ ids }) => ids)).toEqual([['o_2']])
  })

  it('tells a turn that was asked for in words of nothing by what it came to, and no prompt of such words', () => {
    const turn = summaryOf({
      id: 'm_1',
      at: T0 - HOUR,
      request: 'Go ahead: x',
      completed: '`send()` retries twice. Done.',
    })
    const asked = { session: 's0', project: 'p1', at: T0 - HOUR, number: 1, origin: 'person', event: 'e' } as const
    const prompts = ['change it to the other one', 'cap the uploader backoff'].map((text, at) =>
      recallCandidate({ kind: 'prompt', record: { id: `p_${at}`, text, ...asked } }),
    )
    const recall = [recallCandidate({ kind: 'summary', record: turn }), ...prompts]
    expect(said({ recall })?.items.map(({ text }) => text)).toEqual([
      'm_1 1h ago session: send() retries twice.\n  Done.',
      'p_1 1h ago asked before: cap the uploader backoff',
    ])
  })

  it('states facts and gives no orders', () => {
    const { head, foot } = said() ?? {}
    expect(`${head} ${foot}`).not.toMatch(/\b(?:you (?:must|should)|please|always|use)\b/i)
  })

  it('tells titles alone with prompt.depth light, and nothing with off', () => {
    expect(said(settings({ depth: 'light' }))).toMatchObject({ type: 'light' })
    expect(said(settings({ depth: 'light' }))?.items[0]?.text).toBe('o_1 3h ago bugfix: Record o_1')
    expect(said(settings({ depth: 'off' }))).toBeUndefined()
  })

  it('tells at most prompt.limit records', () => {
    expect(said(settings({ limit: 1 }))?.items).toHaveLength(1)
    expect(said(settings({ limit: 0 }))).toBeUndefined()
  })

  it.each([
    ['a short one', 'fix it'],
    ['one that is short but for politeness', 'could you please show me that again?'],
    ['an answer', 'yes'],
    ['a slash command', '/workflows:review https://example.org/a/long/pull/request'],
  ])('asks nothing at %s', (_, prompt) => {
    expect(needsOf(promptRecall, prompted(prompt), 'reply')).toBeUndefined()
  })

  it('asks nothing at machine text and at private text', () => {
    expect(needsOf(promptRecall, prompted(ASKED, { origin: 'machine' }), 'reply')).toBeUndefined()
    expect(needsOf(promptRecall, prompted(ASKED, { isPrivate: true }), 'reply')).toBeUndefined()
  })

  it('asks with the words of the wish, without politeness', () => {
    const needs = needsOf(promptRecall, prompted('Could you please explain why the uploader uses backoff?'), 'reply')
    expect(needs?.recall).toMatchObject({ fact: 'recall', session: 's1', project: 'p1' })
    expect(JSON.stringify(needs?.recall)).not.toMatch(/hey|please|could/i)
    expect(JSON.stringify(needs?.recall)).toMatch(/uploader uses backoff/)
  })
})
