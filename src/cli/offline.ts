import { join } from 'node:path'
import type { Home } from '../config/home.ts'
import { offlinePorts } from '../daemon/examined.ts'
import { readState, rememberPlaces } from '../daemon/state.ts'
import { endpointOf } from '../hook/daemon-process.ts'
import type { OfflinePorts } from '../ports.ts'
import { VERSION } from '../version.ts'
import { callDaemon, endDaemon, ensureDaemon } from './call.ts'
import { outOfReach } from './reach.ts'

/** For an answer of a daemon that is being examined. */
const STATUS_MS = 3_000

/** The ports that need no daemon. */
export function portsHere(home: Home): OfflinePorts {
  const app = join(home.apps, VERSION)
  return offlinePorts(home, {
    launcher: join(app, 'hindcast-run'),
    start: () =>
      ensureDaemon(home, app).then(
        () => true,
        () => false,
      ),
    status: async () => {
      const endpoint = endpointOf(home.dir)
      const asked = endpoint && callDaemon(endpoint, 'status', {}, STATUS_MS)
      return (await asked?.catch(() => undefined)) as { running?: boolean } | undefined
    },
    lifecycle: {
      outOfReach: () => outOfReach(home),
      async rest(places) {
        const named = await readState(home)
        // First, so that no relay starts another at once
        await rememberPlaces(home, places)
        if (named) await endDaemon(home, named.pid)
      },
      // Nothing runs, so there is nothing to end.
      restart: async () => undefined,
    },
  })
}
