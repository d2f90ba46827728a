import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Home } from '../config/home.ts'
import type { Wanted } from '../domain/subscriptions.ts'
import type { DisconnectedPlace } from '../ports.ts'

const daemonState = z.object({
  pid: z.number(),
  port: z.number(),
  version: z.string(),
  protocol: z.number(),
  startedAt: z.number(),
  /** It has stopped on purpose. */
  endedAt: z.number().optional(),
  /** The port or token has changed, and not all clients have been updated yet. */
  moved: z.boolean().optional(),
  /** What clients were last asked for. */
  wanted: z
    .array(z.custom<Wanted>((each) => typeof each === 'object' && each !== null))
    .readonly()
    .optional(),
})

/** The contents of `daemon.json`, which describes the daemon that is listening, or was last. */
export type DaemonState = z.infer<typeof daemonState>

/** The last state written, if it can be read. */
export async function readState(home: Home): Promise<DaemonState | undefined> {
  const text = await readFile(home.daemon, 'utf8').catch(() => '')
  try {
    return daemonState.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Writes where the daemon listens; the file remains afterwards, so that the next daemon uses the same port. */
export async function writeState(home: Home, state: DaemonState): Promise<void> {
  await writePrivate(home.daemon, `${JSON.stringify(state)}\n`)
}

/** Writes that the daemon is stopping on purpose; nothing if `down` has removed its state. */
export async function writeEnd(home: Home, endedAt: number): Promise<void> {
  const state = await readState(home)
  if (state?.pid === process.pid) await writeState(home, { ...state, endedAt }).catch(() => undefined)
}

/** This home's token, created at the first call, and whether it is new to clients. Call only while holding the lock. */
export async function tokenOf(
  home: Home,
): Promise<{ readonly token: string; readonly isNew: boolean; readonly former?: undefined }> {
  const known = await knownToken(home)
  const token = known ?? newToken()
  if (!known) await writePrivate(home.token, token)
  return { token, isNew: !known }
}

/** The token in the home; undefined if its file was removed or damaged. */
export async function knownToken(home: Home): Promise<string | undefined> {
  const text = (await readFile(home.token, 'utf8').catch(() => '')).trim()
  return /^[0-9a-f]{64}$/.test(text) ? text : undefined
}

/** A new token. */
export const newToken = (): string => randomBytes(32).toString('hex')

/** Writes a file atomically, readable only by its owner. */
export async function writePrivate(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.new`
  try {
    await writeFile(draft, text, { mode: 0o600 })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    await overwrite(file, text)
  }
}

/** What a file already has of the disk can be written even if the disk is full: a daemon that starts then can be found. */
async function overwrite(file: string, text: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.write(text, 0)
    await handle.truncate(Buffer.byteLength(text))
  } finally {
    await handle.close()
  }
}

const places = z.array(
  z.object({
    host: z.string(),
    scope: z.enum(['user', 'project']),
    projectDir: z.string().optional(),
    configDir: z.string().optional(),
    transport: z.enum(['http', 'command']).default('http'),
  }),
)
const fileOf = (home: Home): string => join(home.dir, 'disconnected.json')

/**
 * Records which connections `down` removed, and that the daemon should stay down, which the relay respects; without a home
 * there is none.
 */
export async function rememberPlaces(home: Home, taken: readonly DisconnectedPlace[]): Promise<void> {
  if (!existsSync(home.dir)) return
  // A second `down` finds nothing to remove, and must keep the record.
  const flag = taken.length > 0 ? 'w' : 'a'
  const text = taken.length > 0 ? `${JSON.stringify(taken)}\n` : ''
  await writeFile(fileOf(home), text, { mode: 0o600, flag })
  await rm(home.daemon, { force: true })
}

/** Whether `down` ran after a time, in epoch milliseconds. */
export const isRestingSince = async (home: Home, at: number): Promise<boolean> =>
  ((await stat(fileOf(home)).catch(() => undefined))?.mtimeMs ?? 0) > at

/** The connections that `down` removed; can be read once. */
export async function recallPlaces(home: Home): Promise<readonly DisconnectedPlace[]> {
  const text = await readFile(fileOf(home), 'utf8').catch(() => '')
  await rm(fileOf(home), { force: true })
  try {
    return places.parse(JSON.parse(text))
  } catch {
    return []
  }
}
