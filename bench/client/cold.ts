import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import type { Arm } from './arms.ts'
import { withHindcast } from './arms.ts'
import { type Row, say } from './rows.ts'

/** From nothing to the first answer at most, in milliseconds. */
const AT_MOST = 400

/** SessionStart's hook, as the client starts it, where the daemon is down: it starts the daemon and has its answer. */
export async function coldDaemon(rounds: number): Promise<Row[]> {
  const ours = await withHindcast('hindcast', { 'note.txt': 'note\n' })
  try {
    const taken: number[] = []
    for (let round = -1; round < rounds; round++) {
      await ended(ours)
      const ms = await answered(ours, round)
      if (round >= 0) taken.push(ms)
      say(`cold, round ${round + 1} of ${rounds}: ${Math.round(ms)} ms`)
    }
    return [{ measure: 'cold daemon, hook to answer', unit: 'ms', rounds: taken, atMost: AT_MOST }]
  } finally {
    await ours.world.close()
  }
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
