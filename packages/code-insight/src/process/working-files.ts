import { lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { blobId } from '@hindcast/guarded/blob.ts'
import { readingBudget } from '@hindcast/guarded/budget.ts'
import { readGuardedSync } from '@hindcast/guarded/file.ts'
import { git } from '@hindcast/guarded/git.ts'
import { statOf } from './files/changed.ts'
import { isUnlisted } from './files/list.ts'

/** A file of a commit or the disk. */
export interface Version {
  readonly path: string
  /** Git's id of its contents; undefined for a file of the disk that is not as the index has it. */
  readonly blob: string | undefined
}

/** What git may take for the names of a large project's files, in milliseconds. */
export const LISTING_MS = 20_000
/** A larger file is not read to find out whether it changed: it did, if its time did. */
const MOST_HASHED = 32 * 1024 * 1024

/**
 * The files that are on the disk now and are tracked, or not ignored. Where git has noted the size and time of a file, it
 * is not read: the same rule as git's own. Undefined if git does not tell.
 */
export async function workingFiles(root: string): Promise<ReadonlyMap<string, Version> | undefined> {
  const asked = { folder: root, withinMs: LISTING_MS }
  // A pipe called .gitignore keeps git waiting: without untracked files there is still an answer
  const half = { folder: root, withinMs: Math.min(LISTING_MS, (readingBudget()?.leftMs ?? LISTING_MS) / 2) }
  const [listed, untracked, place] = await Promise.all([
    git(asked, 'index'),
    git(half, 'untracked'),
    git(asked, 'indexFile'),
  ])
  if (listed === undefined) return undefined
  if (untracked === undefined) readingBudget()?.leaveOut()
  const index = place?.toString('utf8').replace(/\n$/, '') ?? ''
  const written = placeOf(index)?.mtimeNs ?? 0n
  const tracked = entriesIn(listed.toString('utf8')).flatMap((entry) => versionOf(root, entry, written) ?? [])
  const others = untracked?.toString('utf8').split('\0') ?? []
  const own = others.filter((path) => path !== '' && !isUnlisted(path) && statOf(join(root, path))?.isFile() === true)
  return new Map([...tracked, ...own.map((path) => ({ path, blob: undefined }))].map((each) => [each.path, each]))
}

/** A file as the index has it. */
interface Entry {
  readonly path: string
  /** Undefined where it is in conflict. */
  readonly blob: string | undefined
  /** It is not on the disk on purpose: the checkout is sparse. */
  readonly isSkipped: boolean
  readonly digits: number
  /** When it was last compared, in milliseconds and further nanoseconds; with its size then. */
  readonly mtime: string
  readonly size: number
}

const ENTRY =
  /([A-Za-z?]) (\d{6}) ([0-9a-f]{40,64}) (\d)\t([^\0]*)\0(?: {2}ctime: .*\n {2}mtime: (\d+):(\d+)\n.*\n.*\n {2}size: (\d+)\t.*\n)?/gy

/** What git lists of its index: files and links, without the repositories in it. */
function entriesIn(listed: string): readonly Entry[] {
  return [...listed.matchAll(ENTRY)].flatMap(
    ([, tag, mode = '', blob = '', stage, path = '', seconds = '', nanoseconds = '', size = '-1']) =>
      mode === '160000' || isUnlisted(path)
        ? []
        : {
            path,
            blob: stage === '0' ? blob : undefined,
            isSkipped: tag === 'S',
            digits: blob.length,
            mtime: seconds === '' ? '' : `${seconds}${nanoseconds.padStart(9, '0')}`,
            size: Number(size),
          },
  )
}

/** Undefined: it is not on the disk. `written`: when the index was. */
function versionOf(root: string, { path, blob, isSkipped, digits, mtime, size }: Entry, written: bigint) {
  if (isSkipped) return { path, blob }
  const full = join(root, path)
  const found = placeOf(full)
  if (found?.isSymbolicLink()) return { path, blob: blobId(Buffer.from(readlinkSync(full)), digits) }
  if (!found?.isFile()) return undefined
  // What was written when the index was, or later, may have been written again within the same tick
  const isAsNoted = String(found.mtimeNs) === mtime && Number(found.size) === size && found.mtimeNs < written
  return { path, blob: isAsNoted || isSame(root, path, blob, digits) ? blob : undefined }
}

/** Undefined where nothing is, also where a folder above it is a file or a link to itself. */
function placeOf(path: string) {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Whether a file has the contents that git keeps under this id, apart from how its lines end; what is left out is not said to have changed. */
function isSame(root: string, path: string, blob: string | undefined, digits: number): boolean {
  const { bytes, refusal } = readGuardedSync(join(root, path), { most: MOST_HASHED, within: root, isDirect: true })
  if (refusal === 'left out') return true
  if (bytes === undefined || blob === undefined) return false
  if (blobId(bytes, digits) === blob) return true
  return (
    bytes.includes('\r\n') &&
    blobId(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'), digits) === blob
  )
}
