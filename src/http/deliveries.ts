import { createHash } from 'node:crypto'

/** For how long after its answer a payload counts as delivered. */
const DELIVERED_MS = 1_000
/** How often old deliveries are dropped: hundreds may arrive in a second. */
const SWEEP_MS = 500

/**
 * Distinguishes a repeated delivery of one payload (two connections of one client, a retry) from a second event: the
 * same bytes with the same salt, until a second after the answer, are the same delivery and get the same answer. `answer`
 * may set another time.
 */
export function deliveries<T>(now: () => number) {
  const recent = new Map<string, { countsUntil: number; readonly answer: Promise<T> }>()
  let sweptAt = 0
  const sweep = () => {
    if (Math.abs(now() - sweptAt) < SWEEP_MS) return
    sweptAt = now()
    for (const [old, { countsUntil }] of recent) if (sweptAt > countsUntil) recent.delete(old)
  }
  return (body: Buffer, salt: string, answer: (countsFor: (ms: number) => void) => Promise<T>): Promise<T> => {
    const key = createHash('sha1').update(salt).update(body).digest('base64')
    sweep()
    const known = recent.get(key)
    if (known && now() <= known.countsUntil) return known.answer
    let forMs = DELIVERED_MS
    const countsFor = (ms: number) => {
      forMs = ms
    }
    const delivery = { countsUntil: Number.POSITIVE_INFINITY, answer: answer(countsFor) }
    const done = () => {
      delivery.countsUntil = now() + forMs
    }
    delivery.answer.then(done, done)
    recent.set(key, delivery)
    return delivery.answer
  }
}
