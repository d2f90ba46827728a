import { signal } from '@preact/signals'

/** Why there is no answer: not signed in, no daemon, no such record, or another error of the verb. */
export interface Failure {
  readonly kind: 'locked' | 'gone' | 'missing' | 'refused'
  readonly why: string
}

const KEY = 'hindcast-key'
const GIVEN = /^#key=([\w-]+)$/

/** Whether this browser has been signed out. */
export const isLocked = signal(false)

/** Stores the key that the one-time link brought, and removes it, or an expired code, from the address. */
export function keepKey(): void {
  const key = GIVEN.exec(location.hash)?.[1]
  if (key !== undefined) localStorage.setItem(KEY, key)
  if (key !== undefined || location.search !== '') history.replaceState(null, '', '/')
}

/** Asks a verb. Rejects with a Failure, or like any aborted fetch. */
export async function ask<T>(verb: string, input: object, abort?: AbortSignal): Promise<T> {
  const headers = { 'content-type': 'application/json', 'x-hindcast-viewer': localStorage.getItem(KEY) ?? '' }
  const request = { method: 'POST', headers, body: JSON.stringify(input), signal: abort ?? null }
  const reply = await fetch(`/api/${verb}`, request).catch((error: Error) => {
    throw abort?.aborted ? error : failure('gone', error.message)
  })
  const document = (await reply.json().catch(() => undefined)) as T & { error?: { code?: string; why?: string } }
  if (reply.ok) return document
  if (reply.status === 401) isLocked.value = true
  const { code, why = `the server answered with HTTP status ${reply.status}` } = document?.error ?? {}
  throw failure(reply.status === 401 ? 'locked' : code === 'not-found' ? 'missing' : 'refused', why)
}

const failure = (kind: Failure['kind'], why: string): Failure => ({ kind, why })
