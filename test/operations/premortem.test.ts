import { beforeAll, describe, expect, test } from 'vitest'
import premortem from '../../src/operations/premortem.ts'
import { plainScreen, renderedText } from '../../src/operations/verb/operation.ts'
import type { World } from '../daemon/world.ts'
import { ask, call, live, startedWorlds } from './turns.ts'

const world = startedWorlds()
let here: World
let id: string
beforeAll(async () => {
  here = await world()
  await live(here, 's1', [{ hook_event_name: 'SessionStart', source: 'startup' }, ask('p1', 'Fix the cache test')])
  const does = (action: string, more: object) =>
    call(here, 'experiences', { action, from: here.project, session: 's1', ...more })
  const belief = {
    ...{ goal: 'Stop the cache test from being flaky', hypothesis: 'the eviction clock drifts between workers' },
    ...{
      plan: 'freeze the clock',
      prediction: 'it passes ten times',
      domain: 'testing',
      strategy: 'check-assumptions',
    },
  }
  id = (await does('start', belief)).experiences[0].id
  const end = { status: 'falsified', result: 'it still fails', surprise: 'the order of keys changed' }
  await does('resolve', { ...end, rootCause: 'test-isolation', cause: 'two tests share a cache directory' })
})
const asked = (more: object) => call(here, 'premortem', { from: here.project, ...more })

describe('a premortem', () => {
  test('shows the wrong beliefs about work like this, how its approaches did, and nothing twice', async () => {
    const found = await asked({ text: 'move the flaky cache test to another eviction clock' })
    expect(found).toMatchObject({
      experiences: 1,
      failures: [{ id, rootCause: 'test-isolation' }],
      strategies: [{ strategy: 'check-assumptions', confirmed: 0, falsified: 1 }],
      ...{ recurring: [], surprises: [], rootCauses: [], insights: [] },
    })
  })

  test('finds one by its root cause, and none for other work', async () => {
    expect(await asked({ text: 'two tests share a directory of the cache' })).toMatchObject({ failures: [{ id }] })
    expect(await asked({ text: 'upload invoices in parallel' })).toMatchObject({ experiences: 0, failures: [] })
  })

  test('lists all wrong beliefs of a kind of work that is named', async () => {
    expect(await asked({ text: 'upload invoices', domain: 'testing' })).toMatchObject({ failures: [{ id }] })
    expect(await asked({ text: 'upload invoices', domain: 'security' })).toMatchObject({ experiences: 0 })
  })

  test('says in words that a belief was wrong, and why', async () => {
    const said = async (text: string) =>
      renderedText(premortem, await asked({ text }), plainScreen(Date.now()), { text })
    const text = await said('the flaky cache test')
    expect(text).toContain(
      'believed that the eviction clock drifts between workers; falsified: the order of keys changed',
    )
    expect(text).toContain('because of test isolation: two tests share a cache directory')
    expect(text).toContain('Based on 1 experience.')
    expect(await said('upload invoices in parallel')).toBe('No earlier failure is similar to this work.')
  })
})
