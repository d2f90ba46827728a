import { describe, expect, test } from 'vitest'
import { behaviours } from '../../../src/behaviours/registry.ts'
import type { Draft } from '../../../src/domain/events.ts'
import { ROOT_CAUSES } from '../../../src/domain/experience/experience.ts'
import { changesOf } from '../../../src/domain/experience/journal.ts'
import { draft, result, type World, world } from '../../engine/world.ts'
import { begun, started, stored } from './beliefs.ts'

const PYTEST = 'pytest test_cache.py'
const passed = () => result(PYTEST, '============ 12 passed in 0.31s ============')
const failed = (names: readonly string[], over: Partial<Draft> = {}) => {
  const lines = names.map((name) => `FAILED test_cache.py::${name} - AssertionError: assert 1 == 2`)
  const error = `${lines.join('\n')}\n============ ${names.length} failed, 11 passed in 0.31s ============`
  const act = { kind: 'shell', command: PYTEST } as const
  const call = { tool: 'Bash', toolUseId: 't1', act, input: {}, error, exitCode: 1, interrupted: false }
  return draft('PostToolUseFailure', call, over)
}

/** The sections of this behaviour, and all that was said. */
async function told({ engine }: World, call: Draft) {
  const { answer, sections } = await engine.take(call)
  const { context = '' } = answer
  return { text: context, section: sections.find(({ behaviour }) => behaviour === 'outcome-capture') }
}

async function opened(options: Parameters<typeof world>[1] = {}): Promise<World> {
  const made = await world(behaviours, options)
  await begun(made, 's1')
  return made
}

describe('the result of a run', () => {
  test('that is not as expected suggests falsified, with the three questions', async () => {
    const here = await opened()
    const { id } = await started(here, { expect: 'pytest test_cache.py passes' })
    const { text, section } = await told(here, failed(['test_expiry']))
    expect(text).toContain('Check output: “pytest failed: test_cache.py::test_expiry”. Not as expected')
    expect(text).toContain('agent predicted “the test passes every time”')
    expect(text).toMatch(/status falsified.*What surprised you.*root cause.*next time/)
    for (const cause of ROOT_CAUSES) expect(text).toContain(cause)
    expect(section).toMatchObject({ type: 'outcome', suggestedAction: 'falsified', autoCaptured: true, ids: [id] })
    expect(section?.tokens).toBeLessThan(220)
  })

  test('that is as expected suggests confirmed', async () => {
    const here = await opened()
    await started(here, { expect: 'pytest test_cache.py passes' })
    const { text, section } = await told(here, passed())
    expect(text).toContain('As expected (agent wrote “pytest test_cache.py passes”')
    expect(section).toMatchObject({ type: 'outcome', suggestedAction: 'confirmed', autoCaptured: true })
  })

  test('is stated without a judgement if nothing is expected in checkable form', async () => {
    const here = await opened()
    const { id } = await started(here)
    const { text, section } = await told(here, failed(['test_expiry']))
    expect(text).toContain(`Does it decide ${id} (agent predicted “the test passes every time”)?`)
    expect(section).not.toHaveProperty('suggestedAction')
  })

  test('is told once, and told again when it changes', async () => {
    const here = await opened()
    await started(here, { expect: 'pytest test_cache.py passes' })
    const runs = [failed(['test_a']), failed(['test_a']), failed(['test_a', 'test_b']), passed(), passed()]
    const said = []
    for (const [n, run] of runs.entries()) {
      // One after the other, also by the clock
      said.push((await told(here, { ...run, at: run.at + n })).section?.suggestedAction)
      await here.engine.drain()
    }
    expect(said).toEqual(['falsified', undefined, 'falsified', 'confirmed', undefined])
  })

  test('is kept in the journal, and names an event that can be shown', async () => {
    const here = await opened()
    const { id } = await started(here, { expect: 'pytest test_cache.py passes' })
    await told(here, failed(['test_a']))
    await here.engine.drain()
    const { evidence, ...rest } = await stored(here, id)
    expect(changesOf(rest).at(-1)).toMatchObject({
      kind: 'capture',
      verdict: 'mismatch',
      said: 'pytest failed: test_cache.py::test_a',
    })
    const [event] = await here.store.memories.show(evidence)
    expect(event).toMatchObject({ kind: 'event', record: { name: 'Outcome', body: { status: 'fail' } } })
  })

  test("is not held against another agent's or session's belief, or one that Hindcast opened", async () => {
    const here = await opened()
    await begun(here, 's2')
    await started(here, { session: 's2' })
    await started(here, { agentId: 'a1' })
    await started(here, { by: 'hindcast' })
    expect((await told(here, failed(['test_a']))).section).toBeUndefined()
    const own = { agent: { id: 'a1', type: 'worker' } }
    expect((await told(here, failed(['test_a'], own))).section).toBeDefined()
  })

  test('is ignored if the setting is off, and if the call is no check', async () => {
    const off = await opened({
      over: ({ config }) => {
        const settings = () => ({ ...config.settings(), outcome: { extraCommands: [], autoCapture: false } })
        return { config: { ...config, settings } }
      },
    })
    await started(off)
    expect((await told(off, passed())).section).toBeUndefined()
    const on = await opened()
    await started(on)
    expect((await told(on, result('ls', 'test_cache.py'))).section).toBeUndefined()
  })
})
