import { expect } from 'vitest'
import type { Draft } from '../../../src/domain/events.ts'
import type { StartEntry, UpdateEntry } from '../../../src/domain/experience/entry.ts'
import type { Experience } from '../../../src/domain/experience/experience.ts'
import { experienceOf, withJournalEntry } from '../../../src/domain/experience/journal.ts'
import { deriveId } from '../../../src/domain/identity.ts'
import { draft, type World } from '../../engine/world.ts'

const BELIEF = {
  domain: 'testing',
  strategy: 'check-assumptions',
  goal: 'make the cache test reliable',
  hypothesis: 'two workers share a temporary folder',
  action: 'run it with one worker',
  prediction: 'the test passes every time',
} as const

/** An agent's belief, started in a session of the world. */
export async function started({ engine, store }: World, over: Partial<StartEntry> = {}): Promise<Experience> {
  const [session = 's1', at = Date.now()] = [over.session, over.at]
  const project = (await store.evidence.sessions({ id: session, limit: 1 }))[0]?.project ?? expect.fail('no session')
  const start: StartEntry = { kind: 'start', by: 'agent', at, session, project, ...BELIEF, ...over }
  const record = experienceOf(deriveId('x', session, over.agentId ?? '', at), [start]) ?? expect.fail('no start')
  await engine.keep('experience', record)
  return record
}

/** The agent changes its mind. */
export async function updated(world: World, id: string, over: Partial<UpdateEntry>): Promise<void> {
  const record = withJournalEntry(await stored(world, id), { kind: 'update', at: Date.now(), ...over })
  await world.engine.keep('experience', record)
}

/** The experience with this id, as it is stored. */
export async function stored({ store }: World, id: string): Promise<Experience> {
  const found = await store.memories.records({ noun: 'experience', limit: 100 })
  return found.find((each) => each.id === id) ?? expect.fail('not stored')
}

let opened = 0

/** Begins a session. */
export async function begun({ engine }: World, session: string, over: Partial<Draft> = {}): Promise<string> {
  const start = draft('SessionStart', { source: 'startup', client: { pid: 4_000 + opened++ } }, { session, ...over })
  return (await engine.take(start)).answer.context ?? ''
}
