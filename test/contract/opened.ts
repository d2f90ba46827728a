import { afterEach, beforeEach } from 'vitest'

/** A store under a contract: its ports, and how it is given back. */
export type Open<P> = () => Promise<P & { close(): Promise<void> }>

/** A fresh store for each test of the suite that calls this; what it gives is a getter of its ports. */
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
