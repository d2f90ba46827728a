import { join } from 'node:path'
import { claudeConnections } from '../adapters/connections/claude-code.ts'
import { fileLogs } from '../adapters/log/files.ts'
import { holdFile } from '../adapters/store/sqlite/lock.ts'
import { configEditor } from '../config/editor.ts'
import type { Home } from '../config/home.ts'
import { doctorFor } from '../daemon/examined.ts'
import { rememberPlaces } from '../daemon/resting.ts'
import { reviveDaemon } from '../hook/daemon-process.ts'
import type { OfflinePorts } from '../ports.ts'
import { VERSION } from '../version.ts'

/** How long a daemon may take to come up. */
const START_MS = 15_000

/** The ports that need no daemon. */
export function offlinePorts(home: Home): OfflinePorts {
  const app = join(home.apps, VERSION)
  const start = async () => (await reviveDaemon(home.dir, app, START_MS)) !== undefined
  return {
    doctor: doctorFor(home, { launcher: join(app, 'hindcast-run'), start }),
    connections: claudeConnections({ home: home.dir, hold: holdFile }),
    configEditor: configEditor(home.config, process.env),
    logs: fileLogs(home.logs),
    lifecycle: {
      rest: (places) => rememberPlaces(home, places),
      // Nothing runs, so there is nothing to end.
      restart: async () => undefined,
    },
  }
}
