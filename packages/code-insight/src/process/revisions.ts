import { readingBudget } from '@hindcast/guarded/budget.ts'
import { git } from '@hindcast/guarded/git.ts'
import { isCode } from '../analysis/known-languages.ts'
import { renamesOf } from '../analysis/renames.ts'
import { CodeError } from './code-error.ts'
import { isSpared, isUnlisted } from './files/list.ts'
import { LEFT_OUT, readSource, textOf } from './files/read.ts'
import { LISTING_MS, type Version, workingFiles } from './working-files.ts'

/** One side of a file that differs. Only code has a text, unless it is too large. */
export interface VersionText {
  readonly path: string
  readonly text: string | undefined
}

/** A file that differs between two revisions; one side is missing where it was added or deleted. */
export interface FileDifference {
  readonly before?: VersionText | undefined
  readonly after?: VersionText | undefined
}

/** Larger files are not compared, in bytes. */
const MOST_BYTES = 2 * 1024 * 1024
/** As many bytes are asked for at once. */
const AT_ONCE = 32 * 1024 * 1024

/**
 * The files that differ between two commits or, without `head`, between a commit and the disk. What was renamed, and perhaps
 * edited, has both sides. Git only tells which contents are where: to compare working files, it would run the filters that
 * the repository's configuration names. Nothing is read in the folders that are `spared`. Throws `not-found`.
 */
export async function differencesOf(
  root: string,
  base: string,
  head?: string,
  spared: readonly string[] = [],
): Promise<readonly FileDifference[]> {
  const read = async (versions: Promise<ReadonlyMap<string, Version> | undefined>) => {
    const all = await versions
    return all && new Map([...all].filter(([path]) => !isSpared(path, spared)))
  }
  const before = await read(versionsAt(root, base))
  const after = await read(head === undefined ? workingFiles(root) : versionsAt(root, head))
  if (before === undefined || after === undefined) {
    checkTime()
    throw new CodeError('not-found', `git cannot compare '${base}'`, { remedy: '' })
  }
  const changed = [...before.values()].flatMap((was) => {
    const now = after.get(was.path)
    return now === undefined || (now.blob !== undefined && now.blob === was.blob) ? [] : [{ before: was, after: now }]
  })
  const removed = [...before.values()].filter(({ path }) => !after.has(path))
  const added = [...after.values()].filter(({ path }) => !before.has(path))
  const kept = [...removed, ...changed.map((each) => each.before)]
  const wanted = head === undefined ? kept : [...kept, ...added, ...changed.map((each) => each.after)]
  const texts = await textsOf(root, wanted)
  const textOf = (version: Version): VersionText => ({ path: version.path, text: texts.get(version) })
  const nowOf = head === undefined ? (now: Version) => newTextOf(root, now) : textOf
  return [
    ...changed.flatMap((each) => withBoth(textOf(each.before), nowOf(each.after))),
    ...paired(
      removed.map(textOf),
      added.flatMap((each) => nowOf(each) ?? []),
    ),
  ]
}

/** Of a file of the disk; undefined if it is left out. */
function newTextOf(root: string, { path }: Version): VersionText | undefined {
  const source = isCode(path) ? readSource(root, path) : undefined
  return source?.problem === LEFT_OUT ? undefined : { path, text: source?.text }
}

const withBoth = (before: VersionText, after: VersionText | undefined): readonly FileDifference[] =>
  after === undefined ? [] : [{ before, after }]

/** Throws `code-failed` if git says nothing because the time is over. */
function checkTime(): void {
  if (readingBudget()?.leftMs === 0)
    throw new CodeError('code-failed', 'comparing the files takes too long', { remedy: 'ask again in a minute' })
}

/** The files of a commit; links are there too, repositories in it are not. Throws `not-found`. */
async function versionsAt(root: string, revision: string): Promise<ReadonlyMap<string, Version> | undefined> {
  const commit = revision.startsWith('-') ? undefined : await git({ folder: root }, 'commit', revision)
  if (commit === undefined) checkTime()
  if (commit === undefined)
    throw new CodeError('not-found', `git knows no revision '${revision}'`, {
      remedy: 'pass a commit, branch or tag',
    })
  const listed = await git({ folder: root, withinMs: LISTING_MS }, 'tree', commit.toString('utf8').trim())
  return (
    listed &&
    new Map(
      listed
        .toString('utf8')
        .split('\0')
        .flatMap((line) => {
          const [, blob, path] = /^\d{6} blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? []
          return path === undefined || isUnlisted(path) ? [] : [[path, { path, blob }] as const]
        }),
    )
  )
}

/** The texts of those versions that are code, and not too large. */
async function textsOf(root: string, versions: readonly Version[]): Promise<ReadonlyMap<Version, string | undefined>> {
  const blobs = [...new Set(versions.flatMap(({ path, blob }) => (isCode(path) && blob) || []))]
  const sizes = (await asked(root, 'sizes', blobs)).toString('latin1').split('\n')
  const small = blobs.flatMap((blob, at) => {
    const size = Number(/ blob (\d+)$/.exec(sizes[at] ?? '')?.[1])
    return size <= MOST_BYTES ? [{ blob, size }] : []
  })
  const contents = new Map<string, Buffer>()
  for (const batch of batchesOf(small)) {
    const output = await asked(
      root,
      'contents',
      batch.map(({ blob }) => blob),
    )
    let at = 0
    for (const { blob, size } of batch) {
      if (readingBudget()?.admits() === false || output.length === 0) continue
      readingBudget()?.spend(size)
      const from = output.indexOf(10, at) + 1
      at = from + size + 1
      contents.set(blob, output.subarray(from, from + size))
    }
  }
  return new Map(
    versions.map((version) => {
      const bytes = contents.get(version.blob ?? '')
      return [version, bytes && textOf(version.path, bytes).text]
    }),
  )
}

const asked = async (folder: string, command: 'sizes' | 'contents', blobs: readonly string[]): Promise<Buffer> => {
  if (blobs.length === 0) return Buffer.alloc(0)
  const input = blobs.map((blob) => `${blob}\n`).join('')
  return (await git({ folder, input, withinMs: LISTING_MS }, command)) ?? Buffer.alloc(0)
}

function batchesOf<T extends { readonly size: number }>(blobs: readonly T[]): readonly (readonly T[])[] {
  const batches: T[][] = []
  let room = 0
  for (const each of blobs) {
    room -= each.size
    if (room < 0 || batches.length === 0) {
      batches.push([])
      room = AT_ONCE - each.size
    }
    batches.at(-1)?.push(each)
  }
  return batches
}

/** What was removed and what was added, together where one became the other. */
function paired(removed: readonly VersionText[], added: readonly VersionText[]): readonly FileDifference[] {
  const isCode = (each: VersionText): each is VersionText & { text: string } => each.text !== undefined
  const renames = renamesOf(removed.filter(isCode), added.filter(isCode))
  const byPath = new Map(added.map((each) => [each.path, each]))
  const taken = new Set(renames.values())
  return [
    ...removed.map((before) => ({ before, after: byPath.get(renames.get(before.path) ?? '') })),
    ...added.filter(({ path }) => !taken.has(path)).map((after) => ({ after })),
  ]
}
