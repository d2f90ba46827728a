import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createThread, cutOff, Late } from '../../src/engine/cut-off.ts'

let now = 0
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (ms: number): void => {
  now += ms
  vi.advanceTimersByTime(ms)
}
/** Work that holds the thread so long: no timer fires meanwhile, those that were due do so right after it. */
const lasting = (ms: number) => () => {
  now += ms
}

test('waiting for facts ends with the budget', () => {
  const { signal } = cutOff(100, createThread())
  pass(99)
  expect(signal.aborted).toBe(false)
  pass(1)
  expect(signal.reason).toBeInstanceOf(Late)
})

test('time in which other reactions hold the thread is not charged', () => {
  const thread = createThread()
  const { signal } = cutOff(100, thread)
  cutOff(1_000, thread).run(lasting(300))
  vi.advanceTimersByTime(300)
  pass(50)
  expect(signal.aborted).toBe(false)
  pass(60)
  expect(signal.aborted).toBe(true)
})

test('a reaction is late if its own work exceeds the budget', () => {
  const limit = cutOff(100, createThread())
  limit.run(lasting(60))
  expect(() => limit.run(lasting(60))).toThrow(Late)
})

test('a finished reaction is not cut off', () => {
  const limit = cutOff(100, createThread())
  const { signal } = limit
  limit.stop()
  pass(1_000)
  expect(signal.aborted).toBe(false)
})
