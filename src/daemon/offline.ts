import { fileConnections } from '../adapters/connections/connections.ts'
import { fileLogs } from '../adapters/log/log.ts'
import { holdFile } from '../adapters/store/sqlite/lock.ts'
import { configEditor } from '../config/config.ts'
import type { Home } from '../config/home.ts'
import type { DoctorParts } from '../diagnostics/parts.ts'
import type { Lifecycle, OfflinePorts } from '../ports.ts'
import { hosts } from '../wire/registry.ts'
import { doctorFor } from './examined.ts'

/** The ports that need no store. */
export const offlinePorts = (
  home: Home,
  { lifecycle, ...program }: Pick<DoctorParts, 'launcher' | 'start'> & { readonly lifecycle: Lifecycle },
): OfflinePorts => ({
  doctor: doctorFor(home, { ...program, hosts }),
  connections: fileConnections({ home: home.dir, hosts, hold: holdFile }),
  configEditor: configEditor(home.config, process.env),
  logs: fileLogs(home.logs),
  lifecycle,
})
