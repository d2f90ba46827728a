import { createReadStream } from 'node:fs'

/** A line of a file, counted from 1; `text` is undefined if it is too long or not UTF-8. */
export interface ArchiveLine {
  readonly number: number
  readonly text: string | undefined
}

const NEWLINE = 10

/** The lines of a file, one at a time, using about `max` bytes of memory whatever the file contains. */
export async function* archiveLines(path: string, max: number): AsyncGenerator<ArchiveLine> {
  const reader = createReadStream(path, { highWaterMark: 256 * 1024 })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let number = 0
  let parts: Buffer[] = []
  let length = 0
  const end = (): ArchiveLine => {
    const text = length > max ? undefined : decodedLine(decoder, Buffer.concat(parts))
    parts = []
    length = 0
    number++
    return { number, text }
  }
  for await (const chunk of reader as AsyncIterable<Buffer>) {
    for (let from = 0; from < chunk.length; ) {
      const at = chunk.indexOf(NEWLINE, from)
      const to = at < 0 ? chunk.length : at
      length += to - from
      if (length <= max) parts.push(chunk.subarray(from, to))
      if (at >= 0) yield end()
      from = to + 1
    }
  }
  if (length > 0) yield end()
}

function decodedLine(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
