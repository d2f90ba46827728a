import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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
  follow: () => follow(dir),
})

const LOOK_MS = 200

/** Looks for new bytes of the newest file, and goes over to a newer one from its first byte. */
async function* follow(dir: string): AsyncIterable<string> {
  let [path] = await newestFirst(dir)
  let from = path === undefined ? 0 : (await stat(path)).size
  for (let rest = ''; ; await sleep(LOOK_MS)) {
    const [newest] = await newestFirst(dir)
    if (newest !== path) [path, from] = [newest, 0]
    const added = path === undefined ? Buffer.alloc(0) : await readFrom(path, from)
    from += added.length
    const lines = (rest + added.toString('utf8')).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

async function newestFirst(dir: string): Promise<string[]> {
  const names = (await readdir(dir).catch(() => [])).filter((name) => /\.(log|err)$/.test(name))
  const files = await Promise.all(names.map((name) => modified(join(dir, name))))
  return files.sort((a, b) => b.at - a.at || b.path.localeCompare(a.path)).map(({ path }) => path)
}

const modified = async (path: string) => ({ path, at: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 })

async function readFrom(path: string, start: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(path, { start })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
