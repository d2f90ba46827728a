import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { openStore } from '../../../src/adapters/store/sqlite/store.ts'
import type { EventRecord } from '../../../src/domain/nouns/event.ts'
import type { FileVersion } from '../../../src/domain/nouns/file-version.ts'
import type { Prompt } from '../../../src/domain/nouns/prompt.ts'
import type { Session } from '../../../src/domain/nouns/session.ts'
import type { Signal } from '../../../src/domain/nouns/signal.ts'
import { hindcast, hindcastJson } from './product.ts'
import type { World } from './world.ts'

const workerUrl = pathToFileURL(join(import.meta.dirname, '../../../dist/store-worker.js'))
/** All the evidence in a home, and what was read from it. */
export interface Kept {
  readonly sessions: readonly Session[]
  readonly prompts: readonly Prompt[]
  readonly events: readonly EventRecord[]
  readonly versions: readonly FileVersion[]
  readonly signals: readonly Signal[]
}

/** Reads all the evidence in a home. Its daemon must not be running. */
async function keptIn(home: string): Promise<Kept> {
  const store = await openStore({ file: join(home, 'hindcast.db'), readers: 1, workerUrl })
  try {
    const sessions = await store.evidence.sessions({ limit: 1_000 })
    const prompts = await Promise.all(sessions.map(({ id }) => store.evidence.prompts({ session: id, limit: 1_000 })))
    const events = await store.evidence.events({ limit: 100_000 })
    const versions = await store.evidence.versions({ limit: 1_000 })
    const signals = await store.memories.records({ noun: 'signal', limit: 1_000 })
    return { sessions, prompts: prompts.flat(), events, versions, signals }
  } finally {
    await store.close()
  }
}

const inHome = (world: World, name: string): World => ({
  ...world,
  env: { ...world.env, HINDCAST_HOME: join(world.home, name) },
})

/** Imports the client's transcripts into an empty store. */
export async function importedAnew(world: World): Promise<Kept> {
  const other = inHome(world, 'anew')
  expect((await hindcast(other, 'up', '--no-connect', '--no-import')).exitCode).toBe(0)
  const { errors } = await hindcastJson<{ errors: readonly object[] }>(other, 'import')
  expect(errors).toEqual([])
  await hindcast(other, 'down')
  await ended(other)
  return keptIn(other.env.HINDCAST_HOME ?? '')
}

/** The record made by hooks and catching up, once it has settled. */
export async function lived(world: World): Promise<Kept> {
  const events = async () => (await hindcastJson<{ counts: { events: number } }>(world, 'status')).counts.events
  for (let before = -1; before !== (await events()); await sleep(700)) before = await events()
  await hindcast(world, 'down')
  await ended(world)
  return keptIn(world.env.HINDCAST_HOME ?? '')
}

async function ended(world: World): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (!(await hindcastJson<{ running: boolean }>(world, 'status')).running) return sleep(300)
    await sleep(100)
  }
}

/** The events that are in one and not in the other, by name and tool. */
export function only({ events }: Kept, other: Kept): string[] {
  const known = new Set(other.events.map(({ id }) => id))
  const lone = events.filter(({ id }) => !known.has(id))
  return lone.map(({ name, tool: of, body }) => [name, of ?? body.reason].filter(Boolean).join(' ')).sort()
}

/** What both sides must agree on: everything about an event but its time, duration and source. */
const told = ({ seq, at, via, durationMs, significance, body, ...rest }: EventRecord) => ({ ...rest, tells: body.act })

export const inBoth = (one: Kept, other: Kept) => {
  const ids = new Set(other.events.map(({ id }) => id))
  const shared = one.events.filter(({ id, name }) => ids.has(id) && !WORDED.has(name))
  return shared.map(told).sort((a, b) => (a.id < b.id ? -1 : 1))
}
/** Refusals and summaries are worded differently in a transcript. */
const WORDED = new Set(['PermissionDenied', 'PostCompact'])

export const asked = ({ prompts }: Kept) =>
  prompts.map(({ id, session, number, text, origin }) => ({
    id,
    session,
    number,
    text,
    isMachine: origin === 'machine',
  }))
export const sorted = <T extends { id: string }>(rows: readonly T[]) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
