import { claudeConnections } from '../adapters/connections/claude-code.ts'
import { fileLogs } from '../adapters/log/files.ts'
import { holdFile } from '../adapters/store/sqlite/lock.ts'
import { configEditor } from '../config/editor.ts'
import type { Home } from '../config/home.ts'
import { rememberPlaces } from '../daemon/resting.ts'
import type { OfflinePorts } from '../ports.ts'

/** The ports that need no daemon. */
export function offlinePorts(home: Home): OfflinePorts {
  return {
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
