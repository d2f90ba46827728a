import { closeSync } from 'node:fs'
import { patience } from '../config/environment.ts'

/** A waiting launcher has 1.4 seconds in all, and then asks on a connection that is accepted by now. */
const PATIENCE_MS = 700

/**
 * Releases a launcher that waits on an inherited pipe with this descriptor: when the returned function is called, or
 * after a timeout. Does nothing if no launcher waits.
 */
export function launcherRelease(descriptor: number | undefined): () => void {
  if (descriptor === undefined) return () => {}
  let isWaiting = true
  const letGo = () => {
    clearTimeout(timer)
    if (isWaiting) closeSync(descriptor)
    isWaiting = false
  }
  const timer = setTimeout(letGo, PATIENCE_MS * patience()).unref()
  return letGo
}
