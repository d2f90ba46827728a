import { lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'

/** A file as it was when it was last read. */
interface ReadBefore {
  readonly path: string
  readonly size: number
  /** As `timeOf` gives it; 0: to be read in any case. */
  readonly mtime: number
}

/** How many files are looked at before others get their turn: a few milliseconds' worth. */
const AT_ONCE = 500

/** Those of some files that were written or deleted since they were read, by size and time. */
export async function changedFiles<F extends ReadBefore>(root: string, files: readonly F[]): Promise<F[]> {
  const changed: F[] = []
  for (const [at, file] of files.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await turn()
    const found = statOf(join(root, file.path))
    if (found === undefined || found.size !== file.size || timeOf(found) !== file.mtime) changed.push(file)
  }
  return changed
}

/**
 * When a file, or what is said of it, was changed last, in epoch milliseconds. Programs can set the time of its contents back,
 * as those do that copy or unpack it, but not the other one, which only some file systems lack.
 */
export const timeOf = ({ mtimeMs, ctimeMs }: Stats): number => Math.max(mtimeMs, ctimeMs)

/** Changes that are closer together than this may have one time, in milliseconds. */
const RACY_MS = 50

/** Whether a change at this time does not tell what was read from this moment on from what came later. */
export const isRacy = (time: number, readFrom: number): boolean => readFrom - time < RACY_MS

/** A file's own state, not that of what it links to; undefined if it is gone. */
export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}
