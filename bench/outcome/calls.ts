import { basename } from 'node:path'
import { classify } from '../../src/domain/classify.ts'
import type { Event, EventOf } from '../../src/domain/events.ts'
import { discover } from '../../src/sources/transcripts/discover.ts'
import { retold } from '../../src/sources/transcripts/retold.ts'
import { hosts } from '../../src/wire/registry.ts'

/** A call that ended. */
export type Ended = EventOf<'PostToolUse' | 'PostToolUseFailure'>

/** The shell calls in a folder of transcripts, each once, by the id that the client gave it. */
export async function shellCallsIn(folder: string): Promise<ReadonlyMap<string, Ended>> {
  const files = await discover(
    hosts.map((host) => ({ host, folder })),
    [folder],
    [],
  )
  const found = new Map<string, Ended>()
  for await (const { draft } of retold(files, { hosts, owners: async () => ({}), onRead: () => {} })) {
    if (draft.name !== 'PostToolUse' && draft.name !== 'PostToolUseFailure') continue
    if (draft.act.kind !== 'shell' || found.has(draft.toolUseId)) continue
    const event = { ...draft, project: basename(folder), id: draft.toolUseId, identity: draft.toolUseId }
    found.set(draft.toolUseId, { ...event, classification: classify(event as Omit<Event, 'classification'>) } as Ended)
  }
  return found
}
