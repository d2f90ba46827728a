import { describe, expect, it } from 'vitest'
import sessionIndex from '../../../src/behaviours/recall/session-index.ts'
import { observationOf, summaryOf } from '../../domain/memory/records.ts'
import { eventOf, T0 } from '../../domain/samples.ts'
import { effectsOf, ofKind, SETTINGS } from '../reacting.ts'

const RECORDED = {
  observations: [
    observationOf({ id: 'o_2', at: T0 - 10, title: 'Keep the last comma' }),
    observationOf({ id: 'o_1', at: T0 - 20 }),
  ],
  summaries: [
    summaryOf({
      id: 'm_1',
      session: 'other',
      at: T0 - 5,
      request: 'Why is `parse()` slow?',
      completed: '`parse()` copies.',
    }),
  ],
  totals: { sessions: 1, observations: 2, hasAny: true },
  instructions: [],
}
const NOTHING = {
  observations: [],
  summaries: [],
  totals: { sessions: 0, observations: 0, hasAny: false },
  instructions: [],
}

const FULL = { ...SETTINGS, context: { depth: 'full' as const } }

function said(source: string, given: object = {}) {
  const facts = {
    settings: FULL,
    index: RECORDED,
    told: { ids: [] },
    teams: [],
    instructions: [],
    first: false,
    ...given,
  }
  const effects = effectsOf(sessionIndex, eventOf('SessionStart', { source }), 'reply', facts)
  const [context] = ofKind(effects, 'context')
  return {
    context,
    ids: [...new Set(context?.items.flatMap(({ ids }) => ids))],
    notes: ofKind(effects, 'note').map(({ text }) => text),
  }
}

describe('session-index', () => {
  it.each(['startup', 'clear', 'compact', 'fork'])('is shown at %s', (source) => {
    expect(said(source)).toMatchObject({ ids: ['o_2', 'o_1', 'm_1'], context: { type: 'index' } })
  })

  it('on resume, shows only what is new, and nothing of its own or already shown', () => {
    const told = { ids: ['o_2'], at: T0 - 15 }
    expect(said('resume', { told }).ids).toEqual(['m_1'])
    const own = { ...RECORDED, observations: [observationOf({ session: 's1', at: T0 })], summaries: [] }
    expect(said('resume', { told, index: own }).context).toBeUndefined()
  })

  it('says how to look up more, and states facts', () => {
    const { context } = said('startup')
    expect(context?.foot).toContain('hindcast show ID')
    expect(`${context?.head} ${context?.foot}`).not.toMatch(/\b(?:you (?:must|should)|please|always|use)\b/i)
  })

  it('gives the person one line with counts', () => {
    expect(said('startup').notes).toEqual(['Hindcast: 2 observations from 1 session in this project'])
    expect(said('compact').notes).toEqual([])
  })

  it('names the address of the viewer, and how to sign in', () => {
    const [line] = said('startup', { viewer: 'http://127.0.0.1:1' }).notes
    expect(line).toBe(
      'Hindcast: 2 observations from 1 session in this project · http://127.0.0.1:1 (sign in: hindcast open)',
    )
  })

  it("in a project's first session, one more line says what is remembered and how to stop it", () => {
    const { notes, context } = said('startup', { index: NOTHING, first: true })
    expect(notes[0]).toContain('nothing recorded in this project yet')
    expect(notes[1]).toMatch(/<private>.*hindcast pause/)
    expect(notes).toHaveLength(2)
    expect(context).toBeUndefined()
    // After an import, it is not the first session
    const index = { ...NOTHING, totals: { sessions: 1, observations: 0, hasAny: false } }
    expect(said('startup', { index, first: true }).notes).toHaveLength(1)
  })

  const many = Array.from({ length: 60 }, (_, at) => observationOf({ id: `o_${at}`, at: T0 - at }))
  const sessions = Array.from({ length: 20 }, (_, at) =>
    summaryOf({ id: `m_${at}`, session: `other ${at}`, at: T0 - at, completed: `\`parse${at}()\` copies.` }),
  )

  it.each(['startup', 'resume', 'clear', 'compact', 'fork'])('shows no record at a narrow start by %s', (source) => {
    expect(said(source, { settings: SETTINGS })).toMatchObject({ context: undefined })
  })

  it('with `context.depth: full` shows as many records and sessions as the settings say, however old', () => {
    const index = { ...RECORDED, observations: many, summaries: sessions }
    const { ids } = said('startup', { index })
    expect(ids.filter((id) => id.startsWith('o_'))).toHaveLength(50)
    expect(ids.filter((id) => id.startsWith('m_'))).toHaveLength(10)
    expect(said('startup', { index, settings: { ...FULL, contextObservations: 3, contextSummaries: 0 } }).ids).toEqual([
      'o_0',
      'o_1',
      'o_2',
    ])
  })

  it('names no scratch file, and shows no record that changed nothing else', () => {
    const files = ['/private/var/folders/x/T/probe.py', 'C:/users/Ada/AppData/Local/Temp/probe.py']
    const scratch = observationOf({ id: 'o_1', at: T0 - 1, title: 'Probe the parser', filesModified: files })
    const both = observationOf({
      id: 'o_2',
      at: T0 - 2,
      title: 'Count the commas',
      filesModified: [...files, '/w/a.ts'],
    })
    const { context, ids } = said('startup', { index: { ...RECORDED, observations: [scratch, both], summaries: [] } })
    expect(ids).toEqual(['o_2'])
    expect(context?.items[0]?.text).toContain('(/w/a.ts)')
  })

  it.each([
    [{ sessions: 0, observations: 0, hasAny: true }, 'Hindcast: no other session in this project yet'],
    [{ sessions: 3, observations: 0, hasAny: false }, 'Hindcast: 3 sessions in this project'],
    [{ sessions: 0, observations: 1, hasAny: true }, 'Hindcast: 1 observation in this project'],
    [{ sessions: 0, observations: 0, hasAny: false }, 'Hindcast: nothing recorded in this project yet'],
  ])('of %j says what there is', (totals, line) => {
    expect(said('startup', { index: { ...NOTHING, totals } }).notes).toEqual([line])
  })
})
