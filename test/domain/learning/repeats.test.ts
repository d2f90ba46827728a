import { expect, test } from 'vitest'
import { learningFigures, taughtAmong } from '../../../src/domain/learning/repeats.ts'
import { aLesson, aSignal } from './taught.ts'

const THRESHOLD = { sessions: 2, confidence: 0.9, scripts: 'propose' } as const
const said = (session: string, at: number, over: object = {}) =>
  aSignal({ id: `g_${session}_${at}`, session, at, ...over })
const lessonOf = (signals: readonly { id: string }[], over: object = {}) =>
  aLesson({ evidence: signals.map(({ id }) => id), ...over })

test('a lesson is taught in the session whose words were enough, and repeated when it is said again later', () => {
  const signals = [said('s1', 1), said('s2', 2), said('s2', 3)]
  expect(taughtAmong([lessonOf(signals)], signals, THRESHOLD)).toMatchObject([{ session: 's2', isRepeated: false }])
  const again = [...signals, said('s3', 4)]
  expect(taughtAmong([lessonOf(again)], again, THRESHOLD)).toMatchObject([{ session: 's2', isRepeated: true }])
})

test('a rule said for good is taught at once', () => {
  const signals = [said('s1', 1, { type: 'directive', hasHorizon: true }), said('s2', 2)]
  expect(taughtAmong([lessonOf(signals)], signals, THRESHOLD)).toMatchObject([{ session: 's1', isRepeated: true }])
})

test('what was not said often enough, or was rejected, was not taught; a violation repeats nothing', () => {
  const once = [said('s1', 1)]
  expect(taughtAmong([lessonOf(once, { state: 'candidate' })], once, THRESHOLD)).toEqual([])
  const twice = [said('s1', 1), said('s2', 2), said('s3', 3, { type: 'violation' })]
  expect(taughtAmong([lessonOf(twice, { state: 'rejected' })], twice, THRESHOLD)).toEqual([])
  const figures = learningFigures([lessonOf(twice, { followed: 4, violated: 1 })], twice, THRESHOLD)
  expect(figures).toEqual({ active: 1, followed: 4, violated: 1, taught: 1, repeated: 0 })
})
