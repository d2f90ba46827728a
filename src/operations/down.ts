import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import type { OfflinePorts } from '../ports.ts'
import { changeLines, connectionReport, type Reported } from './verb/change.ts'
import { operation } from './verb/operation.ts'

/** Removes our entries from every client, so that nothing points at a closed port, then stops the daemon. */
export default operation({
  name: 'down',
  group: 'Control',
  summary: 'Stops the daemon and disconnects {client}; `hindcast up` undoes both.',
  example: 'hindcast down',
  input: z.object({}),
  reads: false,
  run: (_input, ports) => down(ports),
  whenDown: (_input, ports) => down(ports),
  render: (output, screen) =>
    [
      ...changeLines(output, 'removed Hindcast from', screen),
      'Stopped. To start and connect again, run hindcast up',
    ].join('\n'),
})

async function down({ connections, lifecycle }: OfflinePorts) {
  const why = await lifecycle.outOfReach()
  if (why !== undefined) throw new HindcastError('out-of-reach', why)
  const places = (await connections.list()).map(({ host, scope, projectDir, configDir, asked }) => ({
    host,
    scope,
    projectDir,
    configDir,
    transport: asked,
  }))
  const changes: Reported[] = []
  for (const place of places) changes.push(connectionReport(await connections.disconnect(place)))
  await lifecycle.rest(places)
  const all = (of: 'changed' | 'created' | 'deleted') => [...new Set(changes.flatMap((change) => change[of]))]
  return { changed: all('changed'), created: all('created'), deleted: all('deleted'), running: false }
}
