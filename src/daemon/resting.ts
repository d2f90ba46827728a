import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Home } from '../config/home.ts'
import type { RestingPlace } from '../ports.ts'

const places = z.array(
  z.object({
    host: z.string(),
    scope: z.enum(['user', 'project']),
    projectDir: z.string().optional(),
    configDir: z.string().optional(),
    transport: z.enum(['http', 'command']).default('http'),
  }),
)
const fileOf = (home: Home): string => join(home.dir, 'resting.json')

/** Remembers which connections `down` took out, and marks the daemon as wanted down: the relay then leaves it so. */
export async function rememberPlaces(home: Home, taken: readonly RestingPlace[]): Promise<void> {
  // A second `down` finds nothing to take out, and forgets nothing.
  const flag = taken.length > 0 ? 'w' : 'a'
  const text = taken.length > 0 ? `${JSON.stringify(taken)}\n` : ''
  await writeFile(fileOf(home), text, { mode: 0o600, flag })
  await rm(home.daemon, { force: true })
}

/** Whether `down` was said after a time, in epoch milliseconds. */
export const isRestingSince = async (home: Home, at: number): Promise<boolean> =>
  ((await stat(fileOf(home)).catch(() => undefined))?.mtimeMs ?? 0) > at

/** The connections that `down` took out; asked once. */
export async function recallPlaces(home: Home): Promise<readonly RestingPlace[]> {
  const text = await readFile(fileOf(home), 'utf8').catch(() => '')
  await rm(fileOf(home), { force: true })
  try {
    return places.parse(JSON.parse(text))
  } catch {
    return []
  }
}
