import { mkdir, realpath, rmdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Connection, ConnectionChange, ConnectionPlace, Connections, RefusedFile } from '../../ports.ts'
import { type Fitted, fittedConnection } from './client.ts'
import { deleteFile, makeFolder, readText, refusedBy, replaceText, setMode, type TextFile } from './file.ts'
import { type ClientHere, type Surroundings, seenFrom, settingsFiles } from './places.ts'
import { changesText, type Edit, isChange, type Plan, planConnect, planDisconnect } from './plan.ts'
import { type ConnectionRecord, isSamePlace, readRecord, recordIn, writeRecord } from './record.ts'
import { blockedFor, neighboursOf, obstaclesTo, warningsFor } from './warnings.ts'

/**
 * Connects clients through their own settings files. `home` is HINDCAST_HOME; everything else defaults to this
 * machine's values.
 */
export function fileConnections({
  home,
  hosts,
  userHome = homedir(),
  env = process.env,
  platform = process.platform,
  hold,
}: Pick<Surroundings, 'home' | 'hosts' | 'hold'> & Partial<Surroundings>): Connections {
  const at = { home, hosts, userHome, env, platform, hold }
  return {
    connect: (asked) =>
      change(at, asked, async (here, place) => {
        const fit = await fittedConnection(here, place)
        const { to, notes } = fit
        return {
          prepare: (record) => planConnect(settingsFiles(here, to), to, record),
          perform: (plan, record) => goIn(here, fit, plan, record),
          // With only one of the files, the connection would not work
          whole: true,
          warnings: await warningsFor(here, to),
          notes: [...notes, ...(await neighboursOf(here, to))],
        }
      }),
    disconnect: (asked) =>
      change(at, asked, async (here, from) => ({
        prepare: async (record) => purged(await planDisconnect(settingsFiles(here, from), from, record), from),
        perform: (plan, record) => goOut(here, from, plan, record),
        whole: false,
        warnings: [],
        notes: [],
      })),
    obstacles: (to) => obstaclesTo(seenFrom(at, to), to),
    blocked: (session) => blockedFor(at, session),
    list: () => connectionsAt(at),
  }
}

const WAIT_MS = 10_000

/** How often a change is retried because another program wrote the file meanwhile. */
const ATTEMPTS = 5

interface Work {
  prepare(record: ConnectionRecord): Promise<Plan>
  /** Returns warnings; undefined if a file had changed meanwhile. */
  perform(plan: Plan, record: ConnectionRecord): Promise<readonly string[] | undefined>
  readonly whole: boolean
  readonly warnings: readonly string[]
  readonly notes: readonly string[]
}

async function change<P extends ConnectionPlace>(
  at: Surroundings,
  asked: P,
  workFor: (here: ClientHere, place: P) => Promise<Work>,
): Promise<ConnectionChange> {
  const here = seenFrom(at, asked)
  try {
    const { scope, projectDir } = asked
    if (scope === 'project' && !projectDir) throw new Error('the project scope needs a folder')
    // A folder that no longer exists can still be disconnected
    const folder = projectDir && (await realpath(projectDir).catch(() => resolve(projectDir)))
    const place = { ...asked, host: here.host.name, projectDir: folder, configDir: configDirOf(here) }
    const work = await workFor(here, place)
    if (place.dryRun) return outcome(await work.prepare(await readRecord(recordFile(at))), work)
    await mkdir(at.home, { recursive: true, mode: 0o700 })
    return await exclusively(at, () => attempt(at, work))
  } catch (error) {
    const path = (error as { path?: unknown }).path
    return {
      changed: [],
      files: [],
      warnings: [],
      notes: [],
      refused: [refusedBy(String(path ?? asked.projectDir ?? at.home), error)],
    }
  }
}

/** Connecting is serialised across processes. */
async function exclusively<T>({ home, hold }: Surroundings, work: () => Promise<T>): Promise<T> {
  const path = join(home, 'connections.lock')
  const letGo = await hold(path, WAIT_MS)
  if (!letGo) throw new Error(`${path} has been held for ${WAIT_MS / 1000} s`)
  return work().finally(letGo)
}

async function attempt(at: Surroundings, work: Work): Promise<ConnectionChange> {
  for (let n = 0; n < ATTEMPTS; n++) {
    const record = await readRecord(recordFile(at))
    const plan = await work.prepare(record)
    if (plan.refused.length > 0 && work.whole) return outcome(plan, work)
    const warnings = await work.perform(plan, record)
    if (warnings) return outcome(plan, { ...work, warnings: [...work.warnings, ...warnings] })
  }
  throw new Error('the settings were being changed by another program all the while: try again')
}

/** Writes the record first, so that a crash at any point leaves nothing that disconnect does not know about. */
async function goIn(at: ClientHere, { to, asked }: Fitted, plan: Plan, record: ConnectionRecord) {
  const files = { ...record.files }
  for (const { file, record: own } of plan.edits) {
    const folders = await makeFolder(dirname(file.target))
    if (own) files[file.path] = { ...own, folders: [...folders, ...own.folders] }
  }
  const { scope, projectDir, configDir, transport, older } = to
  const { since = Date.now() } = record.connections.find((one) => isSamePlace(one, to)) ?? {}
  const place = { host: at.host.name, scope, projectDir, configDir }
  const entry = { ...place, transport, asked, older, hooks: hooksIn(plan), since }
  const connections = [...record.connections.filter((one) => !isSamePlace(one, to)), entry]
  await writeRecord(recordFile(at), { connections, files })
  for (const edit of plan.edits) {
    await backUp(edit)
    if (!(await perform(edit))) return undefined
  }
  return []
}

/** The client's number of hooks after the plan has been carried out. */
const hooksIn = ({ edits }: Plan): number =>
  edits.reduce((sum, { of, after }) => sum + (of.role === 'hooks' ? of.count(after ?? '') : 0), 0)

/** Removes the record last, for the same reason. A refused file stays in it. */
async function goOut(at: Surroundings, from: ConnectionPlace, plan: Plan, record: ConnectionRecord) {
  const files = { ...record.files }
  const warnings: string[] = []
  const gone: string[] = []
  for (const edit of plan.edits) {
    if (!(await perform(edit))) return undefined
    warnings.push(...(await dropBackup(edit, from.purge === true)))
    if (edit.record) continue
    if (edit.after === undefined) gone.push(edit.file.path)
    else delete files[edit.file.path]
  }
  const left =
    plan.refused.length > 0 ? record.connections : record.connections.filter((one) => !isSamePlace(one, from))
  await removeFolders(files, left.length > 0 ? gone : Object.keys(files), left.length > 0)
  await writeRecord(recordFile(at), { connections: left, files })
  return warnings
}

/** Deletes the folders created for files that are now gone. A folder that cannot be deleted yet stays in the record. */
async function removeFolders(files: ConnectionRecord['files'], paths: readonly string[], isUsed: boolean) {
  const left = new Set<string>()
  const made = paths.flatMap((path) => files[path]?.folders ?? [])
  // Deepest first; a folder that contains anything else stays
  for (const folder of made.toSorted((a, b) => b.length - a.length))
    await rmdir(folder).catch(({ code }) => {
      if (NOT_YET.has(code) || (isUsed && NOT_EMPTY.has(code))) left.add(folder)
    })
  for (const path of paths) {
    const folders = files[path]?.folders.filter((folder) => left.has(folder)) ?? []
    if (folders.length > 0) files[path] = { created: {}, folders }
    else delete files[path]
  }
}

const NOT_YET: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY'])
const NOT_EMPTY: ReadonlySet<unknown> = new Set(['ENOTEMPTY', 'EEXIST'])

/** False if the file has changed since it was read. */
async function perform(edit: Edit): Promise<boolean> {
  const { file, after, mode } = edit
  if (!isChange(edit)) return true
  if (after === undefined) return deleteFile(file)
  if (changesText(edit)) return replaceText(file, after, mode)
  await setMode(file, mode)
  return true
}

const backupOf = (file: TextFile): string => `${file.target}.hindcast-backup`

/**
 * Backs up only the file with the hooks, in its state before connecting: a client may rewrite its other files at every
 * run.
 */
async function backUp({ file, of, after }: Edit): Promise<void> {
  if (of.role !== 'hooks' || file.text === undefined || file.text === after) return
  if (of.count(after ?? '') === 0 || of.count(file.text) > 0) return
  const backup = await readText(backupOf(file))
  if ('text' in backup) await replaceText({ ...backup, ...(file.owner && { owner: file.owner }) }, file.text, file.mode)
}

/** Includes the backups, if they should be deleted, too. */
async function purged(plan: Plan, { purge }: ConnectionPlace): Promise<Plan> {
  if (!purge) return plan
  const backups = await Promise.all(plan.edits.map(({ file }) => readText(backupOf(file))))
  return { ...plan, backups: backups.flatMap((file) => ('text' in file && file.text !== undefined ? [file.path] : [])) }
}

/** A backup is no longer needed once the original bytes are restored. */
async function dropBackup({ file, after }: Edit, purge: boolean): Promise<readonly string[]> {
  const backup = await readText(backupOf(file))
  if (!('text' in backup) || backup.text === undefined) return []
  if (purge || backup.text === after) await deleteFile(backup)
  else return [`kept ${backup.path}: the settings have been edited since it was made`]
  return []
}

function outcome(
  { edits, refused, backups = [] }: Plan,
  { whole, warnings, notes }: Pick<Work, 'whole' | 'warnings' | 'notes'>,
): ConnectionChange {
  const done = whole && refused.length > 0 ? [] : edits
  const files = done.filter(changesText).map(({ file, after }) => ({
    path: file.path,
    before: file.text && masked(file.text),
    after: after && masked(after),
  }))
  return {
    changed: [...done.filter(isChange).map(({ file }) => file.path), ...backups],
    files,
    warnings,
    notes,
    refused: refused as RefusedFile[],
  }
}

const masked = (text: string): string => text.replace(/("authorization"\s*:\s*"bearer )[^"]*/gi, '$1…')

async function connectionsAt(at: Surroundings): Promise<readonly Connection[]> {
  const { connections } = await readRecord(recordFile(at))
  const own = at.hosts.map((host) => {
    const here = { ...at, host }
    return { host: host.name, scope: 'user' as const, projectDir: undefined, configDir: configDirOf(here) }
  })
  const unrecorded = own
    .filter((place) => !connections.some((one) => isSamePlace(one, place)))
    .map((place) => ({ ...place, transport: 'http' as const, older: undefined, hooks: undefined }))
  const known = connections.filter(({ host }) => at.hosts.some(({ name }) => name === host))
  return (await Promise.all([...known, ...unrecorded].map((one) => connectionState(at, one)))).flat()
}

type Recorded = Omit<ConnectionRecord['connections'][number], 'hooks'> & { readonly hooks?: number | undefined }

/** A connection according to its files; undefined if nothing is recorded or found. */
async function connectionState(at: Surroundings, { hooks: written, ...one }: Recorded): Promise<readonly Connection[]> {
  const here = seenFrom(at, one)
  const files = settingsFiles(here, one).filter(({ role }) => role !== 'optional')
  const counted = await Promise.all(
    files.map(async ({ path, role, count }) => {
      const file = await readText(path)
      return { path, role, count: 'text' in file ? count(file.text ?? '') : 0 }
    }),
  )
  const [{ path, count: hooks } = { path: '', count: 0 }] = counted.filter(({ role }) => role === 'hooks')
  if (written === undefined && hooks === 0) return []
  const isWhole = counted.every(({ role, count }) => role === 'hooks' || count > 0)
  return [{ ...one, asked: one.asked ?? one.transport, path, hooks, ok: isWhole && hooks === (written ?? hooks) }]
}

const configDirOf = ({ env, host }: ClientHere): string | undefined => env[host.environment.configDir] || undefined
const recordFile = ({ home }: Surroundings): string => recordIn(home)
