import type { Ledger, TimeSpan } from '../ports.ts'

/** How many sessions' spans are cached. */
const REMEMBERED = 2_000

/** A ledger with a cache; `lookAgain` clears it after the rows were changed directly. */
export type CachedLedger = Ledger & { readonly lookAgain: () => void }

/** Caches the ledger's spans, since every event asks for them; all changes must go through it. */
export function cachedLedger(ledger: Ledger): CachedLedger {
  const spans = new Map<string, Promise<readonly TimeSpan[]>>()
  async function changing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      spans.clear()
    }
  }
  return {
    ...ledger,
    lookAgain: () => spans.clear(),
    silences(of) {
      const key = JSON.stringify([of.session, of.project])
      const known = spans.get(key)
      if (known !== undefined) return known
      if (spans.size >= REMEMBERED) spans.clear()
      const asked = ledger.silences(of)
      spans.set(key, asked)
      asked.catch(() => spans.delete(key))
      return asked
    },
    pause: (pause) => changing(() => ledger.pause(pause)),
    resume: (scope, at) => changing(() => ledger.resume(scope, at)),
    forget: (selection, at) => changing(() => ledger.forget(selection, at)),
  }
}
