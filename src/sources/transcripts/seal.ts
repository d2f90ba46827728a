import { createHash } from 'node:crypto'
import { readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'

const SEALED = 1_024

/**
 * A hash of a file's first bytes and of the last ones before `offset`, which changes if the file is replaced or
 * rewritten. Synchronous: the bytes were read a moment ago, so using a thread would cost more.
 */
export function sealOf({ fd }: FileHandle, offset: number): string {
  const size = Math.min(SEALED, offset)
  const hash = createHash('sha256').update(`${offset}:`)
  for (const from of [0, offset - size]) {
    const bytes = Buffer.alloc(size)
    hash.update(bytes.subarray(0, readSync(fd, bytes, 0, size, from)))
  }
  return hash.digest('base64url').slice(0, 22)
}
