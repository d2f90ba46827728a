import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import type { Arm } from './arms.ts'
import { inTurns, withHindcast } from './arms.ts'
import { over, type Row, say, taken } from './rows.ts'

/** From nothing to the first answer at most, in milliseconds. */
const AT_MOST = 400

/** SessionStart's hook, as the client starts it, where the daemon is down: it starts the daemon and has its answer. */
export async function coldDaemon(rounds: number, against?: string): Promise<Row[]> {
  const files = { 'note.txt': 'note\n' }
  const ours = await withHindcast('hindcast', files)
  const arms = against === undefined ? [ours] : [ours, await withHindcast('before', files, { dist: against })]
  const times: Record<string, number>[] = Array.from({ length: rounds }, () => ({}))
  try {
    // The first round warms up and is not counted
    await inTurns(rounds + 1, arms, async (arm, round) => {
      await ended(arm)
      const ms = await answered(arm, round)
      await ended(arm)
      Object.assign(times[round - 1] ?? {}, { [arm.name]: ms })
      say(`cold, round ${round} of ${rounds}: ${arm.name} ${Math.round(ms)} ms`)
    })
  } finally {
    for (const { world } of arms) await world.close()
  }
  const row = {
    measure: 'cold daemon, hook to answer',
    unit: 'ms',
    rounds: taken(times, 'hindcast'),
    atMost: AT_MOST,
  } as const
  if (against === undefined) return [row]
  return [row, { measure: 'this build over the other one', unit: 'ms', rounds: over(times, 'hindcast', 'before') }]
}

async function answered({ world }: Arm, round: number): Promise<number> {
  const payload = {
    session_id: `cold-${round}`,
    transcript_path: join(world.home, '.claude/projects/cold.jsonl'),
    cwd: world.project,
    hook_event_name: 'SessionStart',
    source: 'startup',
  }
  const began = performance.now()
  const { stdout } = await execa(launcherOf(world.home), ['hook'], {
    cwd: world.project,
    env: world.env,
    extendEnv: false,
    input: JSON.stringify(payload),
  })
  const ms = performance.now() - began
  if (pidOf(world.home) === undefined) throw new Error(`no daemon answered: ${stdout}`)
  return ms
}

/** Ends the daemon as a crash would. */
export async function ended({ world }: Arm): Promise<void> {
  const pid = pidOf(world.home)
  if (pid === undefined) return
  process.kill(pid, 'SIGKILL')
  while (pidOf(world.home) !== undefined) await sleep(5)
}

function launcherOf(home: string): string {
  const { hooks } = JSON.parse(readFileSync(join(home, '.claude/settings.json'), 'utf8')) as {
    hooks: { SessionStart: { hooks: { command: string }[] }[] }
  }
  return hooks.SessionStart[0]?.hooks[0]?.command ?? ''
}

/** Of the daemon that runs there. */
function pidOf(home: string): number | undefined {
  try {
    const { pid } = JSON.parse(readFileSync(join(home, '.hindcast/daemon.json'), 'utf8')) as { pid: number }
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}
