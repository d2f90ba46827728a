import * as z from 'zod'
import { connectionPlace, connectionReport, place, renderChange } from './verb/change.ts'
import { operation } from './verb/operation.ts'

const input = place.extend({
  transport: z
    .enum(['http', 'command'])
    .default('http')
    .describe(
      'how events reach the daemon\nhttp: through an HTTP request for each event\ncommand: through a new process for each event',
    ),
})

/** Adds our hooks and our MCP server to a client's settings; every other byte stays. */
export default operation({
  name: 'connect',
  group: 'Start',
  summary: "Backs up {client}'s settings, then adds Hindcast's hooks, MCP server and skill; changes no other settings.",
  example: 'hindcast connect --dry-run',
  input,
  positional: ['host'],
  reads: false,
  async run({ transport, ...where }, { connections, daemon }) {
    const { port, hookToken: token, launcher, wanted } = daemon()
    const to = { port, token, launcher, relay: { command: launcher, args: ['mcp'] }, wanted }
    return connectionReport(await connections.connect({ ...connectionPlace(where), transport, ...to }), where.dryRun)
  },
  isVerbatim: ({ dryRun }) => dryRun,
  render: (change, paint) => renderChange(change, 'added Hindcast to', paint),
})
