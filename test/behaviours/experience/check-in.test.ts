import { describe, expect, test } from 'vitest'
import { behaviours } from '../../../src/behaviours/registry.ts'
import type { Draft } from '../../../src/domain/events.ts'
import type { Act } from '../../../src/domain/tool.ts'
import { draft, result, type World, world } from '../../engine/world.ts'
import { begun, started, updated } from './beliefs.ts'

/** The check-ins that come beside the results of so many calls. */
async function checkIns({ engine }: World, calls: number, over: Partial<Draft> = {}): Promise<string[]> {
  const texts: string[] = []
  for (let n = 1; n <= calls; n++) {
    const taken = await engine.take(result(`ls ${n}`, '', over))
    if (taken.answer.context?.includes('Check-in')) texts.push(`${n}: ${taken.answer.context}`)
  }
  return texts
}

async function opened(options: Parameters<typeof world>[1] = {}): Promise<World> {
  const made = await world(behaviours, options)
  await begun(made, 's1')
  return made
}

describe('a check-in', () => {
  test('comes beside the result of every tenth call, and quotes goal, hypothesis and prediction', async () => {
    const here = await opened()
    const { id } = await started(here)
    const [first = '', second = '', ...more] = await checkIns(here, 25)
    expect(first).toContain(
      `Check-in on ${id} (10 calls since it changed): goal “make the cache test reliable”, agent believes “two workers share a temporary folder” and predicts “the test passes every time”. Still valid?`,
    )
    expect([first.slice(0, 3), second.slice(0, 3), more]).toEqual(['10:', '20:', []])
  })

  test('never comes without an open experience, or for one that Hindcast opened', async () => {
    const here = await opened()
    expect(await checkIns(here, 12)).toEqual([])
    await started(here, { by: 'hindcast' })
    expect(await checkIns(here, 12)).toEqual([])
  })

  test('counts from the last change of mind', async () => {
    const here = await opened()
    const { id } = await started(here)
    expect(await checkIns(here, 9)).toEqual([])
    await updated(here, id, { hypothesis: 'the clock is mocked too late' })
    const [text = '', ...more] = await checkIns(here, 10)
    expect(text).toContain('agent believes “the clock is mocked too late”')
    expect(more).toEqual([])
  })

  test('counts the calls of the agent that holds it, and failed ones, but none to Hindcast itself', async () => {
    const here = await opened()
    await started(here)
    const own: Act = { kind: 'mcp', server: 'hindcast', method: 'search', text: '' }
    const call = { toolUseId: 't', input: {} }
    expect(await checkIns(here, 12, { agent: { id: 'a1', type: 'worker' } })).toEqual([])
    for (let n = 0; n < 12; n++)
      await here.engine.take(
        draft('PostToolUse', { ...call, tool: 'mcp__hindcast__search', act: own, result: { text: '' } }),
      )
    const act: Act = { kind: 'shell', command: 'ls none' }
    for (let n = 0; n < 9; n++)
      await here.engine.take(
        draft('PostToolUseFailure', { ...call, tool: 'Bash', act, error: '', exitCode: 2, interrupted: false }),
      )
    expect(await checkIns(here, 1)).toHaveLength(1)
  })

  test('comes once if calls end at the same time', async () => {
    const here = await opened()
    await started(here)
    const answers = await Promise.all(Array.from({ length: 19 }, (_, n) => here.engine.take(result(`ls ${n}`, ''))))
    expect(answers.filter(({ answer }) => answer.context?.includes('Check-in'))).toHaveLength(1)
  })

  test('is not used up by a rehearsal', async () => {
    const here = await opened()
    await started(here)
    expect(await checkIns(here, 9)).toEqual([])
    const rehearsed = await here.engine.take(result('ls', ''), { rehearsal: true })
    expect(rehearsed.answer.context).toContain('Check-in')
    expect(await checkIns(here, 1)).toHaveLength(1)
  })

  test('comes as often as the setting says, or never', async () => {
    const every = (n: number): Parameters<typeof world>[1] => ({
      over: ({ config }) => ({
        config: { ...config, settings: () => ({ ...config.settings(), checkIn: { every: n } }) },
      }),
    })
    for (const [n, times] of [
      [3, 4],
      [0, 0],
    ] as const) {
      const here = await opened(every(n))
      await started(here)
      expect(await checkIns(here, 12)).toHaveLength(times)
    }
  })
})
