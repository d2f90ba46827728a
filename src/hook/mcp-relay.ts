import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { patience } from '../config/environment.ts'

/**
 * The MCP server that each client keeps: a relay between its stdio and the daemon, which holds the real server.
 * While it lives it watches the daemon, brings it back within a second when it died, and ends one that is deaf.
 */
const app = dirname(fileURLToPath(import.meta.url))
const home = process.env.HINDCAST_HOME || resolve(app, '../..')
const WATCH_MS = 1_000
const DEAF_MS = 1_000 * patience()
const RETRY_MS = 100
/** A client that starts calls its SessionStart hook too, which starts the daemon; two at once would only be in each other's way. */
const GRACE_MS = 800
/** No model writes as much, in characters; taking it in would hold up the daemon, and with it every hook. */
const LINE_MAX = 4_000_000
/** As much of what is too long as may tell whose it is. */
const END = 200

interface Endpoint {
  port: number
  pid: number
  token: string
}

/** Lines from the client that a new daemon must hear again: the handshake, and requests not answered yet. */
const handshake: string[] = []
const pending = new Map<string | number, string>()
let swallow: string | number | undefined
let link: Socket | undefined
let reviving = false

// A client does not start its server again: whatever happens, this one stays.
process.on('uncaughtException', () => undefined)
readLines(process.stdin, fromClient, tooLong)
process.stdin.on('end', () => process.exit(0))
process.stdout.on('error', () => process.exit(0))
setInterval(watch, WATCH_MS)
open()

function fromClient(line: string): void {
  const message = parse(line)
  if (message.method === 'initialize' || message.method === 'notifications/initialized') handshake.push(line)
  if (message.id !== undefined && message.method !== undefined) pending.set(message.id, line)
  if (link) link.write(`${line}\n`)
  else if (!endpointOf() && message.id !== undefined && message.method !== 'initialize')
    refuse(message.id, 'Hindcast is down: `hindcast up` brings it back')
}

/** What is too long is not read, but whoever asked it is answered: clients write the id last. */
function tooLong(end: string): void {
  const id = /"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")\s*\}\s*$/.exec(end)?.[1]
  if (id !== undefined) refuse(JSON.parse(id) as string | number, `the message is over ${LINE_MAX} characters`)
}

/** Nobody will answer: the person took the daemon down, say. */
function refuse(id: string | number, message: string): void {
  pending.delete(id)
  const error = { code: -32_000, message }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`)
}

function fromDaemon(line: string): void {
  const { id } = parse(line)
  if (id !== undefined) pending.delete(id)
  if (id !== undefined && id === swallow) swallow = undefined
  else process.stdout.write(`${line}\n`)
}

/** Opens the way to the daemon; while there is none, tries again, and starts it. */
function open(): void {
  const endpoint = endpointOf()
  // No endpoint: the person took the daemon down. It comes back by `hindcast up` alone.
  if (!endpoint) {
    retry()
    return
  }
  // Else the second of two lines waits for the first to be acknowledged, 40 ms later
  const socket = connect({ port: endpoint.port, host: '127.0.0.1', noDelay: true })
  const hello = [
    'GET /mcp HTTP/1.1',
    `Host: 127.0.0.1:${endpoint.port}`,
    'Connection: Upgrade',
    'Upgrade: hindcast-mcp',
    `Authorization: Bearer ${endpoint.token}`,
    `X-Hindcast-Client: ${process.ppid};${encodeURIComponent(process.cwd())}`,
  ]
  socket.on('connect', () => socket.write(`${hello.join('\r\n')}\r\n\r\n`))
  socket.on('error', () => undefined)
  socket.on('close', () => {
    if (link === socket) link = undefined
    revive()
    retry()
  })
  afterUpgrade(socket, () => greet(socket))
}

function retry(): void {
  setTimeout(open, RETRY_MS)
}

function greet(socket: Socket): void {
  link = socket
  const again = handshake[0] === undefined ? undefined : parse(handshake[0]).id
  if (again !== undefined && !pending.has(again)) swallow = again
  const unanswered = [...pending.values()].filter((line) => !handshake.includes(line))
  for (const line of [...handshake, ...unanswered]) socket.write(`${line}\n`)
  readLines(socket, fromDaemon)
}

/** Calls back once the daemon has agreed to speak MCP on this socket; any other answer closes it. */
function afterUpgrade(socket: Socket, then: () => void): void {
  let head = ''
  const onData = (chunk: Buffer) => {
    head += chunk.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    socket.off('data', onData)
    if (!head.startsWith('HTTP/1.1 101')) return void socket.destroy()
    socket.pause()
    const rest = Buffer.from(head.slice(end + 4), 'latin1')
    if (rest.length > 0) socket.unshift(rest)
    then()
  }
  socket.on('data', onData)
}

/** Asks the daemon for a sign of life; one that accepts but says nothing for a second is ended, so that it can come back. */
function watch(): void {
  const endpoint = endpointOf()
  if (!endpoint || reviving) return
  const began = Date.now()
  const socket = connect(endpoint.port, '127.0.0.1', () =>
    socket.write(`GET /health HTTP/1.1\r\nHost: 127.0.0.1:${endpoint.port}\r\nConnection: close\r\n\r\n`),
  )
  socket.setTimeout(DEAF_MS)
  socket.on('data', () => socket.destroy())
  socket.on('error', () => revive())
  socket.on('timeout', () => {
    socket.destroy()
    // If our own timer was late, the machine was asleep or overloaded: the silence proves nothing.
    if (Date.now() - began < DEAF_MS + 300) revive()
  })
}

/** Brings the daemon back where it should run and does not, or does and is deaf; the daemon's lock makes one of many starters win. */
function revive(): void {
  if (reviving || !endpointOf() || performance.now() < GRACE_MS) return
  reviving = true
  import('./daemon-process.ts')
    .then(({ currentApp, reviveDaemon }) => reviveDaemon(home, currentApp(home, app), 3_000 * patience()))
    .catch(() => undefined)
    .finally(() => {
      reviving = false
    })
}

function endpointOf(): Endpoint | undefined {
  try {
    const token = readFileSync(join(home, 'token'), 'utf8').trim()
    const { port, pid } = JSON.parse(readFileSync(join(home, 'daemon.json'), 'utf8')) as Endpoint
    return { port, pid, token }
  } catch {
    return undefined
  }
}

function readLines(stream: NodeJS.ReadableStream, take: (line: string) => void, cut?: (end: string) => void): void {
  const max = cut ? LINE_MAX : Number.POSITIVE_INFINITY
  let parts: string[] = []
  let length = 0
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    const [first = '', ...lines] = chunk.split('\n')
    add(first)
    for (const line of lines) {
      end()
      add(line)
    }
  })
  stream.resume()

  function add(part: string): void {
    length += part.length
    if (length > max) parts = [`${(parts.at(-1) ?? '').slice(-END)}${part.slice(-END)}`]
    else parts.push(part)
  }

  function end(): void {
    const line = parts.join('')
    if (length > max) cut?.(line)
    else if (line.trim() !== '') take(line)
    parts = []
    length = 0
  }
}

function parse(line: string): { id?: string | number; method?: string } {
  try {
    return (JSON.parse(line) ?? {}) as { id?: string | number; method?: string }
  } catch {
    return {}
  }
}
