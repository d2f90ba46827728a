import type { Clock } from '../ports.ts'
import type { Clients } from './clients.ts'

/** Calls `leave` once no client has been alive and nobody has looked at the viewer for `idleMinutes`; looks often enough to be no more than a tenth late. */
export function leaveWhenIdle(clients: Clients, clock: Clock, idleMinutes: number, leave: () => void): () => void {
  const idleMs = idleMinutes * 60_000
  let lastAlive = clock.now()
  const look = async () => {
    const isSomeone = clients.isBrowsed() || (await clients.alive().catch(() => 1)) > 0
    if (isSomeone) lastAlive = clock.now()
    else if (clock.now() - lastAlive >= idleMs) leave()
  }
  const timer = setInterval(look, Math.min(30_000, Math.max(100, idleMs / 10)))
  timer.unref()
  return () => clearInterval(timer)
}
