import type { SourceLine, Sources } from '../../ports.ts'

/** Whose a line is, as told by the store and by what is on its way there. */
export interface Owners {
  ask: Sources['owners']
  /** Lines that are on their way; to be called once they are stored, or refused. */
  send(lines: readonly SourceLine[]): () => void
}

/** Asks for owners while what was read before is still being kept: a line belongs to the session that read it first. */
export function ownersOf(sources: Pick<Sources, 'owners'>): Owners {
  const underway = new Map<string, string>()
  return {
    async ask(uuids) {
      const sent = uuids.flatMap((uuid) => {
        const session = underway.get(uuid)
        return session === undefined ? [] : [[uuid, session] as const]
      })
      return { ...Object.fromEntries(sent), ...(await sources.owners(uuids)) }
    },
    send(lines) {
      const own = lines.filter(({ uuid }) => !underway.has(uuid))
      for (const { uuid, session } of own) underway.set(uuid, session)
      return () => {
        for (const { uuid } of own) underway.delete(uuid)
      }
    },
  }
}
