import type { DoctorCheck } from '../../src/ports.ts'
import { commandLineIn } from '../cli/command-line.ts'
import type { World } from '../daemon/world.ts'

/** What `hindcast doctor --json` said: its exit code, and its checks by name (several may share one). */
export interface Examined {
  readonly code: number | null
  readonly ok: boolean
  readonly checks: readonly DoctorCheck[]
  /** The worst check of a name. */
  of(name: string): DoctorCheck | undefined
  readonly bad: readonly string[]
}

/** Examines a world from the command line. */
export async function doctor(world: World, extra: Record<string, string> = {}, ...words: string[]): Promise<Examined> {
  const { code, stdout, stderr } = await commandLineIn(world, extra, 'doctor', '--json', ...words)
  if (stdout === '') throw new Error(stderr)
  return examined(code, JSON.parse(stdout))
}

/** The same by a program of its own, whose patience is that of the world. */
export async function doctorProgram(world: World, ...words: string[]): Promise<Examined> {
  const { code, stdout, stderr } = await world.hindcast('doctor', '--json', ...words)
  if (stdout === '') throw new Error(stderr)
  return examined(code, JSON.parse(stdout))
}

/** The document of an examination, to ask about. */
export function examined(
  code: number | null,
  { ok, checks }: { ok: boolean; checks: readonly DoctorCheck[] },
): Examined {
  const of = (name: string) => checks.filter((check) => check.name === name).sort((a, b) => rank(a) - rank(b))[0]
  return { code, ok, checks, of, bad: checks.filter((check) => check.ok === false).map(({ name }) => name) }
}

const rank = ({ ok }: DoctorCheck): number => (ok === false ? 0 : ok === null ? 1 : 2)
