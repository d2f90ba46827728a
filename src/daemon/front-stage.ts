import { announcedCalls } from '../mcp/calls.ts'
import type { OperationPorts } from '../ports.ts'
import type { EngineStage } from './engine-stage.ts'
import type { Interior } from './entrance.ts'
import type { Parts } from './parts.ts'
import type { PastStage } from './past-stage.ts'
import type { StoreStage } from './store-stage.ts'
import { followingTranscripts } from './transcripts.ts'

/** What answers hooks, verbs and agents; nothing any more once it is silent. */
export function frontStage(
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
  // Many clients never ask, and the library takes some 10 MB, so it is loaded when one does
  const serveAgent: Interior['serveAgent'] = async (stream, agent) => {
    const { serveAgent: serve } = await import('../mcp/server.ts')
    await serve(stream, agent, { operations: await operations(), ports, calls, hosts })
  }
  return {
    interior: { take: followingTranscripts(take, imports, code), operations, ports, evidence: kept.evidence, serveAgent },
    silence: () => {
      isSilent = true
    },
  }
}

/** Verbs are loaded on first use, because no hook needs them. */
const operations = async () => (await import('../operations/registry.ts')).operations
