import { describe, expect, it } from 'vitest'
import standingContext from '../../../src/behaviours/recall/standing-context.ts'
import { pack } from '../../../src/domain/context/pack.ts'
import { sharesOf } from '../../../src/domain/context/shares.ts'
import type { Observation } from '../../../src/domain/nouns/observation.ts'
import { observationOf } from '../../domain/memory/records.ts'
import { eventOf, T0 } from '../../domain/samples.ts'
import { effectsOf, ofKind, SETTINGS } from '../reacting.ts'

const DAY = 86_400_000
const stood = (id: string, title: string, given: Partial<Observation> = {}) =>
  observationOf({ id, title, narrative: title, type: 'decision', at: T0 - 3 * DAY, ...given })
const HANDOFF = { goal: 'Retry uploads', now: 'The backoff is in', next: '', files: ['/r/src/upload.ts'] }

function told(standing: readonly Observation[], given: object = {}, source = 'startup') {
  const facts = { settings: SETTINGS, standing, handoffs: [], before: { ids: [] }, instructions: [], ...given }
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
  it('tells what was remembered, decided and found, each with id, age and source, the weightiest first', () => {
    const { text } = told([
      stood('o_1', 'The cache is keyed by tenant', {
        type: 'discovery',
        narrative: 'The cache key must hold the tenant, otherwise they mix.',
      }),
      stood('o_2', 'Chose SQLite over files'),
      stood('o_3', 'Never push on Fridays', { rememberedBy: 'user' }),
    ])
    expect(text.split('\n').slice(2, -1)).toEqual([
      "o_3 3d ago the user's word: Never push on Fridays",
      'o_2 3d ago decided: Chose SQLite over files',
      'o_1 3d ago found: The cache is keyed by tenant',
      '  The cache key must hold the tenant, otherwise they mix.',
    ])
    expect(text).not.toMatch(/\b(?:you must|please|always)\b/i)
  })

  it('tells what to beware of rather than how it works, and a decision with what it was about', () => {
    const narrative = 'It uses a bucket a key. Be careful: keys are lower-cased, so `ABC` and `abc` silently share one.'
    const { text } = told([
      stood('o_1', 'RateLimiter.allow() refills 10 tokens a second', { type: 'discovery', narrative }),
      stood('o_2', 'Chose a class because all queries share the handle (UserRepository)', {
        narrative: 'I chose a class because all queries share the handle, and passing it would change 31 call sites.',
      }),
    ])
    expect(text).toContain('found: Be careful: keys are lower-cased, so ABC and abc silently share one.')
    expect(text).toMatch(/decided: I chose a class because .* 31 call sites \(UserRepository\)$/m)
  })

  it('ranks by where the work stood, its files and the branch', () => {
    const plain = stood('o_1', 'Chose tabs', { at: T0 })
    const [byGoal, byFile, byBranch] = [
      stood('o_2', 'Uploads are retried with backoff'),
      stood('o_3', 'Chose streams', { filesModified: ['/wt/src/upload.ts'] }),
      stood('o_4', 'A token is refreshed once'),
    ]
    for (const each of [byGoal, byFile, byBranch]) expect(ids([plain, each], { handoffs: [HANDOFF] })[0]).toBe(each.id)
  })

  it('tells at most five, in 500 tokens', () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      stood(`o_${at}`, `Chose plan ${at} of the ${'very '.repeat(50)}long list`),
    )
    expect(ids(many.map((each) => ({ ...each, title: `Chose plan ${each.id}` })))).toHaveLength(5)
    expect(told(many.map((each) => ({ ...each, rememberedBy: 'user' }))).tokens).toBeLessThan(530)
  })

  it('tells nothing that the instructions say or the session was told, and on resume only what is new', () => {
    const [rule, other] = [
      stood('o_1', 'Run mise lint before a commit', { rememberedBy: 'user' }),
      stood('o_2', 'Chose tabs'),
    ]
    expect(ids([rule, other], { instructions: ['# Rules\n\n- Run `mise lint` before each commit.\n'] })).toEqual([
      'o_2',
    ])
    expect(ids([rule, other], { before: { ids: ['o_2'], at: 0 } }, 'resume')).toEqual(['o_1'])
    expect(ids([rule, { ...other, at: T0 }], { before: { ids: [], at: T0 - DAY } }, 'resume')).toEqual(['o_2'])
  })

  it('says nothing where nothing stands or `standing.enabled` is off', () => {
    expect(told([]).text).toBe('')
    expect(told([stood('o_1', 'Chose tabs')], { settings: { ...SETTINGS, standing: { enabled: false } } }).text).toBe(
      '',
    )
  })
})
