import type { Readable, Writable } from 'node:stream'
import type { Cleaned } from '@hindcast/redaction/clean.ts'
import type { ConfigSnapshot } from '../config/live.ts'
import type { Project } from '../domain/nouns/project.ts'
import type { TranscriptFile } from '../sources/transcripts/discover.ts'
import type { Read } from '../sources/transcripts/elsewhere.ts'

/** Messages from the daemon to the importer. `isCalm`: no hook is waiting, or was recently. */
export type ToImporter =
  | { readonly kind: 'settings'; readonly snapshot: ConfigSnapshot }
  | { readonly kind: 'read'; readonly file: TranscriptFile; readonly isCalm: boolean }
  | { readonly kind: 'kept'; readonly isCalm: boolean }
  | { readonly kind: 'refused'; readonly why: string }

/** Messages from the importer to the daemon. A commit has bytes; commits and projects are answered in order. */
export type FromImporter =
  | { readonly kind: 'commit'; readonly offset: number }
  | { readonly kind: 'project'; readonly project: Cleaned<Project> }
  | { readonly kind: 'read'; readonly read: Read | null }
  | { readonly kind: 'failed'; readonly why: string }
  | {
      readonly kind: 'log'
      readonly level: 'info' | 'warn' | 'error'
      readonly message: string
      readonly fields?: object
    }

/** The bytes of a message; passed on unchanged. */
const NONE = new Uint8Array(0)
/** The lengths of a message (JSON) and of its bytes, 32 bits each. */
const LENGTHS = 8

/** Sends a message to the other process. */
export function writeFrame(stream: Writable, message: object, bytes: Uint8Array = NONE): void {
  const head = Buffer.from(JSON.stringify(message))
  const lengths = Buffer.alloc(LENGTHS)
  lengths.writeUInt32LE(head.length, 0)
  lengths.writeUInt32LE(bytes.length, 4)
  stream.write(Buffer.concat([lengths, head, bytes]))
}

/** Receives messages from the other process, each with its bytes in a buffer of their own. */
export function readFrames(stream: Readable, hear: (message: unknown, bytes: ArrayBuffer) => void): void {
  let parts: Buffer[] = []
  let held = 0
  let needed = LENGTHS
  stream.on('data', (part: Buffer) => {
    parts.push(part)
    held += part.length
    if (held < needed) return
    const all = parts.length === 1 ? part : Buffer.concat(parts, held)
    let at = 0
    for (;;) {
      needed = lengthAt(all, at)
      if (all.length - at < needed) break
      const head = at + LENGTHS + all.readUInt32LE(at)
      hear(JSON.parse(all.toString('utf8', at + LENGTHS, head)), copiedBuffer(all.subarray(head, at + needed)))
      at += needed
    }
    parts = [all.subarray(at)]
    held = all.length - at
  })
}

function lengthAt(all: Buffer, at: number): number {
  if (all.length - at < LENGTHS) return LENGTHS
  return LENGTHS + all.readUInt32LE(at) + all.readUInt32LE(at + 4)
}

function copiedBuffer(bytes: Uint8Array): ArrayBuffer {
  const own = new ArrayBuffer(bytes.length)
  new Uint8Array(own).set(bytes)
  return own
}
