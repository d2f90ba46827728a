import { describe, expect, it } from 'vitest'
import sessionOutcome from '../../../src/behaviours/coordinate/session-outcome.ts'
import { behaviours } from '../../../src/behaviours/registry.ts'
import type { Draft } from '../../../src/domain/events.ts'
import type { Handoff } from '../../../src/domain/nouns/handoff.ts'
import type { Session } from '../../../src/domain/nouns/session.ts'
import { aHandoff } from '../../contract/records.ts'
import { eventOf } from '../../domain/samples.ts'
import { draft, prompt, result, world } from '../../engine/world.ts'
import { effectsOf } from '../reacting.ts'

const ENDED: Session = {
  id: 's0',
  host: 'claude-code',
  project: 'p1',
  startedAt: 1,
  lastSeenAt: 2,
  endedAt: 2,
  endReason: 'prompt_input_exit',
}
const HANDOFF = aHandoff({
  id: 'h_0123456789abcdef',
  session: 's0',
  outcome: 'PARTIAL_PLUS',
  outcomeBy: 'inferred',
  outcomeReason: 'not committed',
})
const said = (ended: Partial<Session> | undefined, handoff: Partial<Handoff> = {}) =>
  effectsOf(sessionOutcome, eventOf('SessionStart', { source: 'startup' }), 'reply', {
    ended: ended && { ...ENDED, ...ended },
    handoffs: [{ ...HANDOFF, ...handoff }],
  })

describe('after an end by the person', () => {
  it('tells them, never the model, how the session turned out and how to correct that', () => {
    expect(said({})).toEqual([
      {
        kind: 'note',
        text: 'Hindcast: last session looks mostly done (not committed). To correct: hindcast handoff mark h_01234567 done|partly-done|failed',
        rank: 9,
      },
    ])
  })

  it('says nothing if nothing was inferred, or somebody has judged it', () => {
    expect(said({}, { outcome: undefined, outcomeBy: undefined })).toEqual([])
    expect(said({}, { outcomeBy: 'person' })).toEqual([])
    expect(said({}, { outcomeBy: 'agent' })).toEqual([])
    expect(said({}, { session: 'another' })).toEqual([])
  })

  it('says nothing if the person went on elsewhere or did not end it', () => {
    for (const endReason of ['clear', 'resume', 'other', undefined]) expect(said({ endReason })).toEqual([])
    expect(said(undefined)).toEqual([])
  })
})

describe('in a real store', () => {
  let tick = Date.now() - 600_000
  const at = (session: string): Partial<Draft> => ({ at: ++tick, session })

  async function started() {
    const { engine } = await world(behaviours)
    const take = async (each: Draft) => {
      const { answer } = await engine.take(each)
      await engine.drain()
      return answer
    }
    const start = async (session: string, client: object = {}, source = 'startup') =>
      JSON.stringify(await take(draft('SessionStart', { source, client }, at(session))))
    const work = async (session: string, reason: string, check = result('npm test', 'ok', at(session))) => {
      await take(prompt('Add a retry to the uploader', at(session)))
      await take(check)
      await take(draft('Stop', { active: false, lastMessage: 'Added it.' }, at(session)))
      await take(draft('SessionEnd', { reason }, at(session)))
    }
    return { start, work }
  }

  it('asks once, in the next session that a person sees', async () => {
    const { start, work } = await started()
    await start('s1')
    await work('s1', 'prompt_input_exit')
    expect(await start('s2', { attended: false })).not.toContain('last session looks')
    expect(await start('s3')).toContain('last session looks done (`npm test` passed)')
    expect(await start('s4')).not.toContain('last session looks')
  })

  it('asks about a session that changed nothing and ended on a failing check', async () => {
    const { start, work } = await started()
    await start('s1')
    const failing = result(
      'npm test 2>&1 | tail',
      ' Test Files  1 failed (1)\n      Tests  1 failed | 4 passed (5)\n',
      at('s1'),
    )
    await work('s1', 'prompt_input_exit', failing)
    expect(await start('s2')).toContain('last session looks failed (`npm test` failed)')
  })

  it('does not ask when the ended session itself is resumed', async () => {
    const { start, work } = await started()
    await start('s1')
    await work('s1', 'prompt_input_exit')
    expect(await start('s1', {}, 'resume')).not.toContain('last session looks')
  })
})
