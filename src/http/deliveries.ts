import { createHash } from 'node:crypto'

/**
 * Tells a second delivery of one payload (two connections of one client, a retry) from a second event: the same
 * bytes within a second are the same delivery and get the same answer.
 */
export function deliveries<T>(now: () => number, windowMs = 1_000) {
  const recent = new Map<string, { at: number; answer: Promise<T> }>()
  return (body: Buffer, salt: string, answer: () => Promise<T>): Promise<T> => {
    const key = createHash('sha1').update(salt).update(body).digest('base64')
    for (const [old, { at }] of recent) {
      if (now() - at <= windowMs) break
      recent.delete(old)
    }
    const known = recent.get(key)
    if (known) return known.answer
    const fresh = answer()
    recent.set(key, { at: now(), answer: fresh })
    return fresh
  }
}
