import { createHash } from 'node:crypto'

/**
 * Distinguishes a repeated delivery of one payload (two connections of one client, a retry) from a second event: the
 * same bytes with the same salt, until a second after the answer, are the same delivery and get the same answer.
 */
export function deliveries<T>(now: () => number, windowMs = 1_000) {
  const recent = new Map<string, { answeredAt: number; readonly answer: Promise<T> }>()
  return (body: Buffer, salt: string, answer: () => Promise<T>): Promise<T> => {
    const key = createHash('sha1').update(salt).update(body).digest('base64')
    for (const [old, { answeredAt }] of recent) if (now() - answeredAt > windowMs) recent.delete(old)
    const known = recent.get(key)
    if (known) return known.answer
    const delivery = { answeredAt: Number.POSITIVE_INFINITY, answer: answer() }
    const done = () => {
      delivery.answeredAt = now()
    }
    delivery.answer.then(done, done)
    recent.set(key, delivery)
    return delivery.answer
  }
}
