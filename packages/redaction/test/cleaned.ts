import type { Clean, Cleaned } from '../src/clean.ts'
import { mapStrings } from '../src/strings.ts'
import { wellFormed } from '../src/well-formed.ts'

/** Test data as redaction leaves it if it finds no secret. */
export function cleaned(value: string): Clean
export function cleaned<T>(value: T): Cleaned<T>
export function cleaned(value: unknown): unknown {
  return mapStrings(value, wellFormed)
}
