import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logs } from '../../ports.ts'

/** The log files of a folder, read for people. */
export const fileLogs = (dir: string): Logs => ({
  dir,
  async tail(lines) {
    const names = (await readdir(dir).catch(() => []))
      .filter((name) => name.endsWith('.log'))
      .sort()
      .reverse()
    const found: string[] = []
    for (const name of names) {
      const text = await readFile(join(dir, name), 'utf8')
      found.unshift(...text.split('\n').filter(Boolean))
      if (found.length >= lines) break
    }
    return found.slice(-lines)
  },
})
