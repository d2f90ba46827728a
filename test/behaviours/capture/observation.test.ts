import { describe, expect, it } from 'vitest'
import observation from '../../../src/behaviours/capture/observation.ts'
import summary from '../../../src/behaviours/capture/summary.ts'
import type { Observation } from '../../../src/domain/nouns/observation.ts'
import { done, edit, eventOf, ROOT, read, type Step, shell, story, T0 } from '../../domain/samples.ts'
import { effectsOf, needsOf, ofKind, SETTINGS } from '../reacting.ts'

const WORK: Step[] = [
  { asked: 'add a retry option to the client', promptId: 'h1' },
  done(edit('src/client.ts', 'a', 'b'), '', {}, '+function withRetry() {'),
  done(shell('npm test'), 'Tests  3 passed (3)'),
]

/** What the behaviour makes of an event after the given session. */
function observed(
  steps: readonly Step[],
  event: Parameters<typeof effectsOf>[1],
  known: Observation[] = [],
  min = 0.3,
  others: Observation[] = [],
) {
  const facts = {
    ...story(steps),
    session: { cwd: ROOT },
    known,
    others,
    settings: { ...SETTINGS, significance: { min } },
  }
  return ofKind(effectsOf(observation, event, 'later', facts), 'observation').map((effect) => effect.record)
}

const stop = (promptId: string, at = T0 + 9_000_000) =>
  eventOf('Stop', { active: false, lastMessage: 'Added `withRetry`.' }, { promptId, at })
const asked = (promptId: string) =>
  eventOf(
    'UserPromptSubmit',
    { prompt: 'and now the docs', isPrivate: false, origin: 'person' },
    { promptId, at: T0 + 9_500_000 },
  )

describe('observation', () => {
  it('links a finding to one from an earlier session that says the same, which makes it standing', () => {
    const said =
      'The cache of `readAll()` is kept for each tenant, and a new tenant begins with an empty one every time.'
    const found = (others: Observation[] = []) =>
      observed(
        [{ asked: 'how is the cache of `readAll()` kept?', promptId: 'h1' }],
        eventOf('Stop', { active: false, lastMessage: said }, { promptId: 'h1', at: T0 + 9_000_000 }),
        [],
        0.3,
        others,
      )
    const [first] = found()
    expect(first).toMatchObject({ type: 'discovery' })
    expect(first?.confirms).toBeUndefined()
    const earlier = { ...first, id: 'o_1', session: 'another', at: T0 } as Observation
    expect(found([earlier])).toMatchObject([{ confirms: 'o_1' }])
    expect(found([{ ...earlier, session: 's1' }])[0]?.confirms).toBeUndefined()
    expect(found([{ ...earlier, title: 'The cache of `writeAll()` is global' }])[0]?.confirms).toBeUndefined()
  })

  it('distils the turn that a stop closes, and cites the stop as evidence', () => {
    const event = stop('h1')
    const [found] = observed(WORK, event)
    expect(found).toMatchObject({
      type: 'feature',
      title: 'add a retry option to the client (src/client.ts)',
      promptId: 'h1',
    })
    expect(found?.evidence).toContain(event.id)
  })

  it('distils an interrupted turn at the next prompt, and leaves the new turn alone', () => {
    const found = observed(WORK, asked('h2'))
    expect(found.map(({ promptId }) => promptId)).toEqual(['h1'])
    expect(observed(WORK, asked('h2'), found)).toEqual([])
  })

  it("replaces rather than duplicates at a stop followed by the session's end", () => {
    const first = observed(WORK, stop('h1'))
    const again = observed(
      [...WORK, { said: 'Added `withRetry`.' }],
      eventOf('SessionEnd', { reason: 'other' }, { promptId: 'h1', at: T0 + 9_900_000 }),
      first,
    )
    expect(again.map(({ id }) => id)).toEqual(first.map(({ id }) => id))
  })

  it('records a plan that is not carried out here as proposed, although its turn has no stop', () => {
    const plan = { kind: 'other', text: '# Plan: Show the age of a draft\n\nDrafts have none.', puts: 'plan' } as const
    const denied = eventOf(
      'PermissionDenied',
      { tool: 'ExitPlanMode', toolUseId: 't9', act: plan, input: {}, reason: 'rejected' },
      { promptId: 'h1', at: T0 + 9_000_000 },
    )
    const asked = { asked: 'drafts should show their age', promptId: 'h1' }
    expect(observed([asked, done(read('src/draft.ts'))], denied)).toMatchObject([
      { type: 'discovery', title: 'Proposed: Show the age of a draft' },
    ])
  })

  it("distils a subagent's own events under its id", () => {
    const event = eventOf('SubagentStop', { active: false }, { agent: { id: 'a1', type: 'general' }, promptId: 'h1' })
    expect(needsOf(observation, event, 'later')).toMatchObject({ events: { agent: 'a1' } })
    expect(needsOf(observation, stop('h1'), 'later')).toMatchObject({ events: { agent: null } })
  })

  it('records nothing below the significance threshold in the settings', () => {
    expect(observed(WORK, stop('h1'), [], 0.9)).toEqual([])
  })
})

describe('summary', () => {
  const summed = (steps: readonly Step[], event: Parameters<typeof effectsOf>[1]) =>
    ofKind(effectsOf(summary, event, 'later', { ...story(steps), session: { cwd: ROOT } }), 'summary').map(
      (each) => each.record,
    )

  it('a later checkpoint replaces the earlier one of the same turn', () => {
    const [first] = summed(WORK, stop('h1'))
    const [later] = summed(
      [...WORK, { said: 'Added `withRetry`.' }],
      eventOf('SessionEnd', { reason: 'other' }, { at: T0 + 9_900_000 }),
    )
    expect(first).toMatchObject({
      request: 'add a retry option to the client',
      filesModified: [`${ROOT}/src/client.ts`],
    })
    expect(later?.id).toBe(first?.id)
  })

  it('an empty session has none', () => {
    expect(summed([], eventOf('SessionEnd', { reason: 'other' }))).toEqual([])
  })
})
