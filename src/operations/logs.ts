import * as z from 'zod'
import type { OfflinePorts, OperationPorts } from '../ports.ts'
import { chainOf, renderChain, type SessionChain } from './verb/chain.ts'
import { sessionOf } from './verb/inputs.ts'
import { operation, type Screen } from './verb/operation.ts'
import { clockTime, day } from './verb/words.ts'

interface Lines {
  readonly dir: string
  readonly lines: readonly string[]
}

/** `lines`: those that name the session or one of its events. */
type Logged = (Lines & { readonly session?: undefined }) | (Lines & SessionChain & { readonly session: string })

/** The newest lines of the daemon's log, or a session from its first event to its last record. */
export default operation({
  name: 'logs',
  group: 'Control',
  summary:
    "Shows the daemon's log, newest lines last; for a session, which records were made of which event, and by which job.",
  example: 'hindcast logs --lines 50',
  input: z.object({
    lines: z.coerce.number().int().min(1).max(10_000).default(100).describe('show this many lines'),
    session: z
      .string()
      .optional()
      .describe('the ids of the session with this id, or of the one that this record is from; a unique prefix will do')
      .meta({ called: 'id' }),
  }),
  reads: true,
  async run({ lines, session: asked }, ports): Promise<Logged> {
    if (asked === undefined) return newestLines({ lines }, ports)
    const session = await sessionWith(asked, ports)
    const chain = await chainOf(session, ports)
    const ids = [session, ...chain.events.map(({ id }) => id)]
    const about = (await ports.logs.tail(READ)).filter((line) => ids.some((id) => line.includes(id)))
    return { dir: ports.logs.dir, session, ...chain, lines: about.slice(-lines) }
  },
  whenDown: (given, ports) => newestLines(given, ports),
  needsDaemon: ({ session }) => session !== undefined,
  follow: {
    async *lines({ lines, session = '' }, { logs }) {
      for await (const line of logs.follow(lines)) if (line.includes(session)) yield line
    },
    said: logLine,
  },
  render: (found, screen) => {
    const lines = found.lines.map((line) => logLine(line, screen))
    if (found.session === undefined) return lines.length === 0 ? `No log in ${found.dir} yet.` : lines.join('\n')
    const log = lines.length === 0 ? [] : ['', screen.bold('In the log'), ...lines]
    return [`session  ${screen.cyan(found.session)}`, ...renderChain(found, screen), ...log].join('\n')
  },
})

/** How many lines are looked through for a session. */
const READ = 10_000

const newestLines = async ({ lines }: { lines: number }, { logs }: Pick<OfflinePorts, 'logs'>): Promise<Logged> => ({
  dir: logs.dir,
  lines: await logs.tail(lines),
})

/** The session with this id, or that of the record with this id. Throws `not-found`. */
async function sessionWith(id: string, ports: OperationPorts): Promise<string> {
  const [found] = /^[a-z]_/.test(id) ? await ports.memories.show([id]) : []
  return found?.record.session || (await sessionOf(id, ports))
}

/** A line as people read it: time, level, message and fields. What is no JSON, as the end of a daemon may be, stays as it is. */
function logLine(line: string, screen: Screen): string {
  const entry = logFields(line)
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

function logFields(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
