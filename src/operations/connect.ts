import * as z from 'zod'
import { place, placeOf, renderChange, reported } from './verb/change.ts'
import { operation } from './verb/operation.ts'

const input = place.extend({
  transport: z.enum(['http', 'command']).default('http').describe('requests to the daemon, or a process an event'),
})

/** Tells a client where Hindcast is: hooks in its settings and an MCP server; all else stays byte for byte. */
export default operation({
  name: 'connect',
  summary: 'Adds our hooks and our MCP server to a client; everything else in its files stays byte for byte.',
  example: 'hindcast connect --dry-run',
  input,
  positional: ['host'],
  reads: false,
  async run({ transport, ...where }, { connections, daemon }) {
    const { port, token, launcher, wanted } = daemon()
    const to = { port, token, launcher, relay: { command: launcher, args: ['mcp'] }, wanted }
    return reported(await connections.connect({ ...placeOf(where), transport, ...to }), where.dryRun)
  },
  render: (change, paint) => renderChange(change, 'connected', paint),
})
