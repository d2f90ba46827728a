import { describe, expect, onTestFinished, test } from 'vitest'
import type { Store } from '../../src/adapters/store/sqlite/store.ts'
import { on } from '../../src/domain/behaviour.ts'
import { createEngine, type Engine } from '../../src/engine/engine.ts'
import { openFresh } from '../adapters/store/sqlite/fresh.ts'
import { portsOf } from './ports.ts'
import { named, prompt, result } from './world.ts'

let isIll = true
const ill = named(
  'ill',
  on('UserPromptSubmit', {
    lane: 'reply',
    onFailure: 'pass',
    decide: () => {
      if (isIll) throw new Error('ill')
      return []
    },
  }),
  on('PostToolUse', { lane: 'later', onFailure: 'retry', decide: () => [] }),
)

/** What happens to one store over several daemons. */
async function over(): Promise<{ store: Store; engine: (release?: string) => Promise<Engine> }> {
  isIll = true
  const store = await openFresh()
  onTestFinished(() => store.close())
  const engine = async (release = '1.0.0') => {
    const made = createEngine({ behaviours: [ill], ports: portsOf(store, []), release })
    await made.start()
    return made
  }
  return { store, engine }
}

const fail = async (engine: Engine, times: number) => {
  for (let at = 0; at < times; at++) await engine.take(prompt())
}
const healthOf = (engine: Engine) => engine.health().map(({ on: isOn, failures }) => ({ isOn, failures }))[0]

describe('across a restart', () => {
  test('a behaviour disabled after failures stays disabled', async () => {
    const { engine } = await over()
    const first = await engine()
    await fail(first, 3)
    await first.close()
    const second = await engine()
    expect(healthOf(second)).toEqual({ isOn: false, failures: 3 })
    await second.close()
  })

  test('consecutive failures keep counting, until a success', async () => {
    const { engine } = await over()
    const first = await engine()
    await fail(first, 2)
    await first.close()
    const second = await engine()
    expect(healthOf(second)).toEqual({ isOn: true, failures: 2 })
    await fail(second, 1)
    expect(healthOf(second)).toEqual({ isOn: false, failures: 3 })
    second.revive('ill')
    await fail(second, 1)
    isIll = false
    await fail(second, 1)
    await second.close()
    expect(healthOf(await engine())).toEqual({ isOn: true, failures: 0 })
  })

  test('it runs again once it is enabled, or under another release', async () => {
    const { engine } = await over()
    const first = await engine()
    await fail(first, 3)
    await first.close()
    expect(healthOf(await engine('1.0.1'))).toEqual({ isOn: true, failures: 0 })
    const again = await engine()
    again.revive('ill')
    await again.close()
    expect(healthOf(await engine())).toEqual({ isOn: true, failures: 0 })
  })
})

test('jobs postponed while a behaviour was disabled run as soon as it is enabled', async () => {
  const { engine, store } = await over()
  const one = await engine()
  await fail(one, 3)
  await one.drain()
  const before = await store.jobs.counts()
  isIll = false
  // Owed by a daemon under which the behaviour still ran
  const other = createEngine({ behaviours: [ill], ports: portsOf(store, []), release: 'other' })
  await other.take(result('ls', ''))
  one.wake()
  await one.drain()
  expect(await store.jobs.counts()).toEqual({ pending: before.pending + 1, failed: 0 })
  one.revive('ill')
  await expect.poll(() => store.jobs.counts()).toEqual({ pending: 0, failed: 0 })
  await one.close()
})
