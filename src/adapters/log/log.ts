// Folder src/adapters/: the outside behind the ports, a folder each: `store/sqlite` (one writer thread, several
// readers), `secrets` (what is redacted), `connections` (clients' settings), `workspace` (git, projects), `code` (the
// process that reads code), `embedder` …

import { createReadStream, mkdirSync, readdirSync, statSync, unlinkSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { destination, pino } from 'pino'
import type { Clock, Log, Logs } from '../../ports.ts'

const KEPT_BYTES = 50 * 1024 * 1024

/** A log of JSON lines in `<dir>/<name>-<day>.log`; the oldest files are deleted once the folder exceeds 50 MB. */
export function fileLog(dir: string, name: string, clock: Clock): Log & { flush(): void } {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  let day = ''
  let file: ReturnType<typeof destination> | undefined
  let sink = pino({ enabled: false })
  const today = () => {
    const date = new Date(clock.now()).toISOString().slice(0, 10)
    if (date === day) return sink
    day = date
    trim(dir)
    file?.end()
    file = destination({ dest: join(dir, `${name}-${date}.log`), mode: 0o600, sync: true })
    sink = pino({ base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, file)
    return sink
  }
  return {
    info: (message, fields = {}) => today().info(fields, message),
    warn: (message, fields = {}) => today().warn(fields, message),
    error: (message, fields = {}) => today().error(fields, message),
    flush: () => today().flush(),
  }
}

function trim(dir: string): void {
  const files = readdirSync(dir)
    .map((name) => ({ path: join(dir, name), ...statSync(join(dir, name)) }))
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
  let total = 0
  for (const file of files) {
    total += file.size
    if (total > KEPT_BYTES) unlinkSync(file.path)
  }
}

/** The log files in a folder, for display: the log itself, and the last output of a daemon that failed to start. */
export const fileLogs = (dir: string): Logs => ({
  dir,
  tail: async (lines) => lastLines(await logFiles(dir), lines),
  follow: (lines) => follow(dir, lines),
})

const LOOK_MS = 200

interface LogFile {
  readonly path: string
  readonly size: number
  readonly at: number
}

/** The newest lines, followed by each line added to any of the files after them. */
async function* follow(dir: string, lines: number): AsyncIterable<string> {
  const begun = await logFiles(dir)
  const read = new Map(begun.map(({ path, size }) => [path, size]))
  yield* await lastLines(begun, lines)
  for (const rests = new Map<string, string>(); ; await sleep(LOOK_MS)) {
    for (const { path, size } of (await logFiles(dir)).toReversed()) {
      const from = read.get(path) ?? 0
      if (size <= from) continue
      const added = ((rests.get(path) ?? '') + (await rangeText(path, from, size))).split('\n')
      rests.set(path, added.pop() ?? '')
      read.set(path, size)
      yield* added
    }
  }
}

async function lastLines(files: readonly LogFile[], lines: number): Promise<string[]> {
  const found: string[] = []
  for (const { path, size } of files) {
    const text = await rangeText(path, 0, size)
    found.unshift(...text.split('\n').filter(Boolean).slice(-lines))
    if (found.length >= lines) break
  }
  return found.slice(-lines)
}

/** Newest first. */
async function logFiles(dir: string): Promise<LogFile[]> {
  const names = (await readdir(dir).catch(() => [])).filter((name) => /\.(log|err)$/.test(name))
  const files = await Promise.all(names.map((name) => logFile(join(dir, name))))
  return files.sort((a, b) => b.at - a.at || (b.path > a.path ? 1 : -1))
}

async function logFile(path: string): Promise<LogFile> {
  const found = await stat(path).catch(() => undefined)
  return { path, size: found?.size ?? 0, at: found?.mtimeMs ?? 0 }
}

/** The bytes from `start` up to `end`; none if the file is gone. */
async function rangeText(path: string, start: number, end: number): Promise<string> {
  if (end <= start) return ''
  const chunks: Buffer[] = []
  try {
    for await (const chunk of createReadStream(path, { start, end: end - 1 })) chunks.push(chunk as Buffer)
  } catch {
    return ''
  }
  return Buffer.concat(chunks).toString('utf8')
}
