import * as z from 'zod'
import type { OfflinePorts } from '../ports.ts'
import { place, placeOf, renderChange, reported } from './verb/change.ts'
import { operation } from './verb/operation.ts'

const input = place.extend({
  purge: z.boolean().default(false).describe("also delete the backups that connect made of {client}'s settings"),
})

const disconnect = async ({ purge, ...where }: z.infer<typeof input>, { connections }: OfflinePorts) =>
  reported(await connections.disconnect({ ...placeOf(where), purge }), where.dryRun)

/** Removes our hooks and our MCP server from a client. */
export default operation({
  name: 'disconnect',
  group: 'Control',
  summary: "Removes Hindcast's hooks, MCP server and skill from {client}; changes nothing else in its settings.",
  example: 'hindcast disconnect',
  input,
  positional: ['host'],
  reads: false,
  needsPerson: ({ purge }) => purge,
  run: disconnect,
  whenDown: disconnect,
  render: (change, paint) => renderChange(change, 'removed Hindcast from', paint),
})
