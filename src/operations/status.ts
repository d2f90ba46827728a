import * as z from 'zod'
import type { Recovery } from '../domain/facts.ts'
import { type LearningFigures, learningFigures } from '../domain/learning/repeats.ts'
import { allNouns } from '../domain/nouns/records.ts'
import type { Connection, Counts, WrittenBeside } from '../ports.ts'
import { from, knownProject, projectOf, projectOr } from './verb/inputs.ts'
import { wrappedLines } from './verb/layout.ts'
import { learnedIn, learningWords } from './verb/learning.ts'
import { operation, type Paint } from './verb/operation.ts'
import { type Paused, pausedNow, pauseLines } from './verb/pauses.ts'
import { type LookalikeDocument, lookalikeDocument, lookalikeWords } from './verb/projects.ts'
import { count, countOf, duration, moment, summedUse, useCounts, useWords } from './verb/words.ts'

interface Status {
  readonly running: boolean
  /** Why a daemon that is running cannot be reached from here; absent if that is not so. */
  readonly outOfReach?: string | undefined
  readonly pid: number | null
  readonly port: number | null
  readonly version: string | null
  readonly uptimeMs: number | null
  readonly connections: readonly Connection[]
  readonly counts: (Counts & typeof NOT_YET) | null
  readonly queue: { readonly pending: number; readonly failed: number } | null
  /** Semantic search: texts that are embedded, and those that wait until the machine is idle. */
  readonly embeddings: { readonly on: boolean; readonly done: number; readonly queued: number } | null
  /** How often recalled records were used, and what that is compared with. */
  readonly use: ReturnType<typeof useCounts> | null
  /** What the user taught, how often it had to be repeated, and how often calls followed and broke it. */
  readonly learning: LearningFigures | null
  /** How many lines beside messages the clients' transcripts hold, by what they say; `unknown`: kinds that no reader knows. */
  readonly transcripts: WrittenBeside | null
  readonly paused: readonly Paused[]
  readonly backups: BackupState | null
  /** How the database was restored the last time, if ever. */
  readonly recovery: Recovery | null
  /** `retention.days`; 0 where nothing is deleted by age. */
  readonly retentionDays: number | null
  /** What the current project, or the named one, seems to be, until a person decides; null if nothing is open. */
  readonly looksLike: LookalikeDocument | null
}

/** `newestAt`: null if there is none. `failure`: why the latest attempt failed. */
interface BackupState {
  readonly count: number
  readonly newestAt: number | null
  readonly failure: string | null
}

/** Whether the daemon is running, which clients are connected, and what is stored. */
export default operation({
  name: 'status',
  group: 'Start',
  summary: 'Shows whether the daemon is running, what is connected and what is stored.',
  example: 'hindcast status --json',
  input: z.object({ project: projectOr('all projects'), from }),
  reads: true,
  async run({ project, from: folder }, ports): Promise<Status> {
    const { daemon, connections, evidence, history, jobs, vectors, embedder, clock, configEditor, storeCare, imports } =
      ports
    const only = await knownProject(project, ports)
    const here = only ?? (await projectOf(folder, ports))
    const [connected, counts, queue, texts, uses, learned, written, paused, settings, backups, alike] =
      await Promise.all([
        connections.list(),
        evidence.counts(only),
        jobs.counts(),
        vectors.counts(),
        history.uses({ by: 'behaviour', project: only }),
        learnedIn(only, ports),
        imports.written(),
        pausedNow(ports),
        configEditor.list(),
        ports.health.backups(),
        here === undefined ? undefined : ports.workspace.lookalike(here),
      ])
    const { pid, port, version, startedAt } = daemon()
    const uptimeMs = clock.now() - startedAt
    return {
      running: true,
      pid,
      port,
      version,
      uptimeMs,
      connections: connected,
      counts: { ...counts, ...NOT_YET },
      queue,
      embeddings: { on: embedder.state().on, done: texts.known, queued: texts.missing },
      use: useCounts(summedUse(uses)),
      learning: learningFigures(...learned),
      transcripts: written,
      paused,
      backups: { ...backups, newestAt: backups.newestAt ?? null, failure: storeCare.backupFailure() ?? null },
      recovery: storeCare.recovery() ?? null,
      retentionDays: Number(settings['retention.days']?.value ?? 0),
      looksLike: lookalikeDocument(alike),
    }
  },
  async whenDown(_input, { connections, lifecycle }) {
    const outOfReach = await lifecycle.outOfReach()
    return { ...DOWN, ...(outOfReach !== undefined && { outOfReach }), connections: await connections.list() }
  },
  // What is red: a client that no longer calls, jobs or backups that failed
  isFailure: (status) => rowsOf(status, 0).some(([, , colour]) => colour === bad),
  render: (status, paint) => {
    const rows = rowsOf(status, paint.now)
    const width = Math.max(...rows.map(([label]) => label.length))
    const lines = rows.flatMap(([label, text, colour]) => {
      const [first = '', ...rest] = wrappedLines(
        `${label.padEnd(width)}  ${paint.short(text)}`,
        paint.columns,
        width + 2,
      )
      return [colour(paint)(first.slice(0, width)) + first.slice(width), ...rest]
    })
    return [headline(status, paint), ...lines].join('\n')
  },
})

type Colour = (paint: Paint) => (text: string) => string
type StatusRow = readonly [label: string, text: string, colour: Colour]

const normal: Colour = ({ dim }) => dim
const good: Colour = ({ green }) => green
const notice: Colour = ({ yellow }) => yellow
const bad: Colour = ({ red }) => red

function headline({ running, outOfReach, pid, port, version, uptimeMs }: Status, paint: Paint): string {
  if (outOfReach !== undefined) return `${paint.red('Hindcast cannot be reached from here:')} ${outOfReach}`
  if (!running) return `${paint.red('Hindcast is not running.')} To start it, run hindcast up`
  return `${paint.green(`Hindcast ${version} is running`)} on port ${port} (pid ${pid}), up ${duration(uptimeMs ?? 0)}`
}

function rowsOf(status: Status, now: number): readonly StatusRow[] {
  const { connections, counts, queue, embeddings, use, learning, paused, retentionDays, backups, recovery } = status
  const { transcripts, looksLike } = status
  return [
    ...connections.map(connectionRow),
    ...(connections.length === 0
      ? [['Connected', status.running ? 'none; to connect, run hindcast connect' : 'none', notice] as const]
      : []),
    ...(counts === null ? [] : stored(counts)),
    ...(transcripts === null ? [] : writtenRow(transcripts)),
    ...(queue === null ? [] : [queued(queue)]),
    ...(embeddings?.on ? [['Semantic search', embedded(embeddings), normal] as const] : []),
    ...(use === null || use.told + use.withheld === 0 ? [] : [['Recall', useWords(use), normal] as const]),
    ...(learning === null || learningWords(learning) === ''
      ? []
      : [['Lessons', learningWords(learning), normal] as const]),
    ...(backups === null ? [] : [backedUp(backups, now)]),
    ...(recovery === null ? [] : [recoveryRow(recovery, now)]),
    ...(retentionDays
      ? [
          [
            'Retention',
            `sessions are deleted ${count(retentionDays, 'day')} after their last activity`,
            normal,
          ] as const,
        ]
      : []),
    ...(looksLike === null ? [] : [['Project', lookalikeWords(looksLike), notice] as const]),
    ...pauseLines(paused, ',', now).map((line, n) => [n === 0 ? 'Paused' : '', line, notice] as const),
  ]
}

function connectionRow({ host, scope, hooks, ok, path }: Connection): StatusRow {
  const what = `${host} (${scope}), ${count(hooks, 'hook')} in ${path}`
  return ok ? ['Connected', what, good] : ['Broken', `${what}; to repair it, run hindcast connect ${host}`, bad]
}

function stored(counts: Counts): readonly StatusRow[] {
  const some = counted.filter(({ name, table }) => counts[table] > 0 || !RARE.has(name))
  const records = some.map((noun) => countOf(counts[noun.table], noun)).join(', ')
  const sessions = `${count(counts.sessions, 'session')} in ${count(counts.projects, 'project')}`
  return [
    ['Stored', sessions, normal],
    ['', records, normal],
  ]
}

/** The most unknown kinds named. */
const MOST_NAMED = 3

function writtenRow({ read, unknown }: WrittenBeside): readonly StatusRow[] {
  const kinds = Object.entries(unknown).sort(([, a], [, b]) => b - a)
  const lines = kinds.reduce((sum, [, each]) => sum + each, 0)
  const names = kinds.slice(0, MOST_NAMED).map(([kind]) => kind)
  const parts = [
    ...(Object.keys(read).length === 0 ? [] : [`with ${Object.keys(read).sort().join(', ')}`]),
    ...(kinds.length === 0
      ? []
      : [`${count(kinds.length, 'unknown kind')} of line (${count(lines, 'line')}: ${names.join(', ')})`]),
  ]
  return parts.length === 0 ? [] : [['Transcripts', parts.join('; '), normal]]
}

function queued({ pending, failed }: NonNullable<Status['queue']>): StatusRow {
  const waiting = pending === 0 ? 'empty' : `${count(pending, 'job')} waiting`
  if (failed === 0) return ['Queue', waiting, normal]
  return ['Queue', `${waiting}, ${failed.toLocaleString('en')} failed; to retry, run hindcast doctor --fix`, bad]
}

function backedUp({ count: made, newestAt, failure }: BackupState, now: number): StatusRow {
  const newest = newestAt === null ? 'none yet' : `${made}, the newest from ${moment(newestAt, now)}`
  if (failure === null) return ['Backups', newest, normal]
  return ['Backups', `${newest}; the latest attempt failed: ${failure}`, bad]
}

function recoveryRow({ at, cause, from, backupAt = at }: Recovery, now: number): StatusRow {
  const source = {
    file: 'what could be read',
    backup: `the backup from ${moment(backupAt, now)}`,
    nothing: 'transcripts',
  }
  return ['Restored', `${moment(at, now)}, because the database was ${cause}; from ${source[from]}`, notice]
}

/** What is known while the daemon is down: records are counted by the daemon alone. */
const DOWN = {
  running: false,
  pid: null,
  port: null,
  version: null,
  uptimeMs: null,
  counts: null,
  queue: null,
  embeddings: null,
  use: null,
  learning: null,
  transcripts: null,
  paused: [],
  backups: null,
  recovery: null,
  retentionDays: null,
  looksLike: null,
}

const counted = allNouns.flatMap((noun) =>
  'counted' in noun && noun.role !== 'place' && noun.name !== 'session' ? [noun] : [],
) as readonly {
  readonly name: string
  readonly table: Exclude<keyof Counts, 'machinePrompts'>
  readonly said?: readonly [string, string]
}[]

/** Counted only where there are some. */
const RARE: ReadonlySet<string> = new Set(['artifact', 'experience'])

const embedded = ({ done, queued: waiting }: NonNullable<Status['embeddings']>): string =>
  waiting === 0
    ? `${count(done, 'text')} indexed`
    : `${done.toLocaleString('en')} of ${count(done + waiting, 'text')} indexed; indexing runs when the machine is idle`

/** Nouns of the documented shape that nothing creates yet. */
const NOT_YET = { experiences: 0 }
