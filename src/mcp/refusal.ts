import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'

/** Answers every request of one MCP client with the same error. */
export function refuseCalls(stream: Duplex, message: string): void {
  const refuse = (id: unknown) => `${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message } })}\n`
  createInterface({ input: stream }).on('line', (line) => {
    const id = idOf(line)
    if (id !== undefined) stream.write(refuse(id))
  })
}

/** Undefined for what waits for no answer. */
function idOf(line: string): unknown {
  try {
    return (JSON.parse(line) as { id?: unknown } | null)?.id
  } catch {
    return undefined
  }
}
