import * as z from 'zod'
import type { OfflinePorts } from '../ports.ts'
import { place, placeOf, renderChange, reported } from './verb/change.ts'
import { operation } from './verb/operation.ts'

const input = place.extend({
  purge: z
    .boolean()
    .default(false)
    .describe('our copies of its settings from before go too, whatever was edited since'),
})

const disconnect = async ({ purge, ...where }: z.infer<typeof input>, { connections }: OfflinePorts) =>
  reported(await connections.disconnect({ ...placeOf(where), purge }), where.dryRun)

/** Takes our hooks and our MCP server out of a client again. */
export default operation({
  name: 'disconnect',
  summary: 'Takes our hooks and our MCP server out of a client; its files are as they were before.',
  example: 'hindcast disconnect',
  input,
  positional: ['host'],
  reads: false,
  needsPerson: ({ purge }) => purge,
  run: disconnect,
  whenDown: disconnect,
  render: (change, paint) => renderChange(change, 'disconnected', paint),
})
