import type { IncomingMessage, Server } from 'node:http'
import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'

/** A client's relay: its process, and the folder it was started in. */
export interface Agent {
  readonly pid: number | undefined
  readonly dir: string
}

/**
 * Upgrades `GET /mcp` with `Upgrade: hindcast-mcp` to an open stream that carries MCP line by line. `admit` decides by
 * the request's headers; anyone else is disconnected.
 */
export function acceptAgents(
  server: Server,
  admit: (request: IncomingMessage) => boolean,
  serve: (stream: Duplex, agent: Agent) => Promise<void>,
): void {
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy())
    // A server's socket stays half open when the client is gone, and would count as a client forever.
    stream.on('end', () => stream.end())
    const isOurs = request.url === '/mcp' && request.headers.upgrade === 'hindcast-mcp'
    if (!isOurs || !admit(request)) return void stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
    stream.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: hindcast-mcp\r\n\r\n')
    if (head.length > 0) stream.unshift(head)
    serve(stream, agentOf(request)).catch(() => stream.destroy())
  })
}

function agentOf({ headers }: IncomingMessage): Agent {
  const [pid = '', dir = ''] = String(headers['x-hindcast-client'] ?? '').split(';')
  return { pid: /^\d{1,10}$/.test(pid) ? Number(pid) : undefined, dir: decodedUri(dir) }
}

function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Answers every request from an MCP client with the same error. */
export function refuseCalls(stream: Duplex, message: string): void {
  const refuse = (id: unknown) => `${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message } })}\n`
  createInterface({ input: stream }).on('line', (line) => {
    const id = idOf(line)
    if (id !== undefined) stream.write(refuse(id))
  })
}

/** Undefined for a message that expects no answer. */
function idOf(line: string): unknown {
  try {
    return (JSON.parse(line) as { id?: unknown } | null)?.id
  } catch {
    return undefined
  }
}
