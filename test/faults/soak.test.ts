import { readdirSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { isRunning, makeWorld, until, type World } from '../daemon/world.ts'
import { type Ran, ReplayedClient } from './client.ts'
import './measured.ts'
import { recordOf } from './record.ts'
import { isWhole } from './scenario.ts'
import { scriptOf } from './script.ts'

/** What a process holds. */
interface Held {
  readonly rssMb: number
  readonly handles: number
  readonly threads: number
}

function heldBy(pid: number): Held {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  return {
    rssMb: Math.round(field('VmRSS') / 1_024),
    handles: readdirSync(`/proc/${pid}/fd`).length,
    threads: field('Threads'),
  }
}

const said = ({ rssMb, handles, threads }: Held): string => `${rssMb} MB, ${handles} handles, ${threads} threads`

async function connected(more: Record<string, string> = {}): Promise<World> {
  const world = makeWorld({ HINDCAST_PATIENCE: '1', ...more })
  onTestFinished(() => world.remove())
  expect((await world.hindcast('up')).code).toBe(0)
  return world
}

const CYCLES = isWhole ? 100 : 5

test(`${CYCLES} times a client comes, and goes with everything that it started`, async ({ task }) => {
  const world = await connected({ HINDCAST_DAEMON_IDLE_MINUTES: '0.02' })
  const ran: Ran[] = []
  const held: Held[] = []
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const client = new ReplayedClient(world, scriptOf(0x600 + cycle, 1, 2), ran)
    await client.live((step) => {
      if (step === 2) held.push(heldBy(world.endpoint().pid))
    })
    const { pid } = world.endpoint()
    await until('the daemon has left', () => !isRunning(pid) && world.processes().length === 0)
  }
  const rows = await recordOf(world)
  const of = (kind: string) => rows.filter((row) => row.startsWith(`${kind} `)).length
  const [first, last] = [held[0] as Held, held.at(-1) as Held]
  task.meta.measured = {
    fault: `${CYCLES} starts and stops`,
    lost: CYCLES * 2 - of('call') + CYCLES - of('prompt'),
    doubled: Math.max(0, of('call') - CYCLES * 2) + Math.max(0, of('prompt') - CYCLES),
    note: `first daemon: ${said(first)}; last: ${said(last)}; processes left: ${world.processes().length}`,
  }
  expect([of('session'), of('prompt'), of('call')]).toEqual([CYCLES, CYCLES, CYCLES * 2])
  expect(last.handles).toBeLessThanOrEqual(first.handles + 8)
})

const SOAK_MS = isWhole ? 2 * 60 * 60_000 : 20_000

test('sessions one after another for a long time leave a daemon with no more handles and threads', async ({ task }) => {
  const world = await connected()
  const { pid } = world.endpoint()
  const held: Held[] = []
  const ran: Ran[] = []
  const began = Date.now()
  let sessions = 0
  for (let quarter = 1; quarter <= 4; quarter++) {
    while (Date.now() - began < (SOAK_MS * quarter) / 4)
      await new ReplayedClient(world, scriptOf(0x10_000 + sessions++, 4, 8), ran).live()
    held.push(heldBy(pid))
  }
  const [first, last] = [held[0] as Held, held.at(-1) as Held]
  task.meta.measured = {
    ...{ fault: `${Math.round(SOAK_MS / 1_000)} s of sessions`, lost: 0, doubled: 0 },
    note: `${sessions} sessions; ${held.map(said).join(' → ')}`,
  }
  expect(world.endpoint().pid).toBe(pid)
  expect(last.handles).toBeLessThanOrEqual(first.handles + 8)
  expect(last.threads).toBeLessThanOrEqual(first.threads + 2)
})
