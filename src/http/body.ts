import type { IncomingMessage } from 'node:http'

/**
 * The whole body as bytes; undefined if it is larger than `limit`. A body that is too large is read to its end and
 * dropped, so that the sender can finish and get an answer.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else chunks.length = 0
    })
    request.once('end', () => resolve(size > limit ? undefined : Buffer.concat(chunks)))
    request.once('error', reject)
    // An aborted request emits neither event
    request.once('close', () => reject(new Error('the request broke off')))
  })
}

/** The JSON value of a body, or why it is invalid. */
export function parseJson(body: Buffer): { readonly value: unknown } | { readonly why: string } {
  if (body.length === 0) return { why: 'the body is empty' }
  try {
    return { value: JSON.parse(body.toString('utf8').replace(/^\uFEFF/, '')) as unknown }
  } catch (error) {
    return { why: `the body is not JSON (${body.length} bytes): ${(error as Error).name}` }
  }
}
