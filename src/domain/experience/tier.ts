import type { CaptureEntry, Entry, ResolveEntry } from './entry.ts'
import type { Experience, Tier } from './experience.ts'

/** Opened this shortly before its end, an experience was most likely written down afterwards. */
const TOO_SHORT_MS = 60_000

/** How well the end of an experience is supported; see `TIERS`. */
export function tierOf({ startedAt, status }: Experience, end: ResolveEntry, changes: readonly Entry[]): Tier {
  if (status === 'abandoned') return 'abandoned'
  const runs = changes.filter(
    (each): each is CaptureEntry => each.kind === 'capture' && each.at >= startedAt && each.at <= end.at,
  )
  const deciding = status === 'confirmed' ? 'match' : 'mismatch'
  // The belief may have changed after earlier runs
  if (runs.findLast(({ verdict }) => verdict !== undefined)?.verdict === deciding) return 'gold'
  const isCited = runs.length > 0 || (end.evidence?.length ?? 0) > 0
  return isCited && end.at - startedAt >= TOO_SHORT_MS ? 'silver' : 'bronze'
}
