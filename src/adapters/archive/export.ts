import type { ArchiveCounts, ArchiveKind, Snapshot } from '../../ports.ts'
import { VERSION } from '../../version.ts'
import { FORMAT, KINDS } from './format.ts'
import { writeWhole } from './place.ts'

/** A moment of the store that is being written out. `onStep` is told of records that are done; it may throw to end the work. */
export interface Exporting {
  readonly snapshot: Snapshot
  readonly counts: ArchiveCounts
  /** The moment, epoch milliseconds. */
  readonly at: number
  readonly onStep: (records: number) => void
}

/** Writes all of it, a header and then a line a record; gives the size in bytes. */
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

/** All records of a kind, of one session or of all, page by page. */
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
