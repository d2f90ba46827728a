import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Home } from '../config/home.ts'
import type { ConnectionPlace } from '../ports.ts'

const places = z.array(z.object({ scope: z.enum(['user', 'project']), projectDir: z.string().optional() }))
const fileOf = (home: Home): string => join(home.dir, 'resting.json')

/** Remembers which connections `down` took out, and marks the daemon as wanted down: the relay then leaves it so. */
export async function rememberPlaces(home: Home, taken: readonly ConnectionPlace[]): Promise<void> {
  if (taken.length > 0) await writeFile(fileOf(home), `${JSON.stringify(taken)}\n`, { mode: 0o600 })
  await rm(home.daemon, { force: true })
}

/** The connections that `down` took out; asked once. */
export async function recallPlaces(home: Home): Promise<readonly ConnectionPlace[]> {
  const text = await readFile(fileOf(home), 'utf8').catch(() => '[]')
  await rm(fileOf(home), { force: true })
  const parsed = places.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : []
}
