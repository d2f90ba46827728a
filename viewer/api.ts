import { signal } from '@preact/signals'

/** Why there is no answer: this browser is not let in, nobody listens, or what the verb said. */
export interface Failure {
  readonly kind: 'locked' | 'gone' | 'refused'
  readonly why: string
}

const KEY = 'hindcast-key'
const GIVEN = /^#key=([\w-]+)$/

/** Whether the daemon lets this browser in no longer. */
export const locked = signal(false)

/** Keeps the key that the one-time link brought, and takes it, or what is left of a spent link, out of the address. */
export function keepKey(): void {
  const key = GIVEN.exec(location.hash)?.[1]
  if (key !== undefined) localStorage.setItem(KEY, key)
  if (key !== undefined || location.search !== '') history.replaceState(null, '', '/')
}

/** Asks a verb that changes nothing. Rejects with a Failure, or as any fetch that was given up. */
export async function ask<T>(verb: string, input: object, abort: AbortSignal): Promise<T> {
  const headers = { 'x-hindcast-viewer': localStorage.getItem(KEY) ?? '' }
  const reply = await fetch(`/api/${verb}?${queryOf(input)}`, { headers, signal: abort }).catch((error: Error) => {
    throw abort.aborted ? error : failure('gone', error.message)
  })
  const document = (await reply.json().catch(() => undefined)) as T & { error?: { message?: string; why?: string } }
  if (reply.ok) return document
  if (reply.status === 401) locked.value = true
  const why = document?.error?.message ?? document?.error?.why ?? `HTTP ${reply.status}`
  throw failure(reply.status === 401 ? 'locked' : 'refused', why)
}

const failure = (kind: Failure['kind'], why: string): Failure => ({ kind, why })

function queryOf(input: object): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input) as [string, unknown][]) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, String(one))
  }
  return query
}
