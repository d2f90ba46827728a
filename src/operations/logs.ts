import * as z from 'zod'
import type { OfflinePorts } from '../ports.ts'
import { operation } from './verb/operation.ts'

/** The newest lines of the daemon's log. */
export default operation({
  name: 'logs',
  summary: "Shows the newest lines of the daemon's log; `-f` goes on.",
  example: 'hindcast logs --lines 50',
  input: z.object({ lines: z.coerce.number().int().min(1).max(10_000).default(100).describe('how many lines') }),
  reads: true,
  run: (given, ports) => newest(given, ports),
  whenDown: (given, ports) => newest(given, ports),
  follow: ({ lines }, { logs }) => logs.follow(lines),
  render: ({ dir, lines }) => (lines.length === 0 ? `No log yet in ${dir}.` : lines.join('\n')),
})

const newest = async ({ lines }: { lines: number }, { logs }: OfflinePorts) => ({
  dir: logs.dir,
  lines: await logs.tail(lines),
})
