import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileConnections } from '../adapters/connections/connections.ts'
import { fileLogs } from '../adapters/log/log.ts'
import { examineFile, heardInFile } from '../adapters/store/sqlite/health.ts'
import { holdFile } from '../adapters/store/sqlite/lock.ts'
import { gitWorkspace } from '../adapters/workspace/git.ts'
import { configEditor, loadConfig } from '../config/config.ts'
import type { Home } from '../config/home.ts'
import { PROJECT_FILE, readProjectFile } from '../config/project.ts'
import { doctorOf } from '../diagnostics/doctor.ts'
import type { DoctorParts, Running } from '../diagnostics/parts.ts'
import type { Doctor, Lifecycle, OfflinePorts } from '../ports.ts'
import { VERSION } from '../version.ts'
import { hosts } from '../wire/registry.ts'
import { isElsewhere } from './standby-process.ts'

/** The doctor for a home: inside the daemon or, without `running`, on the command line. */
export function doctorFor(
  home: Home,
  {
    hosts,
    launcher,
    running,
    start,
    status,
  }: Pick<DoctorParts, 'hosts' | 'launcher' | 'start' | 'status'> & { readonly running?: Running },
): Doctor {
  const settings = () => readSettings(home)
  return doctorOf({
    home,
    hosts,
    machine: { userHome: homedir(), env: process.env, platform: process.platform },
    launcher,
    running,
    start,
    status,
    settings,
    projectFile: projectFileOf,
    version: VERSION,
    node: process.version,
    clock: { now: () => Date.now() },
    connections: (environment) => fileConnections({ home: home.dir, hosts, hold: holdFile, env: environment }),
    store: async () => (running ? running.ports.health.examine() : examineFile(await fileOf(home, settings()))),
    heard: async (asked) =>
      running ? running.ports.health.heard(asked) : heardInFile(await fileOf(home, settings()), asked),
    projectOf: async (folder) => (await gitWorkspace().locate(folder)).project.id,
    log: (lines) => fileLogs(home.logs).tail(lines),
    isLocked: () => isLocked(home.lock),
    isElsewhere,
  })
}

/** The settings as the next start would read them. */
async function readSettings({ config, database }: Home) {
  const { values, complaints, notices } = await loadConfig(config, process.env)
  const { enabled, 'store.url': url, 'retention.days': retentionDays } = values
  return { enabled, database: url || database, complaints, notices, retentionDays }
}

/** The file that tightens settings in a folder's project. */
async function projectFileOf(folder: string) {
  const { worktree, project } = await gitWorkspace().locate(folder)
  const top = worktree ?? project.root
  const file = await readProjectFile(top)
  return file && { path: join(top, PROJECT_FILE), keys: [...file.asks.keys()], complaints: file.complaints }
}

/** If settings are invalid, reports that rather than the database. */
const fileOf = ({ database }: Home, settings: ReturnType<typeof readSettings>): Promise<string> =>
  settings.then(
    (known) => known.database,
    () => database,
  )

/** Whether the daemon of this lock's home is running. */
export async function isLocked(lock: string): Promise<boolean> {
  if (!existsSync(lock)) return false
  try {
    const letGo = await holdFile(lock, 0)
    letGo?.()
    return letGo === undefined
  } catch {
    // Nobody can lock it, as on a full disk
    return false
  }
}

/** The ports that need no store. */
export const offlinePorts = (
  home: Home,
  { lifecycle, ...program }: Pick<DoctorParts, 'launcher' | 'start' | 'status'> & { readonly lifecycle: Lifecycle },
): OfflinePorts => ({
  doctor: doctorFor(home, { ...program, hosts }),
  connections: fileConnections({ home: home.dir, hosts, hold: holdFile }),
  configEditor: configEditor(home.config, process.env),
  logs: fileLogs(home.logs),
  lifecycle,
})
