import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** With less, a database cannot be made. */
const FULL_BYTES = 8e6
/** As much as a daemon writes before it listens. */
const PROBE = Buffer.alloc(64 * 1024)

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/** That the disk of a folder is full, in words; also if only this user may write no more to it. Undefined if it is not. */
export async function fullDisk(dir: string): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(dir).catch(() => ({ bavail: Number.POSITIVE_INFINITY, bsize: 1 }))
  const free = bavail * bsize
  if (free < FULL_BYTES) return `the disk of ${dir} is full (${Math.ceil(free / 1e3)} KB free)`
  const probe = join(dir, `.probe-${process.pid}`)
  const failure = await writeFile(probe, PROBE, { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => error)
  await rm(probe, { force: true }).catch(() => undefined)
  return failure && FULL.has(failure.code) ? `the disk of ${dir} is full for you (${failure.message})` : undefined
}
