import { describe, expect, test } from 'vitest'
import { behaviours } from '../../../src/behaviours/registry.ts'
import type { Draft } from '../../../src/domain/events.ts'
import { draft, result, type World, world } from '../../engine/world.ts'
import { begun, started, stored } from './beliefs.ts'

const HOUR = 3_600_000
const OFFER = 'Left open by sessions that stopped without ending:'

/** A world in which the clients with these process ids are dead. */
const opened = (...dead: readonly number[]): Promise<World> =>
  world(behaviours, { over: ({ machine }) => ({ machine: { ...machine, isRunning: (pid) => !dead.includes(pid) } }) })

const start = ({ engine }: World, session: string, pid: number, over: Partial<Draft> = {}, source = 'startup') =>
  engine.take(draft('SessionStart', { source, client: { pid } }, { session, ...over }))
const end = async ({ engine }: World, session: string, reason: string) => {
  await engine.take(draft('SessionEnd', { reason }, { session }))
  await engine.drain()
}

describe('an experience whose session was killed', () => {
  test('is offered to the next session, with goal, hypothesis, age and what to do about it', async () => {
    const here = await opened(11)
    await start(here, 's1', 11)
    const { id } = await started(here, { at: Date.now() - 2 * HOUR })
    const { answer, sections } = await start(here, 's2', 12)
    expect(answer.context).toContain(
      `${OFFER}\n${id} 2 hours ago: goal “make the cache test reliable”, agent believed “two workers share a temporary folder”`,
    )
    expect(answer.context).toMatch(/`experience` adopt with its id.*`experience` abandon with its id and the reason/)
    expect(sections.find(({ behaviour }) => behaviour === 'orphan')?.tokens).toBeLessThan(120)
  })

  test('is offered once, even to sessions that start at the same time', async () => {
    const here = await opened(11)
    await start(here, 's1', 11)
    await started(here)
    const starts = await Promise.all(['s2', 's3', 's4'].map((session) => start(here, session, 12)))
    expect(starts.filter(({ answer }) => answer.context?.includes(OFFER))).toHaveLength(1)
  })

  test('is offered after a rehearsal, too', async () => {
    const here = await opened(11)
    await start(here, 's1', 11)
    await started(here)
    const next = () => draft('SessionStart', { source: 'startup', client: { pid: 12 } }, { session: 's2' })
    const rehearsed = await here.engine.take(next(), { rehearsal: true })
    expect(rehearsed.answer.context).toContain(OFFER)
    expect((await here.engine.take(next())).answer.context).toContain(OFFER)
  })

  test('is offered if its client runs another session now, or was not seen for an hour', async () => {
    const here = await opened()
    await start(here, 's1', 11)
    await started(here)
    expect((await start(here, 's2', 12)).answer.context ?? '').not.toContain(OFFER)
    expect((await start(here, 's3', 11)).answer.context).toContain(OFFER)
    const quiet = await opened()
    const at = Date.now() - 2 * HOUR
    await start(quiet, 's1', 11, { at })
    await started(quiet, { at })
    expect((await start(quiet, 's2', 12)).answer.context).toContain(OFFER)
  })

  test('is not offered in another project, after a compaction, to its own session, or if Hindcast opened it', async () => {
    const here = await opened(11)
    await start(here, 's1', 11)
    await started(here, { by: 'hindcast' })
    expect((await start(here, 's2', 12)).answer.context ?? '').not.toContain(OFFER)
    await started(here, { agentId: 'a1' })
    for (const [session, source, cwd] of [
      ['s3', 'startup', here.folder],
      ['s4', 'compact', undefined],
      ['s1', 'resume', undefined],
    ] as const) {
      const { answer } = await start(here, session, 12, cwd === undefined ? {} : { cwd }, source)
      expect(answer.context ?? '', session).not.toContain(OFFER)
    }
  })
})

describe('an experience that is open at the end of its session', () => {
  test('is abandoned, and not offered', async () => {
    const here = await opened(11)
    await start(here, 's1', 11)
    const { id } = await started(here)
    await end(here, 's1', 'prompt_input_exit')
    expect(await stored(here, id)).toMatchObject({ state: 'closed', status: 'abandoned', result: 'session ended' })
    expect(await stored(here, id)).not.toHaveProperty('isAutoCaptured', true)
    expect((await start(here, 's2', 12)).answer.context ?? '').not.toContain(OFFER)
  })

  test('stays open if Hindcast opened it, or if another session holds it', async () => {
    const here = await opened()
    for (const session of ['s1', 's2']) await begun(here, session)
    const ids = [(await started(here, { by: 'hindcast' })).id, (await started(here, { session: 's2' })).id]
    await end(here, 's1', 'other')
    for (const id of ids) expect((await stored(here, id)).state).toBe('open')
  })

  test('is taken over by the session that follows a /clear, which is asked about it', async () => {
    const here = await opened()
    await start(here, 's1', 11)
    const { id } = await started(here)
    await end(here, 's1', 'clear')
    expect((await start(here, 's2', 11, {}, 'clear')).answer.context ?? '').not.toContain(OFFER)
    await here.engine.drain()
    expect(await stored(here, id)).toMatchObject({ state: 'open', session: 's1', heldBy: 's2' })
    const answers = []
    for (let n = 0; n < 10; n++) answers.push(await here.engine.take(result(`ls ${n}`, '', { session: 's2' })))
    expect(answers.at(-1)?.answer.context).toContain(`Check-in on ${id}`)
    await end(here, 's2', 'logout')
    expect((await stored(here, id)).status).toBe('abandoned')
  })
})
