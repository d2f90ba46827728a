import { didYouMean } from '@hindcast/text/suggestion.ts'
import { HindcastError } from '../../domain/errors.ts'
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

/** The places of the client with this name; all of them if none is given. Throws `bad-input` for an unknown name. */
export function placesNamed(places: readonly TranscriptPlace[], from: string | undefined): readonly TranscriptPlace[] {
  const named = places.filter(({ host }) => from === undefined || host.name === from)
  if (named.length > 0) return named
  const known = [...places.map(({ host }) => host.name), 'claude-mem']
  throw new HindcastError('bad-input', `--from: unknown source '${from}'${didYouMean(String(from), known)}`, {
    remedy: `use ${known.join(' or ')}`,
  })
}
