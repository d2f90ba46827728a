import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  combinedConfidence,
  isEnough,
  isForGood,
  strengthOf,
  type Threshold,
} from '../../../src/domain/learning/strength.ts'
import type { Signal } from '../../../src/domain/nouns/signal.ts'
import { aSignal } from './taught.ts'

const THRESHOLD: Threshold = { sessions: 3, confidence: 0.9, scripts: 'propose' }

/** A signal of each confidence, each in a session of its own. */
const sessions = (...confidences: number[]): Signal[] =>
  confidences.map((confidence, at) => aSignal({ id: `g_${at}`, session: `s${at}`, confidence }))
const named = (session: string, over: Partial<Signal> = {}) => aSignal({ id: `g_${session}`, session, ...over })

describe('how strongly signals support a rule', () => {
  test('sessions are independent sources', () => {
    expect(combinedConfidence([])).toBe(0)
    expect(combinedConfidence(sessions(0.5))).toBeCloseTo(0.5, 12)
    expect(combinedConfidence(sessions(0.5, 0.5))).toBeCloseTo(0.75, 12)
    expect(combinedConfidence(sessions(0.5, 0.8, 0.2))).toBeCloseTo(1 - 0.5 * 0.2 * 0.8, 12)
  })

  test('of one session only the strongest signal counts, wherever it stands', () => {
    const said = [0.3, 0.8, 0.5].map((confidence) => aSignal({ confidence }))
    expect(combinedConfidence(said)).toBeCloseTo(0.8, 12)
    expect(combinedConfidence([...said].reverse())).toBeCloseTo(0.8, 12)
  })

  test('is the strongest of each session for any signals, in any order', () => {
    const signal = fc.record({
      session: fc.constantFrom('s1', 's2', 's3'),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(signal, { maxLength: 8 }), (all) => {
        const signals = all.map((over) => aSignal(over))
        const best = ['s1', 's2', 's3'].map((session) =>
          Math.max(0, ...all.flatMap((each) => (each.session === session ? [each.confidence] : []))),
        )
        expect(combinedConfidence(signals)).toBeCloseTo(1 - best.reduce((left, each) => left * (1 - each), 1), 12)
        expect(combinedConfidence([...signals].reverse())).toBeCloseTo(combinedConfidence(signals), 12)
      }),
    )
  })
})

describe('a rule holds at once', () => {
  const directive = { type: 'directive', hasHorizon: true } as const

  test('if a person states it as a rule that holds from now on, and in no other case', () => {
    expect(isForGood(aSignal(directive))).toBe(true)
    expect(isForGood(aSignal({ ...directive, type: 'correction' }))).toBe(false)
    expect(isForGood(aSignal({ ...directive, hasHorizon: false }))).toBe(false)
    expect(isForGood(aSignal({ ...directive, by: 'script' }))).toBe(false)
    expect(isForGood(aSignal({ ...directive, reach: 'until' }))).toBe(false)
  })

  test('whatever else is in its evidence', () => {
    expect(isEnough([aSignal(directive)], THRESHOLD)).toBe(true)
    expect(isEnough([named('s2', { confidence: 0.1 }), aSignal(directive)], THRESHOLD)).toBe(true)
    expect(isEnough([aSignal({ ...directive, reach: 'until' })], THRESHOLD)).toBe(false)
  })
})

describe('a rule without a horizon is enough', () => {
  test('in as many sessions as are asked for, and no fewer', () => {
    expect(isEnough(sessions(0.8, 0.8, 0.8), THRESHOLD)).toBe(true)
    expect(isEnough(sessions(0.99, 0.99), THRESHOLD)).toBe(false)
    expect(isEnough([...sessions(0.99, 0.99), aSignal({ session: 's1', id: 'again' })], THRESHOLD)).toBe(false)
  })

  test('with as much confidence as is asked for, and no less', () => {
    const even = { ...THRESHOLD, confidence: 0.875 }
    expect(isEnough(sessions(0.5, 0.5, 0.5), even)).toBe(true)
    expect(isEnough(sessions(0.5, 0.5, 0.49), even)).toBe(false)
  })

  test('without what was said for some time only, what a recipe shows, and what a script said', () => {
    const two = sessions(0.9, 0.9)
    const third = named('s9', { confidence: 0.9 })
    expect(isEnough([...two, third], THRESHOLD)).toBe(true)
    expect(isEnough([...two, { ...third, reach: 'until' }], THRESHOLD)).toBe(false)
    expect(isEnough([...two, { ...third, type: 'recovery' }], THRESHOLD)).toBe(false)
    expect(isEnough([...two, { ...third, by: 'script' }], THRESHOLD)).toBe(false)
  })

  test('only if some of it was heard live', () => {
    const past = sessions(0.9, 0.9, 0.9).map((signal) => ({ ...signal, isPast: true }))
    expect(isEnough(past, THRESHOLD)).toBe(false)
    expect(isEnough([...past, named('s9')], THRESHOLD)).toBe(true)
  })
})

describe('of parts that are alike in meaning', () => {
  const rule = (session: string, confidence = 0.6) => named(session, { type: 'directive', confidence })

  test('a single part is as strong as it is by itself', () => {
    const group = sessions(0.8, 0.8, 0.8)
    expect(strengthOf([group], THRESHOLD)).toEqual({
      core: group,
      confidence: combinedConfidence(group),
      isEnough: true,
    })
    expect(strengthOf([[named('s1')]], THRESHOLD).core).toHaveLength(1)
    expect(strengthOf([], THRESHOLD)).toEqual({ core: [], confidence: 0, isEnough: false })
  })

  test('the lesson is put in the words of the strongest that stands by itself', () => {
    const [weak, strong] = [[rule('s1', 0.5)], [rule('s2', 0.7)]]
    const [one, alone] = [[named('s3', { confidence: 0.99 })], [named('s4', { confidence: 0.98 })]]
    expect(strengthOf([weak, strong, one], THRESHOLD).core).toBe(strong)
    expect(strengthOf([strong, weak, one], THRESHOLD).core).toBe(strong)
    expect(strengthOf([one, alone], THRESHOLD).core).toEqual([])
  })

  test('of two that are as strong, the first speaks', () => {
    const [first, second] = [[rule('s1')], [rule('s2')]]
    expect(strengthOf([first, second], THRESHOLD).core).toBe(first)
  })

  test('a part stands by itself if it holds a rule in words, or was said in two sessions', () => {
    const complaint = [named('s1'), named('s1', { id: 'again' })]
    const twice = [named('s2'), named('s3')]
    const mixed = [named('s4'), rule('s4', 0.1)]
    expect(strengthOf([complaint, twice], THRESHOLD).core).toBe(twice)
    expect(strengthOf([complaint, mixed], THRESHOLD).core).toBe(mixed)
    expect(strengthOf([complaint, [named('s5')]], THRESHOLD).core).toEqual([])
  })

  test('what is only like the part that speaks adds nothing to it', () => {
    const core = [rule('s0', 0.8)]
    const parts = [core, ...['s0', 's1', 's2', 's3'].map((session) => [named(session)])]
    expect(strengthOf(parts, THRESHOLD)).toEqual({ core, confidence: expect.closeTo(0.8, 12), isEnough: false })
  })

  test('parts that are only alike are believed half, .1 more for each session beyond two, .7 at most, and never enough', () => {
    const believed = (...of: string[]) =>
      strengthOf(
        of.map((session) => [named(session, { confidence: 0.99 })]),
        { ...THRESHOLD, sessions: 1, confidence: 0 },
      )
    expect(believed('s1', 's2')).toEqual({ core: [], confidence: 0.5, isEnough: false })
    expect(believed('s1', 's1').confidence).toBeCloseTo(0.5, 12)
    expect(believed('s1', 's2', 's3').confidence).toBeCloseTo(0.6, 12)
    expect(believed('s1', 's2', 's3', 's4', 's5', 's6').confidence).toBeCloseTo(0.7, 12)
  })

  test('corrections in two sessions with others like them are not enough, since nobody put the rule in words', () => {
    const twice = [named('s0', { confidence: 0.9 }), named('s1', { confidence: 0.9 })]
    expect(strengthOf([twice, [named('s2')], [named('s3')]], THRESHOLD).isEnough).toBe(false)
    const forNow = twice.map((each) => ({ ...each, type: 'directive', reach: 'until' }) as const)
    expect(strengthOf([forNow, [named('s2')], [named('s3')]], THRESHOLD).isEnough).toBe(false)
  })
})
