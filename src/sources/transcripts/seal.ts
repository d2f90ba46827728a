import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

const SEALED = 1_024

/** A digest of a file's first bytes and of the last before `offset`: a file that was replaced or rewritten has another. */
export async function sealOf(file: FileHandle, offset: number): Promise<string> {
  const size = Math.min(SEALED, offset)
  const hash = createHash('sha256').update(`${offset}:`)
  for (const from of [0, offset - size]) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(size), 0, size, from)
    hash.update(buffer.subarray(0, bytesRead))
  }
  return hash.digest('base64url').slice(0, 22)
}
