import type { IncomingMessage } from 'node:http'

/**
 * The whole body as bytes; undefined when it is larger than `limit`. What is too large is read to its end and
 * dropped, so that the sender can finish and be answered.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else chunks.length = 0
  }
  return size > limit ? undefined : Buffer.concat(chunks)
}

/** The JSON value of a body, or why it is none. */
export function parseJson(body: Buffer): { readonly value: unknown } | { readonly why: string } {
  if (body.length === 0) return { why: 'the body is empty' }
  try {
    return { value: JSON.parse(body.toString('utf8').replace(/^\uFEFF/, '')) as unknown }
  } catch (error) {
    return { why: `the body is not JSON (${body.length} bytes): ${(error as Error).name}` }
  }
}
