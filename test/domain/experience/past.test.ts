import { describe, expect, test } from 'vitest'
import type { Experience } from '../../../src/domain/experience/experience.ts'
import { beliefsLike, insightsLike, isNews, openIn } from '../../../src/domain/experience/past.ts'
import { premortemOf } from '../../../src/domain/experience/premortem.ts'
import { aLesson } from '../learning/taught.ts'
import { believed } from './believed.ts'

const QUERY = { text: 'The cache test is flaky since eviction runs in workers' }
const LISTENER = { session: 's1', told: new Set<string>() }
const one = (id: string, over: Partial<Experience> = {}): Experience => ({ ...believed(id), ...over })
const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id)

describe('a belief is news to a session', () => {
  test('unless it was told of it, held it, or took it over once', () => {
    expect(isNews(one('x_1'), LISTENER)).toBe(true)
    expect(isNews(one('x_1'), { ...LISTENER, told: new Set(['x_1']) })).toBe(false)
    expect(isNews(one('x_1', { session: 's1' }), LISTENER)).toBe(false)
    expect(isNews(one('x_1', { heldBy: 's1' }), LISTENER)).toBe(false)
    const adopt = { kind: 'adopt', by: 'agent', at: believed('x').at + 1, session: 's1' } as const
    expect(isNews(believed('x_1', { between: [adopt as never] }), LISTENER)).toBe(false)
    expect(isNews(believed('x_1', { between: [{ ...adopt, session: 's2' } as never] }), LISTENER)).toBe(true)
  })

  test('and told if it is about the same, and ended one way or the other', () => {
    const like = (over: Partial<Experience>) => beliefsLike([one('x_1', over)], QUERY, LISTENER).length
    expect(like({})).toBe(1)
    expect(like({ status: 'confirmed' })).toBe(1)
    expect(like({ status: 'abandoned' })).toBe(0)
    expect(like({ status: undefined })).toBe(0)
    expect(like({ isProvisional: true })).toBe(0)
    expect(like({ session: 's1' })).toBe(0)
    expect(beliefsLike([one('x_1')], { text: 'Paint the login page blue' }, LISTENER)).toEqual([])
  })
})

test('an agent has that experience open which it holds itself, and none that Hindcast opened', () => {
  const open = (over: Partial<Experience> = {}) =>
    one('x_1', { state: 'open', session: 's1', agentId: undefined, ...over })
  const found = (experience: Experience, agentId?: string) => openIn([experience], { ...LISTENER, agentId })?.id
  expect(found(open())).toBe('x_1')
  expect(found(open({ state: 'closed' }))).toBeUndefined()
  expect(found(open({ isProvisional: true }))).toBeUndefined()
  expect(found(open({ session: 's2' }))).toBeUndefined()
  expect(found(open({ session: 's2', heldBy: 's1' }))).toBe('x_1')
  expect(found(open({ heldBy: 's2' }))).toBeUndefined()
  expect(found(open(), 'a1')).toBeUndefined()
  expect(found(open({ agentId: 'a1' }), 'a1')).toBe('x_1')
})

describe('an insight fits a query', () => {
  const insight = (id: string, text: string, over = {}) =>
    aLesson({ id, type: 'insight', evidence: ['x_1'], text, ...over })

  test('if it shares three words with it; those that share most come first, then the newest', () => {
    const all = [
      insight('l_two', 'Cache flaky'),
      insight('l_three', 'Flaky cache eviction'),
      insight('l_newer', 'Flaky cache eviction', { at: aLesson().at + 1 }),
      insight('l_four', 'Flaky cache eviction in workers'),
    ]
    expect(ids(insightsLike(all, QUERY, LISTENER))).toEqual(['l_four', 'l_newer', 'l_three'])
  })

  test('if it is active, of experiences, and was not told before', () => {
    const text = 'Flaky cache eviction in workers'
    expect(insightsLike([insight('l_1', text, { state: 'candidate' })], QUERY, LISTENER)).toEqual([])
    expect(insightsLike([insight('l_1', text, { evidence: ['g_1'] })], QUERY, LISTENER)).toEqual([])
    expect(insightsLike([insight('l_1', text)], QUERY, { ...LISTENER, told: new Set(['l_1']) })).toEqual([])
  })
})

describe('a premortem', () => {
  const many = Array.from({ length: 7 }, (_, n) => one(`x_${n}`))

  test('lists what went wrong in work like this, each experience once and five at most of a kind', () => {
    const found = premortemOf(many, [], QUERY)
    expect(ids(found.failures)).toHaveLength(5)
    const all = [...found.failures, ...found.surprises, ...found.rootCauses].map(({ id }) => id)
    expect(new Set(all).size).toBe(all.length)
    expect(found.experiences).toBe(7)
    expect(ids(premortemOf([one('x_1', { status: 'confirmed' })], [], QUERY).failures)).toEqual([])
    expect(premortemOf([], [], QUERY)).toMatchObject({ experiences: 0, failures: [], strategies: [], insights: [] })
  })

  test('counts how each approach ended, the one tried most often first', () => {
    const all = [
      one('x_1', { strategy: 'ask-user' }),
      one('x_2', { strategy: 'ask-user', status: 'abandoned' }),
      one('x_3', { strategy: 'research-first', status: 'confirmed' }),
      one('x_4', { strategy: 'research-first' }),
      one('x_5', { strategy: 'trial-and-error', status: 'abandoned' }),
    ]
    expect(premortemOf(all, [], QUERY).strategies).toEqual([
      { strategy: 'research-first', confirmed: 1, falsified: 1 },
      { strategy: 'ask-user', confirmed: 0, falsified: 1 },
    ])
  })

  test('of a kind of work, or of an approach, is about all of it and nothing else', () => {
    const all = [
      one('x_1'),
      one('x_2', { domain: 'feature', goal: 'Colour the buttons', hypothesis: 'Blue is enough' }),
      one('x_3', { domain: 'feature', strategy: 'ask-user', goal: 'Draw a map', hypothesis: 'Tiles load' }),
    ]
    expect(ids(premortemOf(all, [], { ...QUERY, domain: 'feature' }).failures).sort()).toEqual(['x_2', 'x_3'])
    expect(ids(premortemOf(all, [], { ...QUERY, strategy: 'ask-user' }).failures)).toEqual(['x_3'])
    expect(ids(premortemOf(all, [], { ...QUERY, domain: 'debugging' }).failures)).toEqual(['x_1'])
    expect(ids(premortemOf(all, [], QUERY).failures)[0]).toBe('x_1')
  })
})
