import { createHash } from 'node:crypto'

/** For how long after its answer a payload counts as delivered. */
const DELIVERED_MS = 1_000
/** How often old deliveries are dropped: hundreds may arrive in a second. */
const SWEEP_MS = 500

/** One payload, however often it is delivered. */
interface Known<T> {
  countsUntil: number
  readonly answer: Promise<T>
  readonly receipt: Receipt
}

/** What an answer is made from, besides its payload. */
export interface Reception {
  /** Whether the client got the answer, over any of its connections. */
  readonly sent: Promise<boolean>
  /** How long after its answer the same payload is a repeated delivery. */
  countsFor(ms: number): void
}

/** An answer, and what to call once it has been sent over this connection, or could not be. */
export interface Delivered<T> {
  readonly answer: Promise<T>
  readonly closed: (isSent: boolean) => void
}

/**
 * Distinguishes a repeated delivery of one payload (two connections of one client, a retry) from a second event: the
 * same bytes with the same salt, until a second after the answer, are the same delivery and get the same answer. `answer`
 * may set another time.
 */
export function deliveries<T>(now: () => number) {
  const recent = new Map<string, Known<T>>()
  let sweptAt = 0
  const sweep = () => {
    if (Math.abs(now() - sweptAt) < SWEEP_MS) return
    sweptAt = now()
    for (const [old, { countsUntil }] of recent) if (sweptAt > countsUntil) recent.delete(old)
  }
  return (body: Buffer, salt: string, answer: (reception: Reception) => Promise<T>): Delivered<T> => {
    const key = createHash('sha1').update(salt).update(body).digest('base64')
    sweep()
    const before = recent.get(key)
    if (before && now() <= before.countsUntil) return { answer: before.answer, closed: before.receipt.open() }
    let forMs = DELIVERED_MS
    const countsFor = (ms: number) => {
      forMs = ms
    }
    const receipt = new Receipt()
    const closed = receipt.open()
    const known = {
      countsUntil: Number.POSITIVE_INFINITY,
      answer: answer({ sent: receipt.sent, countsFor }),
      receipt,
    }
    const done = () => {
      known.countsUntil = now() + forMs
    }
    known.answer.then(done, done)
    recent.set(key, known)
    return { answer: known.answer, closed }
  }
}

/** Learns whether a client got an answer: over any connection, or over none if no other one takes over for a while. */
class Receipt {
  readonly sent: Promise<boolean>
  #settle: (isSent: boolean) => void = () => {}
  #open = 0

  constructor() {
    this.sent = new Promise((settle) => {
      this.#settle = settle
    })
  }

  /** A connection waits for the answer; gives what to call, once, when it is served or closed. */
  open(): (isSent: boolean) => void {
    this.#open++
    return (isSent) => {
      this.#open--
      if (isSent) this.#settle(true)
      else setTimeout(() => this.#open === 0 && this.#settle(false), DELIVERED_MS).unref()
    }
  }
}
