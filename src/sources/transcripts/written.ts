import type { WrittenBeside } from '../../ports.ts'
import type { TranscriptPlace } from './discover.ts'

/** Sorts counts of lines by what the clients of these places call their kinds; kinds that nothing is read from are left out. */
export function writtenBeside(
  kinds: Readonly<Record<string, number>>,
  places: readonly TranscriptPlace[],
): WrittenBeside {
  const read = new Map<string, number>()
  const unknown = new Map<string, number>()
  for (const [kind, count] of Object.entries(kinds)) {
    const names = places.map(({ host }) => host.transcripts.kindSaid(kind))
    const name = names.find((each) => each !== undefined)
    const [counts, key] = name === undefined ? [unknown, kind] : [read, name]
    if (key !== '') counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return { read: Object.fromEntries(read), unknown: Object.fromEntries(unknown) }
}
