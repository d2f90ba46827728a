import { closeSync } from 'node:fs'
import { patience } from '../config/environment.ts'

/** A launcher that waits has little more than a second of what the client gives a hook. */
const PATIENCE_MS = 1_000

/**
 * Lets go of a launcher that waits at the end of an inherited pipe, whose descriptor is the program's first word: by the
 * call that is given back, or after a while. Nothing where nobody waits.
 */
export function awaited([word]: readonly string[]): () => void {
  const descriptor = Number(word)
  if (!(descriptor > 2)) return () => {}
  let isWaiting = true
  const letGo = () => {
    clearTimeout(timer)
    if (isWaiting) closeSync(descriptor)
    isWaiting = false
  }
  const timer = setTimeout(letGo, PATIENCE_MS * patience()).unref()
  return letGo
}
