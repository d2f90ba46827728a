import { expect, type TestContext } from 'vitest'
import { makeWorld, until, type World } from '../daemon/world.ts'
import { type Ran, ReplayedClient } from './client.ts'
import type { Measured } from './measured.ts'
import { recordOf, settled } from './record.ts'
import { type Script, scriptOf } from './script.ts'

/** Whether faults are run whole (`npm run test:long`) rather than shortened. */
export const isWhole = process.env.HINDCAST_FAULTS === 'whole'

/** A machine where `hindcast up` ran, with the time limits that the product ships with; it ends with the test. */
async function connected(
  { onTestFinished }: TestContext,
  before: (world: World) => Promise<void> | void = () => {},
): Promise<World> {
  const world = makeWorld({ HINDCAST_PATIENCE: '1' })
  onTestFinished(() => world.remove())
  await before(world)
  await world.upBuilt('--json')
  return world
}

/** What a scenario works with. `client`: one that lives a script; `inflict`: call it at the moment of each fault. */
export interface Scenario {
  readonly world: World
  readonly client: (script: Script) => ReplayedClient
  readonly inflict: () => void
}

/** A fault: which sessions there are, how they are lived with it, and how the machine is prepared. */
export interface Fault {
  readonly fault: string
  readonly scripts: readonly Script[]
  readonly live: (scenario: Scenario) => Promise<unknown>
  /** The sessions run at once, in the undisturbed run, too. */
  readonly atOnce?: boolean
  readonly before?: (world: World) => Promise<void> | void
}

/** Slow enough that a fault is seen to last, or not: most of a session comes more than a second after it. */
const STEP_MS = 250

/** The session in which the person comes back. */
const NEXT = scriptOf(0xfff, 1, 1)

/**
 * Lives the scripts with the fault, then one more session, and compares the record with that of an undisturbed run. Fails
 * if a row was lost or doubled; all other figures are only reported, since a busy machine changes them.
 */
export async function survives(
  context: TestContext,
  { fault, scripts, live, atOnce = false, before }: Fault,
): Promise<Measured> {
  const calm = await undisturbed(context, scripts, atOnce)
  const world = await connected(context, before)
  const ran: Ran[] = []
  const inflicted: number[] = []
  const client = (script: Script) => new ReplayedClient(world, script, ran, STEP_MS)
  await live({ world, client, inflict: () => void inflicted.push(performance.now()) })
  await client(NEXT).live()
  const { lost, doubled } = await settled(world, calm.rows)
  const measured = {
    ...{ fault, lost: lost.length, doubled: doubled.length },
    promptMs: longest(ran, 'UserPromptSubmit') - longest(calm.ran, 'UserPromptSubmit'),
    startMs: longest(ran, 'SessionStart') - longest(calm.ran, 'SessionStart'),
    errors: ran.filter((one) => one.error !== undefined && isLate(one, inflicted)).length,
    told: without(calm.ran, ran),
  }
  context.task.meta.measured = measured
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] })
  return measured
}

interface Calm {
  readonly rows: readonly string[]
  readonly ran: readonly Ran[]
}

/** Undisturbed runs by script, which several tests of a file share. */
const runs = new Map<string, Promise<Calm>>()

function undisturbed(context: TestContext, scripts: readonly Script[], atOnce: boolean): Promise<Calm> {
  const key = JSON.stringify(scripts)
  const run = runs.get(key) ?? runUndisturbed(context, scripts, atOnce)
  runs.set(key, run)
  return run
}

async function runUndisturbed(context: TestContext, scripts: readonly Script[], atOnce: boolean): Promise<Calm> {
  const world = await connected(context)
  const ran: Ran[] = []
  const live = (script: Script) => new ReplayedClient(world, script, ran).live()
  if (atOnce) await Promise.all(scripts.map(live))
  else for (const script of scripts) await live(script)
  await live(NEXT)
  await until('everything is recorded', async () => isComplete(await recordOf(world), [...scripts, NEXT]))
  return { rows: await recordOf(world), ran }
}

/** Whether each session, prompt, call and end of a turn has a row. */
function isComplete(rows: readonly string[], scripts: readonly Script[]): boolean {
  const turns = scripts.flatMap((script) => script.turns)
  const due = { session: scripts.length, prompt: turns.length, stop: turns.length }
  const calls = turns.flatMap((turn) => turn.calls).length
  return Object.entries({ ...due, call: calls }).every(
    ([kind, count]) => rows.filter((row) => row.startsWith(`${kind} `)).length === count,
  )
}

/** The longest that an event's hooks took. */
const longest = (ran: readonly Ran[], event: string): number =>
  Math.max(...ran.filter((one) => one.event === event).map(({ ms }) => ms))

/** Whether a hook ran more than a second after the last fault before it. */
const isLate = ({ at, ms }: Ran, inflicted: readonly number[]): boolean =>
  at + ms - (inflicted.findLast((time) => time <= at + ms) ?? Number.NEGATIVE_INFINITY) > 1_000

/** The lines for the person that an undisturbed run does not have, numbers aside. */
function without(calm: readonly Ran[], ran: readonly Ran[]): string[] {
  const lines = (all: readonly Ran[]) => all.flatMap(({ told }) => told?.split('\n') ?? [])
  const plain = (line: string) => line.replace(/\d+/g, '#').replace(/\b(observation|session)s\b/g, '$1')
  const usual = new Set(lines(calm).map(plain))
  // Whether the first session is one that the daemon still answers in time differs from run to run
  const isGreeting = (line: string) => /sign in: hindcast open|wrap it in <private>/.test(line)
  return [...new Set(lines(ran))].filter((line) => !usual.has(plain(line)) && !isGreeting(line))
}
