import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { platform } from 'node:process'
import { hosts } from '../wire/registry.ts'

/** Deeper trees are those of nobody. */
const MOST = 64

/** Whether a client says that it started this program, as it does for every command of its agent. */
export const isToldByClient = (env: NodeJS.ProcessEnv): boolean =>
  hosts.some(({ environment }) => Boolean(env[environment.agent]))

/** The processes that this one descends from, the nearest first; fewer where the system does not tell. */
export function ancestors(pid = process.ppid): readonly number[] {
  const parentOf = platform === 'linux' ? parentInProc : parentInTable(platform)
  const found: number[] = []
  for (let at = pid; at > 1 && found.length < MOST && !found.includes(at); at = parentOf(at)) found.push(at)
  return found
}

/** The parent stands behind the name, which may hold anything. */
function parentInProc(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

function parentInTable(system: NodeJS.Platform): (pid: number) => number {
  const parents = new Map(system === 'win32' ? [] : table().map(([pid = 0, parent = 0]) => [pid, parent] as const))
  return (pid) => parents.get(pid) ?? 0
}

function table(): readonly (readonly number[])[] {
  try {
    const text = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return text.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  } catch {
    return []
  }
}
