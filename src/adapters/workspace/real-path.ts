import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** An agent works on one file many times in a row, and links are seldom moved. */
const KEEP_MS = 5_000
const MOST = 2_000

/** Resolves links, and remembers the answers for a few seconds. */
export function realPaths(now: () => number): (path: string) => Promise<string> {
  const seen = new Map<string, { readonly until: number; readonly real: Promise<string> }>()
  const resolve = (path: string): Promise<string> => {
    const known = seen.get(path)
    if (known && known.until > now()) return known.real
    if (seen.size >= MOST) seen.clear()
    const real = realPath(path, resolve)
    seen.set(path, { until: now() + KEEP_MS, real })
    return real
  }
  return resolve
}

/** Of a path that does not exist, the nearest folder that does is resolved. */
async function realPath(path: string, resolve: (folder: string) => Promise<string>): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const folder = dirname(path)
    return folder === path ? path : join(await resolve(folder), basename(path))
  }
}
