import type { Server } from 'node:http'
import { announcedCalls } from '../mcp/calls.ts'
import type { OperationPorts } from '../ports.ts'
import { reconnect } from './address.ts'
import { type EngineStage, engineStage } from './engine-stage.ts'
import type { Interior } from './entrance.ts'
import { followersOf, hearing } from './followers.ts'
import type { Daemon, Parts } from './parts.ts'
import { type PastStage, pastStage } from './past-stage.ts'
import { type StoreStage, storeStage } from './store-stage.ts'
import { followingTranscripts } from './transcripts.ts'
import { upkeepStage } from './upkeep-stage.ts'
import { verbStage } from './verb-stage.ts'

/**
 * The composition root, from the inside out: the store, the engine over it, what reads and writes the past, who hears of
 * what happens to the store, the verbs over all of these, what answers clients, and what goes on beside the answers.
 */
export async function compose(parts: Parts): Promise<Daemon> {
  const { entrance, wantedMayDiffer } = parts
  const stored = await storeStage(parts)
  const run = engineStage(parts, stored)
  const past = pastStage(parts, stored, run)
  stored.store.changes.follow(hearing(followersOf(stored, past)))
  const ports = verbStage(parts, stored, run, past)
  const { interior, silence } = frontOf(parts, stored, run, past, ports)
  run.engine.demands.watch(wantedMayDiffer)
  await run.engine.start()
  entrance.begin(interior)
  const upkeep = upkeepStage(parts, stored, run, past, ports)
  return {
    port: entrance.port,
    token: entrance.token,
    reconnect: () => reconnect(ports.connections, ports.daemon()),
    wanted: () => ports.daemon().wanted,
    silence,
    isNeeded: async () => (await entrance.clients.alive()) > 0,
    close: () =>
      closeInOrder(entrance.server, [
        [...Object.values(past), upkeep, stored.semantic, stored.care],
        [run.artifacts],
        [run.engine],
        [stored.kept.turnLog],
        [stored.store],
      ]),
  }
}

/** Stops accepting requests, then closes the parts, dependents first. */
async function closeInOrder(
  server: Server,
  parts: readonly (readonly { close(): void | Promise<void> }[])[],
): Promise<void> {
  server.close()
  server.closeAllConnections()
  for (const each of parts) await Promise.all(each.map((one) => one.close()))
}

/** What answers hooks, verbs and agents; nothing any more once it is silent. */
function frontOf(
  { hosts }: Parts,
  { live, kept }: StoreStage,
  { engine }: EngineStage,
  { imports, code }: PastStage,
  ports: OperationPorts,
): { readonly interior: Interior; readonly silence: () => void } {
  const calls = announcedCalls()
  let isSilent = false
  const take: Interior['take'] = async (draft, part, delivery) => {
    calls.hear(draft)
    return isSilent || !live.values().enabled ? {} : (await engine.take(draft, { part, ...delivery })).answer
  }
  // No hook needs the verbs, many agents never ask, and the library for them takes some 10 MB
  const operations = async () => (await import('../operations/registry.ts')).operations
  const serveAgent: Interior['serveAgent'] = async (stream, agent) => {
    const { serveAgent: serve } = await import('../mcp/server.ts')
    await serve(stream, agent, { operations: await operations(), ports, calls, hosts })
  }
  return {
    interior: {
      take: followingTranscripts(take, imports, code),
      operations,
      ports,
      evidence: kept.evidence,
      serveAgent,
    },
    silence: () => {
      isSilent = true
    },
  }
}
