import * as z from 'zod'
import type { OfflinePorts } from '../ports.ts'
import { operation, type Screen } from './verb/operation.ts'
import { clockTime, day } from './verb/words.ts'

/** The newest lines of the daemon's log. */
export default operation({
  name: 'logs',
  group: 'Control',
  summary: "Shows the daemon's log, newest lines last.",
  example: 'hindcast logs --lines 50',
  input: z.object({ lines: z.coerce.number().int().min(1).max(10_000).default(100).describe('show this many lines') }),
  reads: true,
  run: (given, ports) => newest(given, ports),
  whenDown: (given, ports) => newest(given, ports),
  follow: { lines: ({ lines }, { logs }) => logs.follow(lines), said },
  render: ({ dir, lines }, screen) =>
    lines.length === 0 ? `No log in ${dir} yet.` : lines.map((line) => said(line, screen)).join('\n'),
})

const newest = async ({ lines }: { lines: number }, { logs }: OfflinePorts) => ({
  dir: logs.dir,
  lines: await logs.tail(lines),
})

/** A line as people read it: time, level, message and fields. What is no JSON, as the end of a daemon may be, stays as it is. */
function said(line: string, screen: Screen): string {
  const entry = parsed(line)
  if (entry === undefined) return line
  const { time, level, msg, pid: _, ...fields } = entry
  const at = Date.parse(String(time))
  const when = Number.isNaN(at) ? '' : `${day(at)}, ${clockTime(at)}`
  const [name, colour] = LEVELS.get(Number(level)) ?? [String(level), 'dim']
  const rest = Object.entries(fields).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return [screen.dim(when), screen[colour](name.padEnd(5)), msg, screen.dim(rest.join(' '))].filter(Boolean).join('  ')
}

const LEVELS: ReadonlyMap<number, readonly [string, 'dim' | 'yellow' | 'red']> = new Map([
  [30, ['info', 'dim']],
  [40, ['warn', 'yellow']],
  [50, ['error', 'red']],
  [60, ['fatal', 'red']],
])

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
