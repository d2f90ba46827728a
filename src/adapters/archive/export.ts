import type { ArchiveCounts, ArchiveKind, Snapshot } from '../../ports.ts'
import { VERSION } from '../../version.ts'
import { FORMAT, KINDS } from './format.ts'
import { writeWhole } from './place.ts'

/**
 * A snapshot of the store that is being exported. `onStep` is called with the records done so far; it may throw to stop
 * the work.
 */
export interface Exporting {
  readonly snapshot: Snapshot
  readonly counts: ArchiveCounts
  /** The time of the snapshot, in epoch milliseconds. */
  readonly at: number
  readonly onStep: (records: number) => void
}

/** Writes everything, a header and then one line for each record; returns the size in bytes. */
export function writeArchive(path: string, { snapshot, counts, at, onStep }: Exporting): Promise<number> {
  return writeWhole(path, async (draft) => {
    const header = { hindcast: 'archive', format: FORMAT, version: VERSION, at, counts }
    await draft.write(`${JSON.stringify(header)}\n`)
    for (const kind of KINDS)
      for await (const { text, records } of pagesOf(snapshot, { kind, asOf: at })) {
        await draft.write(text)
        onStep(records)
      }
  })
}

/** All records of a kind, from one session or from all, page by page. */
export async function* pagesOf(
  snapshot: Snapshot,
  of: { readonly kind: ArchiveKind; readonly session?: string; readonly asOf: number },
) {
  let after: unknown
  do {
    const page = await snapshot.page({ ...of, after })
    yield page
    after = page.after
  } while (after !== undefined)
}
