import { signal } from '@preact/signals'

/** Why there is no answer: not signed in, no daemon, no such record, or another error of the verb. */
export interface Failure {
  readonly kind: 'locked' | 'gone' | 'missing' | 'refused'
  readonly why: string
}

const KEY = 'hindcast-key'
const GIVEN = /^#key=([\w-]+)$/

/** Whether this browser has been signed out. */
export const locked = signal(false)

/** Stores the key that the one-time link brought, and removes it, or an expired code, from the address. */
export function keepKey(): void {
  const key = GIVEN.exec(location.hash)?.[1]
  if (key !== undefined) localStorage.setItem(KEY, key)
  if (key !== undefined || location.search !== '') history.replaceState(null, '', '/')
}

/** Asks a verb that changes nothing. Rejects with a Failure, or like any aborted fetch. */
export async function ask<T>(verb: string, input: object, abort: AbortSignal): Promise<T> {
  const headers = { 'x-hindcast-viewer': localStorage.getItem(KEY) ?? '' }
  const reply = await fetch(`/api/${verb}?${queryOf(input)}`, { headers, signal: abort }).catch((error: Error) => {
    throw abort.aborted ? error : failure('gone', error.message)
  })
  const document = (await reply.json().catch(() => undefined)) as T & { error?: { code?: string; why?: string } }
  if (reply.ok) return document
  if (reply.status === 401) locked.value = true
  const { code, why = `the server answered with HTTP status ${reply.status}` } = document?.error ?? {}
  throw failure(reply.status === 401 ? 'locked' : code === 'not-found' ? 'missing' : 'refused', why)
}

const failure = (kind: Failure['kind'], why: string): Failure => ({ kind, why })

function queryOf(input: object): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input) as [string, unknown][]) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, String(one))
  }
  return query
}
