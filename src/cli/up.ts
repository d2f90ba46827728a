import { access } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Command, Option } from 'commander'
import { refuseNewerFile } from '../adapters/store/sqlite/migrate.ts'
import { migrations } from '../adapters/store/sqlite/schema.ts'
import { loadConfig } from '../config/config.ts'
import type { Home } from '../config/home.ts'
import { recallPlaces } from '../daemon/state.ts'
import { HindcastError } from '../domain/errors.ts'
import { type Endpoint, stopDaemon } from '../hook/daemon-process.ts'
import importOperation from '../operations/import.ts'
import { bytes, count, duration } from '../operations/verb/words.ts'
import type { Connection, Imported, RestingPlace, Survey } from '../ports.ts'
import { VERSION } from '../version.ts'
import type { Host } from '../wire/host.ts'
import { hosts } from '../wire/registry.ts'
import { callDaemon, ensureDaemon, recordEnvironment, runningDaemon } from './call.ts'
import { installApp, removeOtherApps } from './install.ts'
import { linkProgram } from './link.ts'
import { thisCaller } from './program.ts'
import { readSample, type Sample, sampleLines, titles } from './sample.ts'
import { paintFor, wrapFor } from './terminal.ts'
import { callWatched } from './watch.ts'

/** The one command of the first day: install, start, connect, and say what a newcomer needs to know. */
export function upCommand(home: Home, dist: string): Command {
  return (
    new Command('up')
      .description('Starts the daemon, connects every client that is here and imports its history; safe to run again.')
      .option('--no-connect', 'leaves the clients as they are')
      .option('--no-import', 'leaves the sessions that the clients have kept')
      .option('--json', 'one JSON document on stdout')
      // Every verb takes it, so that a script may pass it to all
      .addOption(new Option('--project <dir>').hideHelp())
      .addHelpText('after', '\nExample:\n  hindcast up')
      .exitOverride()
      .action(async ({ json, ...wanted }: { connect: boolean; import: boolean; json?: boolean }) => {
        const done = await up(home, dist, wanted)
        process.stdout.write(json ? `${JSON.stringify(done, null, 2)}\n` : `${wrapFor(process.stdout, tell(done))}\n`)
      })
  )
}

interface Up {
  readonly running: true
  readonly port: number
  readonly version: string
  readonly started: boolean
  readonly connected: readonly string[]
  readonly changed: readonly string[]
  readonly warnings: readonly string[]
  /** What people call the clients that are on this machine. */
  readonly clients: readonly string[]
  readonly home: string
  /** What a person types: a name on PATH, or a whole path. */
  readonly command: string
  /** How much history the client has kept. */
  readonly history: Survey
  /** What is kept of it now; null where it was not asked for. */
  readonly imported: (Imported & { readonly ms: number }) | null
  /** What becomes of a session; where there is neither client nor history. */
  readonly sample: Sample | null
}

async function up(home: Home, dist: string, wanted: { connect: boolean; import: boolean }): Promise<Up> {
  const found = await clientsHere()
  await refuseDowngrade(home)
  const { app, changed } = await installApp(home, dist)
  await recordEnvironment(home, { again: true })
  const before = await runningDaemon(home)
  const stale = before && (changed || before.version !== VERSION || !(await serves(before)))
  if (stale) await stopDaemon(before, 3_000)
  const daemon = (!stale && before) || (await ensureDaemon(home, app))
  const places = wanted.connect ? await placesToConnect(home, daemon, found) : []
  const changes = []
  for (const place of places) changes.push(await connectTo(daemon, place))
  // Before that a client may still start what stands there
  if (wanted.connect) await removeOtherApps(home)
  const history = (await callDaemon(daemon, 'import', { dryRun: true })) as Survey
  return {
    running: true,
    port: daemon.port,
    version: daemon.version,
    started: !before || Boolean(stale),
    connected: places.map(({ host, scope, projectDir }) => `${host} (${projectDir ?? scope})`),
    changed: [...new Set(changes.flatMap((change) => change.changed))],
    warnings: [...new Set(changes.flatMap((change) => change.warnings))],
    clients: found.map(({ title }) => title),
    home: home.dir,
    command: await linkProgram(home, join(app, 'hindcast-run')),
    history,
    imported: wanted.import && history.files > 0 ? await importHistory(daemon, history) : null,
    sample: wanted.connect && found.length === 0 && history.files === 0 ? await readSample(app) : null,
  }
}

/** Whether a daemon takes our token, and does not merely stand in for one that could not come up. */
const serves = (daemon: Endpoint): Promise<boolean> =>
  callDaemon(daemon, 'status', {}).then(
    (status) => (status as { running: boolean }).running,
    () => false,
  )

async function importHistory(daemon: Endpoint, { sessions, projects, bytes: size }: Survey) {
  const what = `${count(sessions, 'session')} of ${count(projects, 'project')}, ${bytes(size)}`
  process.stderr.write(`There is a history of ${what}; reading (or ${NO_IMPORT})\n`)
  return (await callWatched(daemon, importOperation, {})) as Imported & { ms: number }
}

const NO_IMPORT = '--no-import'

/** The user's settings of each client that is here, unless only projects were connected; and all that `down` took out. */
async function placesToConnect(home: Home, daemon: Endpoint, found: readonly Host[]): Promise<readonly RestingPlace[]> {
  const resting = await recallPlaces(home)
  const { connections } = (await callDaemon(daemon, 'status', {})) as { connections: readonly Connection[] }
  const connected = connections.map((one) => (one.older ? { ...one, transport: 'http' as const } : one))
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
  return [...new Map(all.map((place) => [keyOf(place), place])).values()]
}

const keyOf = ({ host, scope, projectDir = '', configDir = '' }: RestingPlace): string =>
  [host, scope, projectDir, configDir].join()

async function connectTo(daemon: Endpoint, { host: name, scope, projectDir, configDir, transport }: RestingPlace) {
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
  return (await callDaemon(daemon, 'connect', input)) as { changed: string[]; warnings: string[] }
}

/** The clients that seem to be on this machine: their program on PATH, or their transcripts. */
async function clientsHere(): Promise<readonly Host[]> {
  const here = await Promise.all(hosts.map(isHere))
  return hosts.filter((_, n) => here[n])
}

async function isHere({ connection, transcripts }: Host): Promise<boolean> {
  const programs = (process.env.PATH ?? '').split(delimiter).map((dir) => join(dir, connection.client.program))
  // Connecting makes the folder above
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

function tell({
  port,
  version,
  started,
  connected,
  changed,
  warnings,
  clients,
  home,
  command,
  history,
  imported,
  sample,
}: Up): string {
  const paint = paintFor(process.stdout)
  const named = clients.length > 0 ? clients.join(' and ') : titles
  const lines = [
    `${paint.green('✓')} Hindcast ${version} ${started ? 'started' : 'runs'} on 127.0.0.1:${port}; everything stays in ${home}`,
    ...changed.map((path) => `${paint.green('✓')} wrote ${path}`),
    ...(connected.length > 0 && changed.length === 0 ? [`${paint.green('✓')} ${named} was connected already`] : []),
    ...historyLine(history, imported).map((line) => `${paint.green('✓')} ${line}`),
    ...warnings.map((warning) => `${paint.yellow('!')} ${warning}`),
    ...(sample || clients.length > 0
      ? []
      : [`${paint.yellow('!')} ${titles} was not found on this machine; once it is there, it is connected`]),
    '',
    ...(sample ? [...sampleLines(sample, paint), ''] : []),
    `From now on each session of ${named} is remembered (prompts, tool calls,`,
    'files; secrets cut out), and the next one is told what was done. Text in',
    '<private>…</private> is never kept. Nothing leaves this machine.',
    '',
    ...verbs(port).map(([verb, does]) => `  ${paint.bold(`hindcast ${verb}`)}${' '.repeat(14 - verb.length)}  ${does}`),
    ...(command === 'hindcast' ? [] : ['', `\`hindcast\` is not on your PATH; it stands for ${pasteable(command)}`]),
  ]
  return lines.join('\n')
}

/** As a shell takes it for one word. */
const pasteable = (path: string): string => (/^[\w/.@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)

const verbs = (port: number) =>
  [
    ['status', 'what runs, and what is kept'],
    ['search WORDS', 'finds it again'],
    ['open', `shows it in your browser, at http://127.0.0.1:${port}`],
    ['context', 'what the next session would be told'],
    ['down', 'stops; takes its entries out of clients till up'],
    ['uninstall', 'takes everything away but what was remembered'],
  ] as const

function historyLine({ sessions, bytes: size }: Survey, imported: Up['imported']): string[] {
  if (sessions === 0) return []
  if (!imported)
    return [`${count(sessions, 'session')} (${bytes(size)}) of the past left unread; hindcast import reads what is new`]
  const { prompts, events, errors, ms } = imported
  const unread = errors.length === 0 ? '' : `, ${count(errors.length, 'line')} unreadable`
  const what = `${count(imported.sessions, 'session')} of the past: ${count(prompts, 'prompt')}, ${count(events, 'event')}`
  return [`${what}${unread} (${bytes(size)} in ${duration(ms)})`]
}

/** Throws `store-refused` before anything is stopped or written, where a newer release has changed the database since. */
export async function refuseDowngrade(home: Home): Promise<void> {
  // A configuration that is broken stops the daemon, with its own words
  const named = await loadConfig(home.config, process.env).then(
    ({ values }) => values['store.url'],
    () => '',
  )
  await refuseNewerFile(named || home.database, migrations).catch((thrown: Error) => {
    throw new HindcastError('store-refused', thrown.message)
  })
}
