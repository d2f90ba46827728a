import { afterEach, beforeEach } from 'vitest'

/** A store under test: its ports, and how to release it. */
export type Open<P> = () => Promise<P & { close(): Promise<void> }>

/** A fresh store for each test in the calling suite; returns a getter for its ports. */
export function opened<P>(open: Open<P>): () => P {
  let store: (P & { close(): Promise<void> }) | undefined
  beforeEach(async () => {
    store = await open()
  })
  afterEach(async () => {
    await store?.close()
    store = undefined
  })
  return () => {
    if (store === undefined) throw new Error('no store is open')
    return store
  }
}
