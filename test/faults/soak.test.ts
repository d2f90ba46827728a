import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { isRunning, makeWorld, until, type World } from '../daemon/world.ts'
import { type Ran, ReplayedClient } from './client.ts'
import './measured.ts'
import { recordOf, SETTLED_MS } from './record.ts'
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
  await world.upBuilt('--json')
  return world
}

/** How many rows of each kind are missing or too many, once a daemon has had time to store them. */
async function counted(world: World, due: Readonly<Record<string, number>>) {
  const differences = async () => {
    const rows = await recordOf(world)
    return Object.entries(due).map(([kind, count]) => rows.filter((row) => row.startsWith(`${kind} `)).length - count)
  }
  const end = Date.now() + SETTLED_MS
  while ((await differences()).some((one) => one !== 0) && Date.now() < end) await sleep(200)
  const found = await differences()
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
  return {
    lost: sum(found.map((one) => Math.max(0, -one))),
    doubled: sum(found.map((one) => Math.max(0, one))),
  }
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
  const of = await counted(world, { session: CYCLES, prompt: CYCLES, call: CYCLES * 2 })
  const [first, last] = [held[0] as Held, held.at(-1) as Held]
  const left = world.processes().length
  task.meta.measured = {
    ...{ fault: `${CYCLES} starts and stops`, lost: of.lost, doubled: of.doubled },
    note: `first daemon: ${said(first)}; last: ${said(last)}; processes left: ${left}`,
  }
  expect({ ...of, left }).toEqual({ lost: 0, doubled: 0, left: 0 })
  expect(last.handles).toBeLessThanOrEqual(first.handles + 8)
})

/** HINDCAST_SOAK_MINUTES sets another length. */
const SOAK_MS = Number(process.env.HINDCAST_SOAK_MINUTES ?? (isWhole ? 120 : 1 / 3)) * 60_000
const [TURNS, CALLS] = [4, 8]
/** How much memory a daemon may gain between the first quarter and the last: its caches have limits, but fill slowly. */
const GAIN_MB = 40

test(`sessions one after another for ${Math.round(SOAK_MS / 1_000)} s leave a daemon with no more handles, threads and processes, and all they did is stored once`, {
  timeout: SOAK_MS + 900_000,
}, async ({ task }) => {
  const world = await connected()
  const held: Held[] = []
  const daemons = new Set<number>()
  const processes: number[] = []
  const ran: Ran[] = []
  const began = Date.now()
  let sessions = 0
  for (let quarter = 1; quarter <= 4; quarter++) {
    do {
      await new ReplayedClient(world, scriptOf(0x10_000 + sessions++, TURNS, CALLS), ran).live()
    } while (Date.now() - began < (SOAK_MS * quarter) / 4)
    const { pid } = world.endpoint()
    held.push(heldBy(pid))
    daemons.add(pid)
    processes.push(world.processes().length)
  }
  const of = await counted(world, { session: sessions, prompt: sessions * TURNS, call: sessions * TURNS * CALLS })
  const [first, last] = [held[0] as Held, held.at(-1) as Held]
  const errors = ran.filter(({ error }) => error !== undefined).length
  task.meta.measured = {
    ...{ fault: `${Math.round(SOAK_MS / 1_000)} s of sessions`, lost: of.lost, doubled: of.doubled, errors },
    note: `${sessions} sessions; ${held.map(said).join(' → ')}; ${processes.join(', ')} processes, ${daemons.size} daemon${daemons.size === 1 ? '' : 's'}`,
  }
  expect(of).toEqual({ lost: 0, doubled: 0 })
  expect(last.handles).toBeLessThanOrEqual(first.handles + 8)
  expect(last.threads).toBeLessThanOrEqual(first.threads + 2)
  expect(processes.at(-1)).toBeLessThanOrEqual((processes[0] ?? 0) + 1)
  expect(last.rssMb).toBeLessThanOrEqual(first.rssMb + GAIN_MB)
})
