import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateTokens } from '../../src/domain/context/tokens.ts'
import type { AnyEffect } from '../../src/domain/effects.ts'
import type { EventName } from '../../src/domain/events.ts'
import type { Act } from '../../src/domain/tool.ts'
import { type AnsweredEvent, merge, type Wish } from '../../src/engine/merge.ts'

const reason = fc.constantFrom('because', 'it is so', 'policy')
const rank = fc.integer({ min: -2, max: 3 })
const contextItem = fc.record({ text: fc.string({ maxLength: 40 }), rank, ids: fc.array(fc.uuid(), { maxLength: 2 }) })
const acts: Act[] = [
  { kind: 'shell', command: 'a', description: 'b' },
  { description: 'b', command: 'a', kind: 'shell' },
  { kind: 'shell', command: 'c' },
]
const effect = fc.oneof(
  fc.record({ kind: fc.constantFrom('deny', 'ask', 'block'), reason }),
  fc.record({ kind: fc.constant('ask'), reason, evenUnattended: fc.constant(true) }),
  fc.record({ kind: fc.constant('rewrite'), reason, act: fc.constantFrom(...acts) }),
  fc.record({ kind: fc.constant('note'), text: fc.constantFrom('one', 'two', 'three\nlines', ''), rank }),
  fc.record({ kind: fc.constant('watch'), paths: fc.array(fc.constantFrom('/a', '/b', '/c')) }),
  fc.record({ kind: fc.constant('refreshSkills') }),
  fc.record({
    kind: fc.constant('context'),
    type: fc.constantFrom('index', 'notice'),
    rank,
    items: fc.array(contextItem, { maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('score'), event: fc.constant('e_1'), significance: fc.constant(0.5) }),
) as fc.Arbitrary<AnyEffect>
const wishes = fc.uniqueArray(
  fc.record({ behaviour: fc.constantFrom('a', 'b', 'c', 'd'), effects: fc.array(effect, { maxLength: 4 }) }),
  { selector: ({ behaviour }) => behaviour, maxLength: 4 },
)
const names: EventName[] = [
  'SessionStart',
  'PreToolUse',
  'PostToolUse',
  'Stop',
  'SessionEnd',
  'PermissionRequest',
  'Unknown',
]
const answered = fc.record({
  name: fc.constantFrom(...names),
  active: fc.boolean(),
  attended: fc.constantFrom(true, false, undefined),
})

const wish = (behaviour: string, ...effects: AnyEffect[]): Wish => ({ behaviour, effects })
const offBy = (behaviour: string): string => `\`hindcast behaviours off ${behaviour}\` switches this off.`
const pre: AnsweredEvent = { name: 'PreToolUse' }
const rewrite = (act: Act | undefined): AnyEffect => ({ kind: 'rewrite', act: act as Act, reason: 'better' })

describe('merging', () => {
  test('is total, within budget, and independent of the order of behaviours', () => {
    fc.assert(
      fc.property(answered, wishes, fc.integer({ min: 0, max: 100 }), (event, all, budget) => {
        const merged = merge(event, all, budget)
        expect(merge(event, [...all].reverse(), budget)).toEqual(merged)
        expect(estimateTokens(merged.answer.context ?? '')).toBeLessThanOrEqual(budget)
        expect((merged.answer.note ?? '').split('\n').length).toBeLessThanOrEqual(2)
        const { deny, ask, rewrite: act } = merged.answer
        expect([deny, ask, act].filter((each) => each !== undefined).length).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('gives an event the answers that it admits, and reports the rest', () => {
    const all = [wish('a', { kind: 'deny', reason: 'no' }, { kind: 'note', text: 'hi', rank: 0 })]
    expect(merge({ name: 'SessionEnd' }, all, 500)).toMatchObject({
      answer: {},
      dropped: [
        { behaviour: 'a', kind: 'deny', why: 'SessionEnd admits no deny' },
        { behaviour: 'a', kind: 'note', why: 'SessionEnd admits no note' },
      ],
    })
  })

  test('deny beats ask beats rewrite; equal reasons are given once, followed by how to turn them off', () => {
    const [deny, ask] = [
      { kind: 'deny', reason: 'no' },
      { kind: 'ask', reason: 'sure?' },
    ] as const
    const all = [wish('a', ask, rewrite(acts[0])), wish('b', deny), wish('c', deny, { kind: 'deny', reason: 'also' })]
    expect(merge(pre, all, 500).answer).toEqual({ deny: `also\n\nno\n\n${offBy('b')}\n${offBy('c')}` })
    expect(merge(pre, all.slice(0, 1), 500).answer).toEqual({ ask: `sure?\n\n${offBy('a')}` })
  })

  test('equal rewrites are one; two different ones cancel out and leave a note', () => {
    expect(merge(pre, [wish('a', rewrite(acts[0])), wish('b', rewrite(acts[1]))], 500).answer).toEqual({
      rewrite: acts[0],
    })
    expect(merge(pre, [wish('b', rewrite(acts[0])), wish('a', rewrite(acts[2]))], 500).answer).toEqual({
      note: 'Hindcast left a call as it was: a and b would have rewritten it in different ways.',
    })
  })

  test('if nobody can be asked, an ask becomes context and other replies stand; a deny is not weakened by it', () => {
    const [ask, unattended] = [wish('a', { kind: 'ask', reason: 'sure?' }), { ...pre, attended: false }]
    const { answer } = merge(unattended, [ask, wish('b', rewrite(acts[0]))], 500)
    expect(answer).toEqual({ rewrite: acts[0], context: expect.stringContaining('sure?') })
    const deny = wish('b', { kind: 'deny', reason: 'no' })
    expect(merge(unattended, [ask, deny], 500)).toMatchObject({
      answer: { deny: `no\n\n${offBy('b')}` },
      dropped: [{ why: 'denied' }],
    })
    expect(merge({ name: 'PreModelSwitch', attended: false }, [ask], 500)).toMatchObject({
      answer: {},
      dropped: [{ behaviour: 'a', kind: 'ask', why: 'nobody can be asked' }],
    })
  })

  test('a Stop that already continues is not extended', () => {
    const all = [wish('a', { kind: 'block', reason: 'errors are left' })]
    expect(merge({ name: 'Stop', active: false }, all, 500).answer).toEqual({ block: 'errors are left' })
    expect(merge({ name: 'Stop', active: true }, all, 500)).toMatchObject({ answer: {}, dropped: [{ kind: 'block' }] })
  })

  test('the best note is one line; a second is added if neither can wait', () => {
    const note = (text: string, rank: number): AnyEffect => ({ kind: 'note', text, rank })
    const said = (...notes: AnyEffect[]) => merge({ name: 'SessionStart' }, [wish('a', ...notes)], 500).answer.note
    expect(said(note('second', 1), note('first\n one', 2), note('third', 0))).toBe('first one\nsecond')
    expect(said(note('can wait', -1), note('counts', 0))).toBe('counts')
    expect(said(note('can wait', -1))).toBe('can wait')
  })

  test('watched paths are merged and sorted', () => {
    const all = [wish('a', { kind: 'watch', paths: ['/b', '/a'] }), wish('b', { kind: 'watch', paths: ['/b'] })]
    expect(merge({ name: 'SessionStart' }, all, 500).answer).toEqual({ watch: ['/a', '/b'] })
  })
})
