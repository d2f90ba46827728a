import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** What a temporary folder is for; also the beginning of its name. */
const KINDS = ['replay', 'foreign'] as const

/** A temporary folder, deleted after use. */
export interface ScratchFolder {
  readonly path: string
  clear(): Promise<void>
}

/** Names of the folders that this process is using: random, so that no two are the same. */
const inUse = new Set<string>()

/** Creates a folder below `dir`, mode 0700, which no sweep of this process deletes before it is cleared. */
export async function scratchFolder(dir: string, kind: (typeof KINDS)[number]): Promise<ScratchFolder> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const path = await mkdtemp(join(dir, `${kind}-`))
  const name = basename(path)
  inUse.add(name)
  return {
    path,
    clear: () => rm(path, { recursive: true, force: true }).finally(() => inUse.delete(name)),
  }
}

/** How long other files in the folder are kept: 7 days. */
const KEPT_MS = 7 * 24 * 3_600_000
const isScratch = (name: string): boolean => KINDS.some((kind) => name.startsWith(`${kind}-`))

/**
 * Removes folders left by a killed daemon's replay or import, which may contain records forgotten since, and files that
 * are a week old at `now`.
 */
export async function sweepScratch(dir: string, now: number): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    const path = join(dir, name)
    const written = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
    if (inUse.has(name) || (!isScratch(name) && written >= now - KEPT_MS)) continue
    await rm(path, { recursive: true, force: true })
  }
}
