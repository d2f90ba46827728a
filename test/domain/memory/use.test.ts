import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventRecord } from '../../../src/domain/memory/record.ts'
import { drawOf, isUsedNoMore, judgeUse, pairedTellings, type UseEvidence } from '../../../src/domain/memory/use.ts'
import type { EventRecord } from '../../../src/domain/nouns/event.ts'
import type { Observation } from '../../../src/domain/nouns/observation.ts'
import type { Prompt } from '../../../src/domain/nouns/prompt.ts'
import type { AnyRecord } from '../../../src/domain/nouns/records.ts'
import type { Telling } from '../../../src/domain/nouns/telling.ts'
import type { Act } from '../../../src/domain/tool.ts'
import { done, edit, eventOf, ROOT, read, shell } from '../samples.ts'

const TOLD = 100
const ID = 'o_00112233445566ff'

const observation = (over: Partial<Observation> = {}): Observation => ({
  ...{ id: ID, session: 'before', project: 'p1', at: 1, type: 'feature', narrative: '', facts: [], concepts: [] },
  ...{ title: 'Kestrel queue drains by watermark', filesRead: [], filesModified: [], evidence: [], ...over },
})
const telling = (over: Partial<Telling> = {}): Telling => ({
  ...{ id: 't_1', session: 's1', project: 'p1', at: TOLD, behaviour: 'b', record: ID, withheld: false, ...over },
})
const kept = (event: Parameters<typeof eventRecord>[0]) => eventRecord(event) as EventRecord
const did = (at: number, act: Act, text = '', patch?: string) => kept(done(act, text, { at }, patch))
const said = (at: number, lastMessage: string) => kept(eventOf('Stop', { active: false, lastMessage }, { at }))
const asked = (at: number, text: string): Prompt => ({
  ...{ id: `p_${at}`, session: 's1', project: 'p1', at, number: 1, text, origin: 'person', event: `e_${at}` },
})
const shown = (record: Observation): AnyRecord => ({ kind: 'observation', record })

/** The result of judging a telling of this record in a session with these events. */
function use(record: Observation, events: readonly EventRecord[], more: Partial<UseEvidence> = {}) {
  const evidence = { tellings: [telling()], records: [shown(record)], known: [record], prompts: [], isCut: false }
  const [found] = judgeUse({ ...evidence, events, ...more })
  return found && [found.used, found.usedAt]
}

describe('a told record is used', () => {
  test('if it is opened afterwards, even by a unique prefix of its id', () => {
    const show: Act = { kind: 'mcp', server: 'hindcast', method: 'show', text: `{"ids":["${ID}"]}` }
    expect(use(observation(), [did(TOLD + 1, show)])).toEqual(['opened', TOLD + 1])
    expect(use(observation(), [did(TOLD + 2, shell(`hindcast show ${ID.slice(0, 12)}`))])).toEqual(['opened', TOLD + 2])
    expect(use(observation(), [did(TOLD, show)])).toBeUndefined()
    expect(use(observation(), [did(TOLD + 1, shell('hindcast show o_ffffffffffffffff'))])).toBeUndefined()
  })

  test('if a file that it changed, and that was not in hand yet, is touched in any worktree', () => {
    const record = observation({ filesModified: ['/home/dev/other-tree/src/queue/drain.ts'] })
    const file = `${ROOT}/src/queue/drain.ts`
    expect(use(record, [did(TOLD + 1, read(file))])).toEqual(['file', TOLD + 1])
    expect(use(record, [did(TOLD - 1, read(file)), did(TOLD + 1, edit(file, 'a', 'b'))])).toBeUndefined()
    expect(use(record, [did(TOLD + 1, read(`${ROOT}/src/other/drain.ts`))])).toBeUndefined()
  })

  test('if two of its rare words are written before anyone else mentions them', () => {
    expect(use(observation(), [said(TOLD + 1, 'The kestrel has a watermark.')])).toEqual(['words', TOLD + 1])
    expect(use(observation(), [said(TOLD + 1, 'The kestrel flies.')])).toBeUndefined()
    const prompts = [asked(TOLD, 'What of the kestrel watermark?')]
    expect(use(observation(), [said(TOLD + 1, 'The kestrel has a watermark.')], { prompts })).toBeUndefined()
    const printed = did(TOLD + 1, shell('ls'), 'kestrel watermark')
    expect(use(observation(), [printed, said(TOLD + 2, 'A kestrel, a watermark.')])).toBeUndefined()
  })

  test('only the added lines of an edit are the agent’s words', () => {
    const file = `${ROOT}/a.ts`
    const patched = (patch: string) => use(observation(), [did(TOLD + 1, edit(file, '', ''), '', patch)])
    expect(patched('+kestrel\n+watermark')).toEqual(['words', TOLD + 1])
    expect(patched(' kestrel\n-watermark')).toBeUndefined()
  })

  test('words found in many sessions’ records are not rare', () => {
    const known = ['a', 'b', 'c', 'd'].map((session) => observation({ id: `o_${session}`, session }))
    expect(use(observation(), [said(TOLD + 1, 'The kestrel has a watermark.')], { known })).toBeUndefined()
  })

  test('not by what came before it was told, nor in the session that made it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: TOLD }), (at) => {
        const events = [did(at, read(`${ROOT}/x.ts`)), said(at, 'kestrel watermark')]
        expect(use(observation({ filesModified: [`${ROOT}/x.ts`] }), events)).toBeUndefined()
      }),
    )
    expect(use(observation({ session: 's1' }), [said(TOLD + 1, 'kestrel watermark')])).toBeUndefined()
  })

  test('a telling without enough of the session before it is not judged', () => {
    const events = Array.from({ length: 10 }, (_, n) => said(TOLD + n, 'kestrel watermark'))
    expect(use(observation(), events, { isCut: true })).toBeUndefined()
  })
})

describe('a control', () => {
  const others = ['o_a', 'o_b', 'o_c'].map((record, n) => telling({ session: `x${n}`, at: 5, record }))

  test('is what the same behaviour told another session before, never this one, and stays once chosen', () => {
    const mine = [telling(), telling({ id: 't_2', record: 'o_a' })]
    for (const { control } of pairedTellings(mine, others)) expect(['o_b', 'o_c']).toContain(control)
    expect(pairedTellings([telling()], [...others].reverse())).toEqual(pairedTellings([telling()], others))
    expect(
      pairedTellings(
        [telling()],
        others.map((each) => ({ ...each, behaviour: 'c' })),
      ),
    ).toEqual([telling()])
    expect(
      pairedTellings(
        [telling()],
        others.map((each) => ({ ...each, at: TOLD })),
      ),
    ).toEqual([telling()])
    expect(
      pairedTellings(
        [telling()],
        others.map((each) => ({ ...each, withheld: true })),
      ),
    ).toEqual([telling()])
    expect(pairedTellings([telling({ control: 'o_z' })], others)).toEqual([telling({ control: 'o_z' })])
  })

  test('is not chosen for a telling that never varies', () => {
    const handoff = telling({ record: 'h_1' })
    expect(pairedTellings([handoff], others)).toEqual([handoff])
  })

  test('is judged like the record itself', () => {
    const control = observation({ id: 'o_b', title: 'Other', filesModified: [`${ROOT}/b.ts`] })
    const judged = (events: readonly EventRecord[]) =>
      judgeUse({
        ...{ tellings: [telling({ control: 'o_b' })], records: [observation(), control].map(shown) },
        ...{ known: [], prompts: [], isCut: false, events },
      })
    expect(judged([did(TOLD + 1, read(`${ROOT}/b.ts`))])).toMatchObject([{ elsewhere: true }])
    expect(judged([])).toMatchObject([{ elsewhere: false }])
    expect(judged([])[0]?.used).toBeUndefined()
  })
})

describe('figures', () => {
  const figures = (compared: number, ahead: number, behind: number) => ({
    ...{ told: compared, used: ahead, compared, both: 0, ahead, behind, withheld: 0, usedWithheld: 0 },
  })

  test('say nothing below 100 comparisons', () => {
    expect(isUsedNoMore(figures(99, 0, 50))).toBe(false)
    expect(isUsedNoMore(figures(100, 0, 50))).toBe(true)
  })

  test('a clear lead keeps a behaviour at full output, a lead explained by chance does not', () => {
    expect(isUsedNoMore(figures(100, 20, 5))).toBe(false)
    expect(isUsedNoMore(figures(100, 10, 8))).toBe(true)
    expect(isUsedNoMore(figures(100, 0, 0))).toBe(true)
  })

  test('one more used record never makes a behaviour quieter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 0, max: 80 }), (ahead, behind) => {
        if (!isUsedNoMore(figures(200, ahead, behind)))
          expect(isUsedNoMore(figures(200, ahead + 1, behind))).toBe(false)
      }),
    )
  })
})

test('draws are evenly distributed from 0 to 1', () => {
  const draws = Array.from({ length: 2_000 }, (_, n) => drawOf('s1', `o_${n}`))
  for (const draw of draws) expect(draw >= 0 && draw < 1).toBe(true)
  for (const share of [0.05, 0.5]) {
    const below = draws.filter((draw) => draw < share).length / draws.length
    expect(Math.abs(below - share)).toBeLessThan(0.04)
  }
})

test('a session that is judged after each of its events gets the same verdicts as one that is judged at its end', () => {
  const words = ['kestrel', 'watermark', 'drains', 'queue', 'other']
  const step = fc.record({
    at: fc.integer({ min: TOLD - 3, max: TOLD + 6 }),
    text: fc.subarray(words),
    kind: fc.nat(3),
  })
  const record = observation({ filesModified: ['/home/dev/tree/src/queue/drain.ts'] })
  const evidence = { tellings: [telling()], records: [shown(record)], known: [record], isCut: false }
  const property = fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
    const events: EventRecord[] = []
    const prompts: Prompt[] = []
    for (const { at, text, kind } of steps) {
      const told = text.join(' ')
      if (kind === 0) prompts.push({ ...asked(at, told), id: `p_${prompts.length}` })
      else if (kind === 1) events.push(said(at, told))
      else if (kind === 2) events.push(did(at, shell('ls'), told))
      else events.push(did(at, edit(`${ROOT}/src/queue/drain.ts`, 'a', told)))
      judgeUse({ ...evidence, events: [...events], prompts: [...prompts] })
    }
    const afresh = events.map((event) => ({ ...event }))
    expect(judgeUse({ ...evidence, events, prompts })).toEqual(judgeUse({ ...evidence, events: afresh, prompts }))
  })
  fc.assert(property)
})
