import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logs } from '../../ports.ts'

/** The log files of a folder, read for people: the log itself, and what a daemon that did not start said last. */
export const fileLogs = (dir: string): Logs => ({
  dir,
  async tail(lines) {
    const found: string[] = []
    for (const path of await newestFirst(dir)) {
      const text = await readFile(path, 'utf8').catch(() => '')
      found.unshift(...text.split('\n').filter(Boolean).slice(-lines))
      if (found.length >= lines) break
    }
    return found.slice(-lines)
  },
})

async function newestFirst(dir: string): Promise<string[]> {
  const names = (await readdir(dir).catch(() => [])).filter((name) => /\.(log|err)$/.test(name))
  const files = await Promise.all(names.map((name) => modified(join(dir, name))))
  return files.sort((a, b) => b.at - a.at || b.path.localeCompare(a.path)).map(({ path }) => path)
}

const modified = async (path: string) => ({ path, at: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 })
