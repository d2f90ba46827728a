import { beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../daemon/world.ts'
import { ask, call, live, say, startedWorlds } from './turns.ts'

const world = startedWorlds()
let here: World
beforeAll(async () => {
  here = await world()
  await live(here, 's1', [{ hook_event_name: 'SessionStart', source: 'startup' }, ask('p1', 'Fix the cache test')])
  await live(here, 's2', [{ hook_event_name: 'SessionStart', source: 'startup' }])
})

const BELIEF = {
  goal: 'make the cache test stable',
  hypothesis: 'the cache is shared by two tests',
  plan: 'give each its own folder',
  prediction: 'it passes ten times',
}
const does = (action: string, more: object = {}, session = 's1') =>
  call(here, 'experiences', { action, from: here.project, session, ...more })
const one = async (...given: Parameters<typeof does>) => (await does(...given)).experiences[0]

describe('an experience', () => {
  test('is started, revised, resolved and found again, with every change of mind', async () => {
    const { id, state, provisional } = await one('start', { ...BELIEF, expect: 'pytest passes' })
    expect([state, provisional]).toEqual(['open', false])
    expect((await one('current')).id).toBe(id)
    await does('update', { hypothesis: 'the clock is mocked twice', note: 'seen in the log' })
    const falsified = { status: 'falsified', result: 'it still fails', surprise: 'the clock was real' }
    const ended = await one('resolve', { ...falsified, rootCause: 'wrong-assumption', lesson: 'print the clock first' })
    expect(ended).toMatchObject({
      id,
      state: 'closed',
      outcome: { status: 'falsified' },
      tier: 'bronze',
      iterations: 2,
    })
    expect(await does('current')).toMatchObject({ experiences: [] })
    const shown = await one('show', { id })
    expect(shown.history.map(({ hypothesis }: { hypothesis: string }) => hypothesis)).toEqual([
      BELIEF.hypothesis,
      'the clock is mocked twice',
    ])
    for (const words of ['clock mocked', 'shared by two tests', 'print the clock'])
      expect((await one('search', { words })).id).toBe(id)
  })

  test('is one at a time in a session, and each session has its own', async () => {
    const first = await one('start', BELIEF)
    expect((await does('start', { ...BELIEF, goal: 'another' })).error?.message ?? '').toContain(
      `already open: ${first.id}`,
    )
    const other = await one('start', BELIEF, 's2')
    expect(other.id).not.toBe(first.id)
    await Promise.all([does('abandon', { words: 'enough' }), does('abandon', { words: 'enough' }, 's2')])
    expect((await one('show', { id: other.id })).outcome).toMatchObject({ status: 'abandoned', result: 'enough' })
  })

  test('started twice at once is stored once', async () => {
    const both = await Promise.all([does('start', BELIEF), does('start', { ...BELIEF, goal: 'the other goal' })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    await does('abandon', { words: 'enough' })
  })

  test('that another session left is adopted under the same id', async () => {
    const { id } = await one('start', BELIEF)
    expect(await one('adopt', { id }, 's2')).toMatchObject({ id, sessionId: 's2' })
    expect((await does('current')).experiences).toEqual([])
    expect((await one('resolve', { status: 'confirmed', result: 'it passes' }, 's2')).outcome.status).toBe('confirmed')
  })

  test('cites only what happened in its session since it began', async () => {
    await one('start', BELIEF)
    expect(
      (await does('resolve', { status: 'confirmed', evidence: ['e_0000000000000000'] })).error?.message ?? '',
    ).toContain("'e_0000000000000000' is not an event")
    await does('abandon', { words: 'enough' })
  })
})

describe('refused are', () => {
  test.each([
    ['update', { note: 'x' }, 'no experience is open'],
    ['start', { goal: 'x' }, 'needs hypothesis, plan, prediction'],
    ['start', { ...BELIEF, expect: 'it goes green' }, 'cannot be checked against a run'],
    ['show', { id: 'x_nope' }, "no experience matches 'x_nope'"],
    ['resolve', {}, 'no experience is open'],
  ])('%s with %o', async (action, more, why) => {
    const { status, error } = await does(action, more)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(error.message).toContain(why)
  })

  test('a falsified belief without surprise and root cause', async () => {
    await one('start', BELIEF)
    expect((await does('resolve', { status: 'falsified', result: 'no' })).error?.message ?? '').toContain(
      'needs a surprise and a root cause',
    )
    await does('abandon', { words: 'enough' })
  })
})

describe('five experiences that are alike', () => {
  const falsified = { status: 'falsified', result: 'no', rootCause: 'test-isolation', cause: 'a fixture is shared' }
  const insight = (words: string) => does('insight', { id: 'root-cause:test-isolation', words })

  test('make a group, whose insight is a candidate and told before similar work once a person approves it', async () => {
    for (let n = 0; n < 5; n++) {
      await one('start', { ...BELIEF, hypothesis: `fixture ${n} leaks between tests` })
      await does('resolve', { ...falsified, surprise: `fixture ${n} was shared` })
    }
    const { groups } = await does('groups')
    expect(groups.map(({ id }: { id: string }) => id)).toContain('root-cause:test-isolation')
    expect((await insight('drink more water every day')).error.message).toContain('shares too few words')
    const { insight: id } = await insight('look for a shared fixture before anything else')
    const [lesson] = (await call(here, 'lessons', { action: 'show', id })).lessons
    expect(lesson).toMatchObject({ kind: 'insight', state: 'candidate', support: 5 })
    expect(lesson.because).toContain('worded from 5 experiences')
    await call(here, 'lessons', { action: 'approve', id })
    const { insights } = await call(here, 'premortem', {
      text: 'Refactor the shared fixture of the cache tests, look at anything else',
      from: here.project,
    })
    expect(insights.map((each: { id: string }) => each.id)).toContain(id)
    expect((await call(here, 'context', { from: here.project })).text).not.toContain('shared fixture before')
  })
})

test('private passages and secrets of a belief are not stored', async () => {
  const { id } = await one('start', { ...BELIEF, hypothesis: 'it is <private>Ann’s</private> machine' })
  expect(JSON.stringify(await one('show', { id }))).not.toContain('Ann')
  await does('abandon', { words: 'enough' })
})

test('a session that is forgotten takes its experiences along, adopted ones too', async () => {
  await live(here, 's3', [{ hook_event_name: 'SessionStart', source: 'startup' }])
  await live(here, 's4', [{ hook_event_name: 'SessionStart', source: 'startup' }])
  const { id } = await one('start', BELIEF, 's3')
  await does('adopt', { id }, 's4')
  await say(here, 's4', ask('p9', 'Go on'))
  await call(here, 'forget', { session: 's4', yes: true })
  expect((await does('show', { id })).status).toBe(404)
})
