import { setTimeout as sleep } from 'node:timers/promises'
import { openTerminal } from '../../test/e2e/lab/terminal.ts'
import { type Arm, inTurns, runClient, withHindcast, withoutHooks } from './arms.ts'
import { ended } from './cold.ts'
import { over, type Round, type Row, say, taken } from './rows.ts'

/** Added to a session's start at most, in milliseconds, headless. */
const AT_MOST = 200
/** Milliseconds after which a client that asked nothing is given up. */
const DEADLINE = 30_000

/** From the start of the client to its first request, which waits for SessionStart's hook and the tools of the relay. */
export async function addedToStarts(rounds: number): Promise<Row[]> {
  const files = { 'note.txt': 'note\n' }
  const ours = await withHindcast('hindcast', files)
  const arms = [await withoutHooks('none', files), await withoutHooks("none'", files), ours]
  const cold = { ...ours, name: 'hindcast, daemon down' }
  try {
    const headless = await measured('headless', rounds, [...arms, cold], async (arm) => {
      if (arm === cold) await ended(ours)
      const { began, main } = await runClient(arm)
      return (main[0]?.began ?? Number.NaN) - began
    })
    const interactive = await measured('interactive', rounds, arms, inTerminal)
    return [...rowsOf('headless', headless, AT_MOST), ...rowsOf('interactive', interactive)]
  } finally {
    for (const { world } of arms) await world.close()
  }
}

/** The prompt stands on the command line, so that it is sent as soon as the client can. */
async function inTerminal({ world }: Arm): Promise<number> {
  const began = performance.now()
  const terminal = await openTerminal(world, { args: ['--', 'Look around'] })
  const first = () => terminal.api.requests.find(({ kind }) => kind === 'main')
  while (first() === undefined && performance.now() - began < DEADLINE) await sleep(10)
  await terminal.idle()
  await terminal.close()
  const asked = first()
  if (asked === undefined) throw new Error(`nothing was asked within ${DEADLINE} ms`)
  return asked.began - began
}

async function measured(
  how: string,
  rounds: number,
  arms: readonly Arm[],
  once: (arm: Arm) => Promise<number>,
): Promise<Round[]> {
  const taken: Record<string, number>[] = Array.from({ length: rounds }, () => ({}))
  for (const arm of arms) await once(arm)
  await inTurns(rounds, arms, async (arm, round) => {
    const ms = await once(arm)
    Object.assign(taken[round] ?? {}, { [arm.name]: ms })
    say(`starts, ${how}, round ${round + 1} of ${rounds}: ${arm.name} ${Math.round(ms)} ms`)
  })
  return taken
}

function rowsOf(how: string, rounds: readonly Round[], atMost?: number): Row[] {
  const row = (measure: string, values: readonly number[], bound?: number): Row => {
    return { measure: `start, ${how}: ${measure}`, unit: 'ms', rounds: values, atMost: bound }
  }
  const rows = [
    row('without Hindcast', taken(rounds, 'none')),
    row('A/A: without it again adds', over(rounds, "none'", 'none')),
    row('hook and relay add', over(rounds, 'hindcast', 'none'), atMost),
  ]
  if (rounds.every((round) => 'hindcast, daemon down' in round))
    rows.push(row('and where the daemon is down', over(rounds, 'hindcast, daemon down', 'none')))
  return rows
}
