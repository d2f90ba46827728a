import { place, placeOf, renderChange, reported } from './verb/change.ts'
import { operation } from './verb/operation.ts'

/** Takes our hooks and our MCP server out of a client again. */
export default operation({
  name: 'disconnect',
  summary: 'Takes our hooks and our MCP server out of a client; its files are as they were before.',
  example: 'hindcast disconnect claude-code',
  input: place,
  positional: ['host'],
  reads: false,
  run: async (where, ports) => reported(await ports.connections.disconnect(placeOf(where))),
  whenDown: async (where, ports) => reported(await ports.connections.disconnect(placeOf(where))),
  render: (change, paint) => renderChange(change, 'disconnected', paint),
})
