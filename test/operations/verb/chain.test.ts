import { expect, test } from 'vitest'
import { behaviours } from '../../../src/behaviours/registry.ts'
import { type Behaviour, on } from '../../../src/domain/behaviour.ts'
import { allNouns } from '../../../src/domain/nouns/records.ts'
import { chainOf, renderChain, type SessionChain } from '../../../src/operations/verb/chain.ts'
import { plainScreen } from '../../../src/operations/verb/operation.ts'
import type { OperationPorts } from '../../../src/ports.ts'
import { draft, named, prompt, result, type World, world } from '../../engine/world.ts'

const fails = named(
  'fails',
  on('Stop', {
    lane: 'later',
    onFailure: 'retry',
    decide() {
      throw new Error('no such luck')
    },
  }),
)

/** A session's chain, with what the turn log says of it, or without. */
async function chain({ store, engine }: World, all: readonly Behaviour[], hasLog = true): Promise<SessionChain> {
  await engine.drain()
  const list = all.map(({ name, reactions }) => ({
    ...{ name, later: reactions.flatMap(({ lane, event }) => (lane === 'later' ? [event] : [])) },
  }))
  const turnLog = hasLog ? store.turnLog : { read: async () => [] }
  return chainOf('s1', { ...store, turnLog, behaviours: { list: () => list } } as unknown as OperationPorts)
}

async function worked(all: readonly Behaviour[]): Promise<World> {
  const made = await world(all)
  // Each is made when it happens: a turn that ends before its prompt is none
  await made.engine.take(prompt('Fix the parser of dates'))
  await made.engine.take(result('npm test', '12 passed'))
  await made.engine.take(draft('Stop', { message: 'I fixed the parser; tests pass.', active: false } as never))
  const summaries = async () => {
    await made.engine.drain()
    return made.store.memories.records({ noun: 'summary', session: 's1', limit: 1 })
  }
  await expect.poll(summaries, { timeout: 20_000 }).toHaveLength(1)
  return made
}

const idsIn = ({ events }: SessionChain): readonly string[] =>
  events.flatMap(({ id, records, jobs }) => [id, ...records, ...jobs.flatMap((job) => job.records)])

test.each([true, false])(
  'everything of a session that is stored is in its chain (turn log kept: %s)',
  async (hasLog) => {
    const made = await worked(behaviours)
    const found = await chain(made, behaviours, hasLog)
    const nouns = allNouns.filter(({ letter, fields }) => letter !== undefined && 'session' in fields)
    const stored = await Promise.all(
      nouns.map(({ name }) => made.store.memories.records({ noun: name as 'summary', session: 's1', limit: 99 })),
    )
    const ids = stored.flat().map(({ id }) => id)
    expect(new Set(ids.map((id) => id[0])).size).toBeGreaterThan(2)
    expect(new Set([...idsIn(found), ...found.unlinked])).toEqual(new Set(ids))
    if (hasLog) expect(found.unlinked).toEqual([])
  },
)

test('a job that failed is named with its id, its state and why', async () => {
  const all = [...behaviours, fails]
  const found = await chain(await worked(all), all)
  const job = found.events.flatMap(({ jobs }) => jobs).find(({ id }) => id !== null)
  expect(job).toMatchObject({ behaviour: 'fails', state: 'queued', error: expect.stringContaining('no such luck') })
  const lines = renderChain(found, plainScreen(Date.now())).join('\n')
  expect(lines).toContain(`job fails ${job?.id} queued: no such luck`)
  expect(lines).not.toContain('job fails failed')
  expect(idsIn(found).filter((id) => !lines.includes(id))).toEqual([])
})
