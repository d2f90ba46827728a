import { access } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, isAbsolute, join, relative } from 'node:path'
import { Command, Option } from 'commander'
import { refuseOtherFile } from '../adapters/store/sqlite/migrate.ts'
import { migrations } from '../adapters/store/sqlite/schema.ts'
import { loadConfig } from '../config/config.ts'
import type { Home } from '../config/home.ts'
import { preferredPort } from '../daemon/address.ts'
import { recallPlaces } from '../daemon/state.ts'
import { asHindcastError, HindcastError } from '../domain/errors.ts'
import { type Endpoint, endpointOf, stopDaemon } from '../hook/daemon-process.ts'
import importOperation from '../operations/import.ts'
import type { Reported } from '../operations/verb/change.ts'
import { bytes, count } from '../operations/verb/words.ts'
import type { Connection, DisconnectedPlace, Imported, Survey } from '../ports.ts'
import { VERSION } from '../version.ts'
import type { Host } from '../wire/host.ts'
import { hosts } from '../wire/registry.ts'
import { callDaemon, ensureDaemon, recordEnvironment, runningDaemon } from './call.ts'
import { installApp, removeOtherApps } from './install.ts'
import { interruptible } from './interrupted.ts'
import { linkProgram } from './link.ts'
import { headingOf, thisCaller, withClientNames } from './program.ts'
import { readSample } from './sample.ts'
import { wrapFor } from './terminal.ts'
import { type Up, upReport } from './up-told.ts'
import { callWatched } from './watch.ts'

/** The first command that a user runs: installs, starts, connects, and says what a newcomer needs to know. */
export function upCommand(home: Home, dist: string): Command {
  return (
    new Command('up')
      .description(
        withClientNames(
          'Starts the daemon, connects it to {client} and imports your earlier sessions; safe to run again.',
        ),
      )
      .option('--no-connect', withClientNames('do not connect {client}'))
      .option('--no-import', 'do not import earlier sessions')
      .option('--json', 'print JSON')
      // Every verb takes it, so that a script may pass it to all
      .addOption(new Option('--project <dir>').hideHelp())
      .addHelpText('after', '\nExample:\n  hindcast up')
      .helpGroup(headingOf('Start'))
      .exitOverride()
      .action(async (wanted: Wanted) => {
        const done = await interruptible('To go on, run hindcast up', (report) => up(home, dist, wanted, report))
        process.stdout.write(
          wanted.json ? `${JSON.stringify(done, null, 2)}\n` : `${wrapFor(process.stdout, upReport(done))}\n`,
        )
      })
  )
}

interface Wanted {
  readonly connect: boolean
  readonly import: boolean
  readonly json?: boolean
}

async function up(home: Home, dist: string, wanted: Wanted, report: (done: string) => void): Promise<Up> {
  const found = await clientsHere()
  await refuseOtherStore(home)
  const { app, changed } = await installApp(home, dist)
  if (changed) report('the program is installed')
  const variables = await recordEnvironment(home, { again: true })
  const before = await runningDaemon(home)
  const preferred = await portBefore(home)
  const stale = before && (changed || variables.length > 0 || before.version !== VERSION || !(await serves(before)))
  if (stale) await stopDaemon(before, 3_000)
  const daemon = (!stale && before) || (await ensureDaemon(home, app))
  report(`Hindcast ${daemon.version} is running on port ${daemon.port}`)
  const places = wanted.connect ? await placesToConnect(home, daemon, found) : []
  const changes = []
  for (const place of places) {
    changes.push(await connectTo(daemon, place))
    report(`${place.host} is connected`)
  }
  // Not earlier: until now a client could still start an old version
  if (wanted.connect) await removeOtherApps(home)
  const command = await linkProgram(home, join(app, 'hindcast-run'))
  const history = (await callDaemon(daemon, 'import', { dryRun: true })) as Survey
  if (!wanted.json && command !== PROGRAM) process.stdout.write(`${wrapFor(process.stdout, offPath(home))}\n\n`)
  return {
    running: true,
    port: daemon.port,
    version: daemon.version,
    started: !before || Boolean(stale),
    connected: places.map(({ host, scope, projectDir }) => `${host} (${projectDir ?? scope})`),
    changed: [...new Set(changes.flatMap((change) => change.changed))],
    created: [...new Set(changes.flatMap((change) => change.created))],
    warnings: [
      ...restartedFor(stale ? variables : []),
      ...movedFrom(preferred, daemon),
      ...new Set(changes.flatMap((change) => change.warnings)),
    ],
    clients: found.map(({ title }) => title),
    home: home.dir,
    command,
    history,
    imported: wanted.import ? await importHistory(daemon, history, places.length > 0, report) : null,
    sample: wanted.connect && found.length === 0 && history.files === 0 ? await readSample(app) : null,
  }
}

/** A running daemon has the environment that it was started with. */
const restartedFor = (variables: readonly string[]): readonly string[] =>
  variables.length === 0 ? [] : [`restarted, since ${variables.join(', ')} changed in the environment`]

const movedFrom = (preferred: number, { port }: Endpoint): readonly string[] =>
  preferred === 0 || preferred === port
    ? []
    : [`port ${preferred} was not free, so Hindcast uses ${port}; to choose another, run hindcast config set port N`]

/** The port that a daemon takes if it is free; 0 for any. A broken configuration stops the daemon with an error of its own. */
const portBefore = (home: Home): Promise<number> =>
  loadConfig(home.config, process.env).then(
    ({ values }) => preferredPort(endpointOf(home.dir)?.port, values.port),
    () => 0,
  )

/** Whether a daemon accepts our token and is not the fallback server. */
const serves = (daemon: Endpoint): Promise<boolean> =>
  callDaemon(daemon, 'status', {}).then(
    (status) => (status as { running: boolean }).running,
    () => false,
  )

/**
 * Where there is no history yet, importing only permits reading later sessions that no hook reported, such as one that ran
 * while the disk was full.
 */
async function importHistory(daemon: Endpoint, history: Survey, isConnected: boolean, report: (done: string) => void) {
  if (history.files === 0) {
    if (isConnected) await callDaemon(daemon, 'import', {})
    return null
  }
  const { sessions, projects, bytes: size, files, unread = files } = history
  const all = `${count(sessions, 'session')} from ${count(projects, 'project')}, ${bytes(size)}`
  const what = unread === files ? `Importing ${all}` : `Checking ${all}, for anything new`
  report('the import goes on in the background')
  process.stderr.write(`${wrapFor(process.stderr, `${what} (Ctrl-C leaves it running in the background)`)}\n`)
  return (await callWatched(daemon, importOperation, {}, true)) as Imported & { ms: number }
}

/** The user settings of each client found here, unless only projects were connected; and every place that `down` disconnected. */
async function placesToConnect(
  home: Home,
  daemon: Endpoint,
  found: readonly Host[],
): Promise<readonly DisconnectedPlace[]> {
  const resting = await recallPlaces(home)
  const { connections } = (await callDaemon(daemon, 'status', {})) as { connections: readonly Connection[] }
  const connected = connections.map((one) => ({ ...one, transport: one.asked }))
  const known = [...resting, ...connected]
  const own = (found.length > 0 ? found : hosts).flatMap(({ name: host, environment }) => {
    const its = known.filter((place) => place.host === host)
    const isForProjects = its.length > 0 && !its.some(({ scope }) => scope === 'user')
    const configDir = process.env[environment.configDir] || undefined
    return isForProjects
      ? []
      : [{ host, scope: 'user' as const, projectDir: undefined, configDir, transport: 'http' as const }]
  })
  const all = [...own, ...known]
  return [...new Map(all.map((place) => [placeKey(place), place])).values()]
}

const placeKey = ({ host, scope, projectDir = '', configDir = '' }: DisconnectedPlace): string =>
  [host, scope, projectDir, configDir].join()

async function connectTo(daemon: Endpoint, { host: name, scope, projectDir, configDir, transport }: DisconnectedPlace) {
  const { environment, ...caller } = thisCaller()
  const host = hosts.find((one) => one.name === name)
  const client = { ...environment, ...(host && { [host.environment.configDir]: configDir }) }
  const input = {
    host: name,
    scope,
    transport,
    ...(projectDir && { project: projectDir }),
    caller: { ...caller, environment: client },
  }
  return (await callDaemon(daemon, 'connect', input)) as Reported
}

/** The clients that are probably on this machine: their program is on PATH, or they left transcripts. */
async function clientsHere(): Promise<readonly Host[]> {
  const here = await Promise.all(hosts.map(isHere))
  return hosts.filter((_, n) => here[n])
}

async function isHere({ connection, transcripts }: Host): Promise<boolean> {
  const programs = (process.env.PATH ?? '').split(delimiter).map((dir) => join(dir, connection.client.program))
  // Connecting creates the folder above this one
  const folder = transcripts.folder({ userHome: homedir(), env: process.env, platform: process.platform })
  const found = await Promise.all(
    [folder, ...programs].map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.includes(true)
}

const PROGRAM = 'hindcast'

/** Comes first, before any progress, since no command that is named below works without it. */
function offPath({ bin }: Home): string {
  const inside = relative(homedir(), bin)
  const isOutside = inside.startsWith('..') || isAbsolute(inside)
  const folder = (isOutside ? bin : join('$HOME', inside)).replace(isOutside ? /["$`\\]/g : /["`\\]/g, '\\$&')
  return [
    `\`hindcast\` is not on your PATH. Run this line, and add it to your shell profile:`,
    `export PATH="${folder}:$PATH"`,
  ].join('\n')
}

/** A path quoted for a shell, where it has to be. */
export const pasteable = (path: string): string =>
  /^[\w/.@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`

/** Throws `store-refused`, before anything is stopped or written, if another release or build has changed the database. */
export async function refuseOtherStore(home: Home): Promise<void> {
  // A broken configuration stops the daemon with an error of its own
  const named = await loadConfig(home.config, process.env).then(
    ({ values }) => values['store.url'],
    () => '',
  )
  await refuseOtherFile(named || home.database, migrations).catch((thrown) => {
    const { why, remedy } = asHindcastError(thrown)
    throw new HindcastError('store-refused', why, { remedy })
  })
}
