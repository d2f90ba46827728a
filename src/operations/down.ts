import * as z from 'zod'
import type { OfflinePorts } from '../ports.ts'
import { reported } from './verb/change.ts'
import { operation } from './verb/operation.ts'

/** Removes our entries from every client, so that nothing points at a closed port, then stops the daemon. */
export default operation({
  name: 'down',
  group: 'Control',
  summary: 'Stops the daemon and disconnects every client; `hindcast up` connects them again.',
  example: 'hindcast down',
  input: z.object({}),
  reads: false,
  run: (_input, ports) => down(ports),
  whenDown: (_input, ports) => down(ports),
  render: ({ changed }, paint) =>
    [
      ...changed.map((path) => `${paint.green('✓')} removed Hindcast from ${path}`),
      'Stopped. To start it and connect again: hindcast up',
    ].join('\n'),
})

async function down({ connections, lifecycle }: OfflinePorts) {
  const places = (await connections.list()).map(({ host, scope, projectDir, configDir, transport, older }) => ({
    host,
    scope,
    projectDir,
    configDir,
    transport: older ? ('http' as const) : transport,
  }))
  const changed: string[] = []
  for (const place of places) changed.push(...reported(await connections.disconnect(place)).changed)
  await lifecycle.rest(places)
  return { changed: [...new Set(changed)], running: false }
}
