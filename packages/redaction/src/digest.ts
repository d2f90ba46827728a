import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Clean } from './clean.ts'

/**
 * 64 bits of SHA-256 in hex over length-prefixed parts, so that different lists of parts cannot collide by
 * concatenation. Reveals nothing about them, so it is Clean.
 */
export function digest(parts: readonly (string | number)[]): Clean {
  const text = parts.map((part) => `${String(part).length}:${part}`).join('|')
  return bytesToHex(sha256(utf8ToBytes(text)).subarray(0, 8)) as Clean
}
