import { existsSync } from 'node:fs'
import { claudeConnections } from '../adapters/connections/claude-code.ts'
import { fileLogs } from '../adapters/log/log.ts'
import { examineFile } from '../adapters/store/sqlite/health.ts'
import { holdFile } from '../adapters/store/sqlite/lock.ts'
import { loadConfig } from '../config/config.ts'
import type { Home } from '../config/home.ts'
import { doctorOf } from '../diagnostics/doctor.ts'
import type { DoctorParts, Running } from '../diagnostics/parts.ts'
import type { Doctor } from '../ports.ts'
import { transcriptsFolder } from '../sources/transcripts/discover.ts'
import { VERSION } from '../version.ts'

/** The doctor of a home: from within the daemon, or, without `running`, from the command line. */
export function doctorFor(
  home: Home,
  { launcher, running, start }: Pick<DoctorParts, 'launcher' | 'start'> & { readonly running?: Running },
): Doctor {
  const settings = () => settingsOf(home)
  return doctorOf({
    home,
    launcher,
    running,
    start,
    settings,
    version: VERSION,
    node: process.version,
    clock: { now: () => Date.now() },
    transcripts: transcriptsFolder(process.env),
    connections: (environment) => claudeConnections({ home: home.dir, hold: holdFile, env: environment }),
    store: async () => (running ? running.ports.health.examine() : examineFile(await fileOf(home, settings()))),
    log: (lines) => fileLogs(home.logs).tail(lines),
    isLocked: () => isLocked(home.lock),
  })
}

/** What the next start would find. */
async function settingsOf({ config, database }: Home) {
  const { values, complaints } = await loadConfig(config, process.env)
  return { enabled: values.enabled, database: values['store.url'] || database, complaints }
}

/** Where settings are broken, what is wrong is told of them, and not of the database. */
const fileOf = ({ database }: Home, settings: ReturnType<typeof settingsOf>): Promise<string> =>
  settings.then(
    (known) => known.database,
    () => database,
  )

/** Whether some process is the daemon of the home that this lock is of. */
export async function isLocked(lock: string): Promise<boolean> {
  if (!existsSync(lock)) return false
  const letGo = await holdFile(lock, 0)
  letGo?.()
  return letGo === undefined
}
