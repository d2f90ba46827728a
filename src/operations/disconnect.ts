import * as z from 'zod'
import type { OfflinePorts, OperationPorts } from '../ports.ts'
import { connectionPlace, connectionReport, place, renderChange } from './verb/change.ts'
import { operation } from './verb/operation.ts'

const input = place.extend({
  purge: z
    .boolean()
    .default(false)
    .describe(
      "also remove the rules that Hindcast wrote to your files, the skills made from them, and the backups of {client}'s settings",
    ),
})

const disconnect = async ({ purge, ...where }: z.infer<typeof input>, { connections }: OfflinePorts) =>
  connectionReport(await connections.disconnect({ ...connectionPlace(where), purge }), where.dryRun)

/** Learned rules leave the files first, while it is known what was written. */
async function disconnectAll(given: z.infer<typeof input>, ports: OperationPorts) {
  const isAsked = given.purge && !given.dryRun
  const root = given.scope === 'project' ? (given.project ?? given.from) : undefined
  const purged = isAsked ? await ports.artifacts.purge(root) : []
  const done = await disconnect(given, ports)
  return { ...done, changed: [...purged, ...done.changed] }
}

/** Removes our hooks and our MCP server from a client. */
export default operation({
  name: 'disconnect',
  group: 'Control',
  summary: "Removes Hindcast's hooks, MCP server and skill from {client}; changes no other settings.",
  example: 'hindcast disconnect',
  input,
  positional: ['host'],
  reads: false,
  needsPerson: ({ purge }) => purge,
  run: disconnectAll,
  whenDown: disconnect,
  // Without a daemon, nothing knows what was written to which file
  needsDaemon: ({ purge }) => purge,
  isVerbatim: ({ dryRun }) => dryRun,
  render: (change, paint) => renderChange(change, 'removed Hindcast from', paint),
})
