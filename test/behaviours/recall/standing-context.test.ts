import { describe, expect, it } from 'vitest'
import standingContext from '../../../src/behaviours/recall/standing-context.ts'
import { pack } from '../../../src/domain/context/pack.ts'
import { sharesOf } from '../../../src/domain/context/shares.ts'
import type { Handoff } from '../../../src/domain/nouns/handoff.ts'
import type { Observation } from '../../../src/domain/nouns/observation.ts'
import { aHandoff } from '../../contract/records.ts'
import { observationOf } from '../../domain/memory/records.ts'
import { eventOf, T0 } from '../../domain/samples.ts'
import { effectsOf, ofKind, SETTINGS } from '../reacting.ts'

const DAY = 86_400_000
const FULL = { ...SETTINGS, context: { depth: 'full' as const } }
const stood = (id: string, title: string, given: Partial<Observation> = {}) =>
  observationOf({ id, title, narrative: title, type: 'decision', decidedBy: 'user', at: T0 - 3 * DAY, ...given })
const found = (id: string, title: string, given: Partial<Observation> = {}) =>
  stood(id, title, { type: 'discovery', decidedBy: undefined, confirms: 'o_0', ...given })
const since = (session: string, given: Partial<Handoff>) =>
  aHandoff({ session, id: session, at: T0 - DAY, root: '/r', ...given })
const HANDOFF = since('s9', { goal: 'Retry uploads', now: 'The backoff is in', next: '', files: ['/r/src/upload.ts'] })

function told(standing: readonly Observation[], given: object = {}, source = 'startup') {
  const facts = { settings: FULL, standing, handoffs: [], before: { ids: [] }, instructions: [], ...given }
  const effects = effectsOf(
    standingContext,
    eventOf('SessionStart', { source }, { branch: 'fix/token-refresh' }),
    'reply',
    facts,
  )
  const sections = ofKind(effects, 'context').map((context) => ({ behaviour: 'standing-context', ...context }))
  return pack(sections, 2_000, sharesOf('SessionStart'))
}
const ids = (...given: Parameters<typeof told>) => told(...given).sections.flatMap((section) => section.ids)

describe('standing-context', () => {
  it('shows what a person said or chose and what several sessions found, each with id, age and source', () => {
    const { text } = told([
      found('o_1', 'The cache key holds the tenant'),
      stood('o_2', 'Which store do we use? → SQLite', { at: T0 - 4 * DAY }),
      stood('o_3', 'Never push on Fridays', { rememberedBy: 'user', decidedBy: undefined }),
    ])
    expect(text.split('\n').slice(1, -1)).toEqual([
      'Current decisions (id, when, source):',
      'o_3 3 days ago, user said “Never push on Fridays”',
      'o_2 4 days ago, agent asked, user chose “Which store do we use? → SQLite”',
      'o_1 3 days ago, agents found in several sessions “The cache key holds the tenant”',
    ])
  })

  it('at a narrow start shows only what a person asked to remember: a decision is told with the prompt that is about it', () => {
    const standing = [
      found('o_1', 'The cache key holds the tenant'),
      stood('o_2', 'Which store do we use? → SQLite', { at: T0 - 6 * DAY }),
      stood('o_3', 'Never push on Fridays', { rememberedBy: 'user', decidedBy: undefined, at: T0 - 300 * DAY }),
      stood('o_4', 'Which port do we use? → 8080', { at: T0 - 8 * DAY }),
      stood('o_5', 'Shall the uploader give up after an hour?'),
    ]
    expect(ids(standing, { settings: SETTINGS })).toEqual(['o_3'])
    expect(ids(standing)).toHaveLength(5)
  })

  it('quotes a person’s words in any language', () => {
    const words = 'Никаких default export, только именованные'
    expect(told([stood('o_1', words, { rememberedBy: 'user' })]).text).toContain(`user said “${words}”`)
  })

  it('omits which of the agent’s offers was chosen, since that applied to one task', () => {
    expect(ids([stood('o_1', 'Shall I fix it? → option 2: Retry with a backoff')])).toEqual([])
  })

  it('drops a decision that a later one on the same subject replaced, and keeps both if the subjects differ', () => {
    const asked = 'Which store should the cache use?'
    const [old, now] = [stood('o_1', `${asked} → SQLite`), stood('o_2', `${asked} → Redis`, { at: T0 - DAY })]
    expect(ids([old, now])).toEqual(['o_2'])
    const other = stood('o_3', 'Releases are cut on Tuesdays', { rememberedBy: 'user' })
    expect(ids([now, other]).toSorted()).toEqual(['o_2', 'o_3'])
    const [fridays, mondays] = [
      stood('o_4', 'Never push on Fridays'),
      stood('o_5', 'Never push on Mondays', { at: T0 }),
    ]
    expect(ids([fridays, mondays]).toSorted()).toEqual(['o_4', 'o_5'])
  })

  it('ranks a person’s correction above the claim it corrects, however often that was repeated', () => {
    const claim = found('o_1', 'The importer retries a failed upload three times', { at: T0 - DAY })
    const correction = stood('o_2', 'No, the importer never retries a failed upload', { at: T0 - 2 * DAY })
    expect(ids([claim, correction])).toContain('o_2')
    expect(ids([{ ...claim, at: T0 - 3 * DAY }, correction])).toEqual(['o_2'])
  })

  it('drops records about a file that was deleted since', () => {
    const rule = stood('o_1', 'Keep `legacy.ts` as it is', { rememberedBy: 'user' })
    expect(ids([rule], { handoffs: [since('s2', { removed: ['/r/src/legacy.ts'] })] })).toEqual([])
    expect(ids([rule], { handoffs: [since('s2', { removed: ['/r/src/other.ts'] })] })).toEqual(['o_1'])
    const before = since('s2', { removed: ['/r/src/legacy.ts'], at: T0 - 9 * DAY })
    expect(ids([rule], { handoffs: [before] })).toEqual(['o_1'])
  })

  it("drops a finding or choice if three later sessions changed its files, but never a person's note", () => {
    const files = { filesRead: ['/r/src/cache.ts'] }
    const handoffs = ['a', 'b', 'c'].map((session) => since(session, { files: ['/r/src/cache.ts'] }))
    const [finding, word] = [
      found('o_1', 'The cache is kept for each tenant', files),
      stood('o_2', 'Chose tabs', { ...files, rememberedBy: 'user' }),
    ]
    expect(ids([finding, word], { handoffs })).toEqual(['o_2'])
    expect(ids([finding], { handoffs: handoffs.slice(1) })).toEqual(['o_1'])
    const chosen = stood('o_3', 'Which cache? → one for each tenant', { session: 'own' })
    const own = since('own', { files: ['/r/src/cache.ts'], at: T0 - 3 * DAY })
    expect(ids([chosen], { handoffs: [...handoffs, own] })).toEqual([])
    expect(ids([chosen], { handoffs: [...handoffs.slice(1), own] })).toEqual(['o_3'])
  })

  it("shows a choice only if the current work is about its subject, and a person's note always", () => {
    const [chosen, word] = [
      stood('o_1', 'Which list view? → a table'),
      stood('o_2', 'Releases are cut on Tuesdays', { rememberedBy: 'user' }),
    ]
    expect(ids([chosen, word], { handoffs: [HANDOFF] })).toEqual(['o_2'])
    const tables = { ...HANDOFF, goal: 'Sort the table of uploads' }
    expect(ids([chosen, word], { handoffs: [tables] }).toSorted()).toEqual(['o_1', 'o_2'])
  })

  it('ranks by where the work stopped, its files and the branch', () => {
    const plain = stood('o_1', 'Chose tabs', { at: T0, rememberedBy: 'user' })
    const [byGoal, byFile, byBranch] = [
      stood('o_2', 'Uploads are retried with backoff'),
      stood('o_3', 'Chose streams', { filesModified: ['/wt/src/upload.ts'] }),
      stood('o_4', 'A token is refreshed once'),
    ]
    for (const each of [byGoal, byFile, byBranch]) expect(ids([plain, each], { handoffs: [HANDOFF] })[0]).toBe(each.id)
  })

  it('shows at most five, in 500 tokens', () => {
    const words = 'alpha bravo candle delta echo fiddle gamma hotel india jolly kilo lemon'.split(' ')
    const many = words.map((word, at) => stood(`o_${at}`, `Chose ${word} of the ${`${word}s `.repeat(50)}`))
    expect(ids(words.map((word, at) => stood(`o_${at}`, `Chose ${word}`)))).toHaveLength(5)
    expect(told(many).tokens).toBeLessThan(530)
  })

  it('omits what the instructions say or the session was told, and on resume shows only what is new', () => {
    const [rule, other] = [stood('o_1', 'Run mise lint before a commit'), stood('o_2', 'Chose tabs')]
    expect(ids([rule, other], { instructions: ['# Rules\n\n- Run `mise lint` before each commit.\n'] })).toEqual([
      'o_2',
    ])
    expect(ids([rule, other], { before: { ids: ['o_2'], at: 0 } }, 'resume')).toEqual(['o_1'])
    expect(ids([rule, { ...other, at: T0 }], { before: { ids: [], at: T0 - DAY } }, 'resume')).toEqual(['o_2'])
  })

  it('says nothing if there are no standing records or `standing.enabled` is off', () => {
    expect(told([]).text).toBe('')
    expect(told([stood('o_1', 'Chose tabs')], { settings: { ...SETTINGS, standing: { enabled: false } } }).text).toBe(
      '',
    )
  })
})
