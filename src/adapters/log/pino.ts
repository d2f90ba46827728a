import { mkdirSync, readdirSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { destination, pino } from 'pino'
import type { Clock, Log } from '../../ports.ts'

const KEPT_BYTES = 50 * 1024 * 1024

/** A log of JSON lines in `<dir>/<name>-<day>.log`; the oldest files go once the folder passes 50 MB. */
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
    .map((name) => ({ path: join(dir, name), ...stat(join(dir, name)) }))
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
  let total = 0
  for (const file of files) {
    total += file.size
    if (total > KEPT_BYTES) unlinkSync(file.path)
  }
}

const stat = (path: string): { size: number; mtimeMs: number } => statSync(path)
