import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { patience } from '../config/environment.ts'
import { currentFolder } from '../config/folder.ts'
import { isHanging, isStopped, type Scheduled, schedulingOf } from '../daemon/standby-process.ts'
import { challengeFor, isOthers } from '../http/listener.ts'

/**
 * The MCP server that each client runs: a relay between its stdio and the daemon, which contains the real server. While
 * it runs, it watches the daemon, restarts it within a second if it dies, and kills it if it hangs.
 */
const app = dirname(fileURLToPath(import.meta.url))
const home = process.env.HINDCAST_HOME || resolve(app, '../..')
const WATCH_MS = 600
/** Reading a process's state costs next to nothing. */
const WATCH_STATE_MS = 250
const DEAF_MS = 700 * patience()
const RETRY_MS = 100
/**
 * A starting client also runs its SessionStart hook, which starts the daemon; two starters would only get in each
 * other's way.
 */
const GRACE_MS = 800
/** No model writes this much, in characters; accepting it would delay the daemon, and with it every hook. */
const LINE_MAX = 4_000_000
/** How much of an oversized line is kept to find its id. */
const END = 200

interface Endpoint {
  port: number
  pid: number
  token: string
}

/** Lines from the client to repeat to a new daemon: the handshake, and unanswered requests. */
const handshake: string[] = []
const pending = new Map<string | number, string>()
let swallow: string | number | undefined
let link: Socket | undefined
let reviving = false
/** The daemon, if it was stopped when its state was last read. */
let stopped: number | undefined
/** Since when a daemon has said nothing, and how much of a processor it had had until then. */
let deaf: { readonly pid: number; readonly at: number; readonly had: Scheduled | undefined } | undefined

// A client never restarts its server, so this process must survive everything.
process.on('uncaughtException', () => undefined)
readLines(process.stdin, fromClient, tooLong)
process.stdin.on('end', () => process.exit(0))
process.stdout.on('error', () => process.exit(0))
setInterval(watch, WATCH_MS)
setInterval(watchState, WATCH_STATE_MS)
open()

function fromClient(line: string): void {
  const message = parse(line)
  if (message.method === 'initialize' || message.method === 'notifications/initialized') handshake.push(line)
  if (message.id !== undefined && message.method !== undefined) pending.set(message.id, line)
  if (link) link.write(`${line}\n`)
  else if (!endpointOf() && message.id !== undefined && message.method !== 'initialize')
    refuseRequest(message.id, 'Hindcast is down: `hindcast up` brings it back')
}

/** An oversized line is dropped, but its request is answered: clients write the id last. */
function tooLong(end: string): void {
  const id = /"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")\s*\}\s*$/.exec(end)?.[1]
  if (id !== undefined) refuseRequest(JSON.parse(id) as string | number, `the message is over ${LINE_MAX} characters`)
}

/** There will be no answer, for example because the person stopped the daemon. */
function refuseRequest(id: string | number, message: string): void {
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

/** Connects to the daemon; if that fails, starts it and tries again. */
function open(): void {
  const endpoint = endpointOf()
  // No endpoint: the person stopped the daemon, and only `hindcast up` starts it again.
  if (!endpoint) {
    retry()
    return
  }
  // Otherwise the second of two lines waits 40 ms for the first to be acknowledged
  const socket = connect({ port: endpoint.port, host: '127.0.0.1', noDelay: true })
  const hello = [
    'GET /mcp HTTP/1.1',
    `Host: 127.0.0.1:${endpoint.port}`,
    'Connection: Upgrade',
    'Upgrade: hindcast-mcp',
    `Authorization: Bearer ${endpoint.token}`,
    `X-Hindcast-Client: ${process.ppid};${encodeURIComponent(currentFolder())}`,
  ]
  const challenge = challengeFor(endpoint)
  socket.on('connect', () => {
    if (isOthers(endpoint.port)) return void socket.destroy()
    socket.write(`GET ${challenge.path} HTTP/1.1\r\nHost: 127.0.0.1:${endpoint.port}\r\n\r\n`)
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    if (link === socket) link = undefined
    revive()
    retry()
  })
  // The token is sent only after the listener has proved on this connection that it is this home's daemon
  afterHead(socket, 200, (head) =>
    afterBody(socket, Number(/^content-length: (\d+)/im.exec(head)?.[1]), (body) => {
      if (!challenge.isMetBy(body)) return void socket.destroy()
      afterHead(socket, 101, () => greet(socket))
      socket.write(`${hello.join('\r\n')}\r\n\r\n`)
    }),
  )
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

/** Calls back once the head of a response with this status has arrived; any other response closes the socket. */
function afterHead(socket: Socket, status: 101 | 200, then: (head: string) => void): void {
  let head = ''
  const onData = (chunk: Buffer) => {
    head += chunk.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    socket.off('data', onData)
    if (!head.startsWith(`HTTP/1.1 ${status}`)) return void socket.destroy()
    socket.pause()
    const rest = Buffer.from(head.slice(end + 4), 'latin1')
    if (rest.length > 0) socket.unshift(rest)
    then(head.slice(0, end))
  }
  socket.on('data', onData)
  socket.resume()
}

/** Calls back once as many bytes have arrived as the head announced; a response that is no short document closes the socket. */
function afterBody(socket: Socket, length: number, then: (body: string) => void): void {
  if (!(length < END * 5)) return void socket.destroy()
  let body = ''
  const onData = (chunk: Buffer) => {
    body += chunk.toString('latin1')
    if (body.length < length) return
    socket.off('data', onData)
    then(body)
  }
  socket.on('data', onData)
  socket.resume()
}

/**
 * Checks that the daemon responds; one that accepts connections but does not respond for a while is killed and
 * restarted, unless it has waited for a processor meanwhile.
 */
function watch(): void {
  const endpoint = endpointOf()
  if (!endpoint || reviving) return
  const began = Date.now()
  if (deaf?.pid !== endpoint.pid) deaf = { pid: endpoint.pid, at: began, had: schedulingOf(endpoint.pid) }
  const since = deaf
  const socket = connect(endpoint.port, '127.0.0.1', () =>
    socket.write(`GET /health HTTP/1.1\r\nHost: 127.0.0.1:${endpoint.port}\r\nConnection: close\r\n\r\n`),
  )
  socket.setTimeout(DEAF_MS)
  socket.on('data', () => {
    deaf = undefined
    socket.destroy()
  })
  socket.on('error', () => revive())
  socket.on('timeout', () => {
    socket.destroy()
    // If our own timer was late, the machine was asleep or overloaded, and the silence proves nothing.
    const now = Date.now()
    if (now - began < DEAF_MS + 300 && isHanging(since.had, schedulingOf(since.pid), now - since.at)) revive()
  })
}

/** A daemon that is stopped twice in a row is replaced without waiting for an answer that cannot come. */
function watchState(): void {
  const pid = endpointOf()?.pid
  const isNow = pid !== undefined && isStopped(pid)
  if (isNow && stopped === pid) revive()
  stopped = isNow ? pid : undefined
}

/**
 * Restarts the daemon if it should be running and is not, or hangs; if several processes try, the daemon's lock picks
 * one.
 */
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
    const { port, pid } = JSON.parse(readFileSync(join(home, 'daemon.json'), 'utf8')) as Endpoint
    const token = readFileSync(join(home, 'token'), 'utf8').trim()
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
