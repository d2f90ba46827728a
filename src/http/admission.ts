import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** How many connections may be open that have not sent a valid token; real callers send theirs at once. */
const NEWCOMERS = 64
/** Every connection has this long, unless there are far too many. */
const GRACE_MS = 500
const FAR_TOO_MANY = 1_024
/** A program that asks who listens before it sends its token asks once. */
const REQUESTS = 4
/** In bytes; hardly any hook is larger. */
const LARGE = 1024 * 1024
/** How often they are counted while there are too many. */
const COUNT_MS = 100

interface Newcomer {
  /** When the connection was made. */
  readonly since: number
  requests: number
}

/** The newcomers among a server's connections, oldest first. */
type Newcomers = Map<Duplex, Newcomer>

const newcomersOf = new WeakMap<Duplex, Newcomers>()

/** The connection has sent a valid token: it is no longer closed to make room. */
export function admit(connection: Duplex): void {
  newcomersOf.get(connection)?.delete(connection)
}

/**
 * Whether a request without a valid token is the last that its connection may make: then nothing more of it is read. A
 * hundred kilobytes of the shortest requests, or of the shortest parts of one, would hold up every client for longer than
 * it takes to send them.
 */
export function isLastOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const newcomer = newcomersOf.get(socket)?.get(socket)
  if (!newcomer) return false
  const isLong = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > LARGE
  const isLast = ++newcomer.requests >= REQUESTS || isLong
  if (isLast) unread.add(socket)
  return isLast
}

/** The connections of which nothing more is read. */
const unread = new WeakSet<Duplex>()

/** What Node attaches to a connection, which it does not document. */
interface Parsed {
  readonly parser?: { onIncoming?: (...request: unknown[]) => number }
}

/** What makes the parser leave the rest of what it was given alone: a body, and the requests that came with this one. */
const LEAVE_THE_REST = 2

function stopAtLast(connection: Duplex): void {
  const { parser } = connection as Duplex & Parsed
  const take = parser?.onIncoming
  if (!take) return
  parser.onIncoming = (...request) => {
    const how = unread.has(connection) ? LEAVE_THE_REST : take(...request)
    return unread.has(connection) ? LEAVE_THE_REST : how
  }
}

/**
 * Closes the oldest connections that have not sent a valid token if there are too many of them, so that another user who
 * opens thousands keeps no client out.
 */
export function limitNewcomers(server: Server): void {
  const newcomers: Newcomers = new Map()
  let isCounting = false
  const countSoon = () => {
    if (isCounting || newcomers.size <= NEWCOMERS) return
    isCounting = true
    setTimeout(count, COUNT_MS).unref()
  }
  const count = () => {
    isCounting = false
    closeOldest(newcomers, NEWCOMERS, Date.now() - GRACE_MS)
    countSoon()
  }
  server.on('connection', (connection) => {
    newcomers.set(connection, { since: Date.now(), requests: 0 })
    stopAtLast(connection)
    newcomersOf.set(connection, newcomers)
    connection.once('close', () => newcomers.delete(connection))
    if (newcomers.size > FAR_TOO_MANY) closeOldest(newcomers, FAR_TOO_MANY)
    countSoon()
  })
}

/** Closes the oldest until `most` are left; with `before`, only those made before that time. */
function closeOldest(newcomers: Newcomers, most: number, before = Number.POSITIVE_INFINITY): void {
  for (const [connection, { since }] of newcomers) {
    if (newcomers.size <= most || since > before) return
    newcomers.delete(connection)
    connection.destroy()
  }
}
