import { claudeConnections } from '../adapters/connections/claude-code.ts'
import { fileLogs } from '../adapters/log/log.ts'
import { holdFile } from '../adapters/store/sqlite/lock.ts'
import { configEditor } from '../config/config.ts'
import type { Home } from '../config/home.ts'
import type { DoctorParts } from '../diagnostics/parts.ts'
import type { Lifecycle, OfflinePorts } from '../ports.ts'
import { doctorFor } from './examined.ts'

/** The ports that need no store. */
export const offlinePorts = (
  home: Home,
  { lifecycle, ...program }: Pick<DoctorParts, 'launcher' | 'start'> & { readonly lifecycle: Lifecycle },
): OfflinePorts => ({
  doctor: doctorFor(home, program),
  connections: claudeConnections({ home: home.dir, hold: holdFile }),
  configEditor: configEditor(home.config, process.env),
  logs: fileLogs(home.logs),
  lifecycle,
})
