import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** How many connections may be open that have not sent a valid token; real callers send theirs at once. */
const NEWCOMERS = 64
/** Every connection has this long, unless there are far too many. */
const GRACE_MS = 500
const FAR_TOO_MANY = 1_024
/** How often they are counted while there are too many. */
const COUNT_MS = 100

/** The newcomers among a server's connections, oldest first, and when each was made. */
type Newcomers = Map<Duplex, number>

const newcomersOf = new WeakMap<Duplex, Newcomers>()

/** The connection has sent a valid token: it is no longer closed to make room. */
export function admit(connection: Duplex): void {
  newcomersOf.get(connection)?.delete(connection)
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
    newcomers.set(connection, Date.now())
    newcomersOf.set(connection, newcomers)
    connection.once('close', () => newcomers.delete(connection))
    if (newcomers.size > FAR_TOO_MANY) closeOldest(newcomers, FAR_TOO_MANY)
    countSoon()
  })
}

/** Closes the oldest until `most` are left; with `before`, only those made before that time. */
function closeOldest(newcomers: Newcomers, most: number, before = Number.POSITIVE_INFINITY): void {
  for (const [connection, since] of newcomers) {
    if (newcomers.size <= most || since > before) return
    newcomers.delete(connection)
    connection.destroy()
  }
}
