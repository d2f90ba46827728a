import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore, type Store } from '../../src/adapters/store/sqlite/store.ts'
import forget from '../../src/operations/forget.ts'
import type { Ledger, OperationPorts } from '../../src/ports.ts'
import { scratch, workerUrl } from '../adapters/store/sqlite/fresh.ts'
import {
  anEvent,
  anObservation,
  aPrompt,
  aSession,
  commit,
  event,
  observation,
  type Plain,
  prompt,
  session,
} from '../contract/records.ts'

const MANY = 900
const S1 = { session: 's1', project: 'p1' }

const open = (folder: string): Promise<Store> => openStore({ file: join(folder, 'hindcast.db'), readers: 1, workerUrl })

let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hindcast-much-'))
  const store = await open(folder)
  const changes: Plain[] = [
    session(aSession({ id: 's1', project: 'p1' })),
    session(aSession({ id: 's2', project: 'p1' })),
  ]
  for (let n = 0; n < MANY; n++) {
    changes.push(event(anEvent({ id: `e_${n}`, ...S1, promptId: `pr${n}`, output: `zwergpinguin ${n}` })))
    if (n % 9 === 0) changes.push(prompt(aPrompt({ id: `p_${n}`, ...S1, event: `e_${n}`, text: `Look at ${n}` })))
    if (n % 9 === 0) changes.push(observation(anObservation({ id: `o_${n}`, ...S1, evidence: [`e_${n}`] })))
  }
  changes.push(event(anEvent({ id: 'e_other', session: 's2', project: 'p1', output: 'heron' })))
  await commit(store.journal, changes)
  await store.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A large store, in its own folder. */
async function filled(): Promise<Store> {
  const own = scratch()
  cpSync(folder, own, { recursive: true })
  return open(own)
}

/** The verb over a store; `step` is called before each step of the deletion. */
function forgetting(store: Store, input: object, step: () => void = () => {}): Promise<unknown> {
  const ledger: Ledger = {
    ...store.ledger,
    forget(selection, at) {
      step()
      return store.ledger.forget(selection, at)
    },
  }
  const ports = { ...store, ledger, clock: { now: () => 5_000 }, workspace: { stillIn: async () => [] } }
  return forget.run({ yes: true, ...input } as never, ports as unknown as OperationPorts)
}

const counted = async ({ evidence }: Store) => {
  const { events, prompts, observations, sessions } = await evidence.counts('p1')
  return [sessions, events, prompts, observations]
}

test('a large selection is deleted completely in many steps', async () => {
  const store = await filled()
  let steps = 0
  const { forgotten } = (await forgetting(store, { session: 's1' }, () => steps++)) as { forgotten: object }
  expect(forgotten).toMatchObject({ sessions: 1, events: MANY, prompts: MANY / 9, observations: MANY / 9 })
  expect(steps).toBeGreaterThan(10)
  expect(await counted(store)).toEqual([1, 1, 0, 0])
  await store.close()
})

test.each([
  [{ session: 's1' }, 3],
  [{ session: 's1' }, 17],
  [{ match: 'zwergpinguin' }, 14],
  [{ match: 'zwergpinguin' }, 20],
])('%j stopped at step %i: the rest is rejected meanwhile, and running it again deletes it', async (input, at) => {
  const store = await filled()
  let steps = 0
  const stop = () => {
    if (++steps > at) throw new Error('killed')
  }
  await expect(forgetting(store, input, stop)).rejects.toThrow('killed')
  const [, left = 0] = await counted(store)
  expect(left).toBeGreaterThan(1)
  // The first ones have tombstones by now, there or not
  expect((await commit(store.journal, [event(anEvent({ id: 'e_0', ...S1 }))], { once: 'e_0' })).fresh).toBe(false)
  if ('session' in input) expect(await store.ledger.silences(S1)).toEqual([{ from: 0, until: 5_000 }])
  await forgetting(store, input)
  const rest = 'session' in input ? [1, 1, 0, 0] : [2, 1, 0, 0]
  expect(await counted(store)).toEqual(rest)
  await store.close()
})
