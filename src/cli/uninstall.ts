import { existsSync } from 'node:fs'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from 'commander'
import type { Home } from '../config/home.ts'
import { HindcastError } from '../domain/errors.ts'
import { type Endpoint, isAlive, stopDaemon } from '../hook/daemon-process.ts'
import down from '../operations/down.ts'
import { changeLines } from '../operations/verb/change.ts'
import { callDaemon, ensureDaemon, isToldByClient, runningDaemon } from './call.ts'
import { appToStart } from './install.ts'
import { unlinkProgram } from './link.ts'
import { portsHere } from './offline.ts'
import { headingOf, withClientNames } from './program.ts'
import { outOfReach } from './reach.ts'
import { canAsk, screenFor, withConfirmation, wrapFor } from './terminal.ts'
import { pasteable } from './up.ts'

/** Kept for a user who installs Hindcast again. */
const DATA = /^(hindcast\.db([-.].*)?|config\.yaml([-.].*)?|backups|artifacts)$/
/** Our other files; HINDCAST_HOME may be a folder that holds files of others. */
const OURS =
  /^(app|cache|code|environment|logs|moved|open\.html|scratch|standby|token|connections\.json|disconnected\.json|hook\.curl|daemon\.(json|lock)|connections\.lock|artifacts\.lock)(\b.*)?$/
/** After `down` the daemon answers its clients for a while longer. */
const LEAVES_WITHIN_MS = 12_000

/** Removes everything: entries in clients, the daemon, the programs; with `--purge` the data too. */
export function uninstallCommand(home: Home, dist: string): Command {
  return (
    new Command('uninstall')
      .description(
        withClientNames(
          'Disconnects {client}, stops the daemon and removes the program. Keeps your data unless you pass --purge.',
        ),
      )
      .option('--purge', "also permanently delete everything that was recorded, and Hindcast's own settings")
      .option('--yes', 'with --purge: delete without asking')
      .option('--json', 'print JSON')
      // Every verb takes it, so that a script may pass it to all
      .addOption(new Option('--project <dir>').hideHelp())
      .addHelpText('after', '\nExample:\n  hindcast uninstall')
      .helpGroup(headingOf('Control'))
      .exitOverride()
      .action(async ({ purge = false, yes = false, json }: { purge?: boolean; yes?: boolean; json?: boolean }) => {
        if (purge && isToldByClient(process.env))
          throw new HindcastError('needs-person', '`hindcast uninstall --purge` was started by a coding agent')
        if (purge && !yes && !canAsk()) await refusePurge(home)
        const done = await withConfirmation((given) => uninstall({ home, dist }, purge, yes || given.yes === true))
        process.stdout.write(
          json ? `${JSON.stringify(done, null, 2)}\n` : `${wrapFor(process.stdout, uninstallReport(home, done))}\n`,
        )
      })
  )
}

/** Where nobody can be asked: does what can be undone, deletes nothing, and throws `unconfirmed`. */
async function refusePurge(home: Home): Promise<never> {
  await takeDown(home)
  const why =
    'clients are disconnected and the daemon is stopped; there is no terminal at which to confirm the deletion'
  throw new HindcastError('unconfirmed', why)
}

const isData = (path: string): boolean => DATA.test(basename(path))

interface Places {
  readonly home: Home
  /** The folder of the built programs. */
  readonly dist: string
}

interface Uninstalled {
  /** Settings files of clients, without our entries again; some of them did not exist before. */
  readonly changed: readonly string[]
  readonly deleted: readonly string[]
  readonly removed: readonly string[]
  /** What is left in the home. */
  readonly kept: readonly string[]
}

type Changes = Pick<Uninstalled, 'changed' | 'deleted'>

const NOTHING: Changes = { changed: [], deleted: [] }

async function uninstall({ home, dist }: Places, purge: boolean, yes: boolean): Promise<Uninstalled> {
  if (purge && !yes)
    throw new HindcastError('unconfirmed', `would permanently delete everything recorded in ${home.dir}`)
  const why = (await runningDaemon(home)) === undefined ? await outOfReach(home) : undefined
  if (why !== undefined) throw new HindcastError('out-of-reach', why)
  const purged = purge ? await purgeFiles({ home, dist }) : NOTHING
  const { changed, deleted } = await takeDown(home)
  const links = await unlinkProgram(home)
  const names = await readdir(home.dir).catch(() => [])
  const going = names.filter((name) => OURS.test(name) || (purge && DATA.test(name)))
  const paths = going.map((name) => join(home.dir, name))
  for (const path of paths) await rm(path, { recursive: true, force: true, maxRetries: 3 })
  const left = await rmdir(home.dir).then(
    () => [],
    () => readdir(home.dir).catch(() => []),
  )
  return {
    changed: [...purged.changed, ...changed],
    deleted: [...purged.deleted, ...deleted],
    removed: [...links, ...paths],
    kept: left.map((name) => join(home.dir, name)),
  }
}

/** Removes the learned rules from files; only the daemon knows which, so it is started if anything was recorded. */
async function purgeFiles({ home, dist }: Places): Promise<Changes> {
  if (!existsSync(home.database)) return NOTHING
  const daemon = (await runningDaemon(home)) ?? (await ensureDaemon(home, await appToStart(home, dist)))
  return (await callDaemon(daemon, 'disconnect', { purge: true })) as Changes
}

/** First the entries, then the daemon, which still answers clients for a moment. */
async function takeDown(home: Home): Promise<Changes> {
  const daemon = await runningDaemon(home)
  const done = daemon ? await callDaemon(daemon, 'down', {}) : await down.whenDown?.({}, portsHere(home))
  if (daemon) await daemonGone(daemon)
  return done as Changes
}

async function daemonGone(daemon: Endpoint): Promise<void> {
  const until = Date.now() + LEAVES_WITHIN_MS
  while (isRunning(daemon.pid) && Date.now() < until) await sleep(50)
  if (await isAlive(daemon)) await stopDaemon(daemon, 3_000)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function uninstallReport(home: Home, { changed, deleted, removed, kept }: Uninstalled): string {
  const screen = screenFor(process.stdout)
  if (removed.length + changed.length === 0) return 'Nothing to remove: Hindcast is not installed.'
  const isInside = (path: string) => path.startsWith(home.dir + sep)
  const lines = [
    ...changeLines({ changed, deleted, created: [] }, 'removed Hindcast from', screen),
    ...[
      ...removed.filter((path) => !isInside(path)).map((path) => `deleted ${path}`),
      ...(kept.length === 0 ? [`deleted ${home.dir}`] : []),
      ...(kept.length > 0 && removed.some(isInside) ? [`deleted the program, logs and caches in ${home.dir}`] : []),
    ].map((line) => `${screen.green('✓')} ${screen.short(line)}`),
  ]
  if (kept.length === 0) return lines.join('\n')
  const [data, other] = [kept.filter(isData), kept.filter((path) => !isData(path))]
  return [
    ...lines,
    '',
    ...(data.length === 0 ? [] : [`Kept your data and Hindcast's settings in ${screen.short(home.dir)}.`]),
    ...(other.length === 0 ? [] : [`Kept what Hindcast did not create: ${other.map(screen.short).join(', ')}`]),
    // No command of Hindcast works any more
    ...(data.length === 0
      ? []
      : [
          `To delete them too, run rm -r ${(other.length === 0 ? [home.dir] : data).map(pasteable).map(screen.short).join(' ')}`,
        ]),
  ].join('\n')
}
