import type { DoctorCheck } from '../../src/ports.ts'
import { commandLineIn } from '../cli/command-line.ts'
import type { World } from '../daemon/world.ts'

/** The result of `hindcast doctor --json`: its exit code, and its checks by name (several may share one). */
export interface Examined {
  readonly code: number | null
  readonly ok: boolean
  readonly checks: readonly DoctorCheck[]
  /** The worst check with a name. */
  of(name: string): DoctorCheck | undefined
  readonly bad: readonly string[]
}

/** Examines a world from the command line. */
export async function doctor(world: World, extra: Record<string, string> = {}, ...words: string[]): Promise<Examined> {
  const { code, stdout, stderr } = await commandLineIn(world, extra, 'doctor', '--json', ...words)
  if (stdout === '') throw new Error(stderr)
  return examined(code, JSON.parse(stdout))
}

/** The same in a separate process, with the world's patience. */
export async function doctorProgram(world: World, ...words: string[]): Promise<Examined> {
  const { code, stdout, stderr } = await world.hindcast('doctor', '--json', ...words)
  if (stdout === '') throw new Error(stderr)
  return examined(code, JSON.parse(stdout))
}

/** Wraps an examination's document for queries. */
export function examined(
  code: number | null,
  { ok, checks }: { ok: boolean; checks: readonly DoctorCheck[] },
): Examined {
  const of = (name: string) => checks.filter((check) => check.name === name).sort((a, b) => rank(a) - rank(b))[0]
  return { code, ok, checks, of, bad: checks.filter((check) => check.ok === false).map(({ name }) => name) }
}

const rank = ({ ok }: DoctorCheck): number => (ok === false ? 0 : ok === null ? 1 : 2)
