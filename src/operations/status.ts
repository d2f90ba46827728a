import * as z from 'zod'
import { allNouns } from '../domain/nouns/records.ts'
import type { Connection, Counts } from '../ports.ts'
import { project, projectOf } from './verb/inputs.ts'
import { operation } from './verb/operation.ts'
import { type Paused, pausedNow, pauseLines } from './verb/pauses.ts'
import { count, summedUse, useCounts, useWords } from './verb/words.ts'

interface Status {
  readonly running: boolean
  readonly pid: number | null
  readonly port: number | null
  readonly version: string | null
  readonly uptimeMs: number | null
  readonly connections: readonly Connection[]
  readonly counts: (Counts & typeof NOT_YET) | null
  readonly queue: { readonly pending: number; readonly failed: number } | null
  /** Of search by meaning: texts that are embedded, and those that will be when the machine is idle. */
  readonly embeddings: { readonly on: boolean; readonly done: number; readonly queued: number } | null
  /** How often told records were used, and what they are held against. */
  readonly use: ReturnType<typeof useCounts> | null
  readonly paused: readonly Paused[]
  /** `retention.days`; 0 where nothing is deleted by its age. */
  readonly retentionDays: number | null
}

/** Whether the daemon runs, what is connected to it, and how much it keeps. */
export default operation({
  name: 'status',
  summary: 'Says whether the daemon runs, what is connected to it and how much it keeps.',
  example: 'hindcast status --json',
  input: z.object({ project }),
  reads: true,
  async run({ project }, ports): Promise<Status> {
    const { daemon, connections, evidence, history, jobs, vectors, embedder, clock, configEditor } = ports
    const only = await projectOf(project, ports)
    const [connected, counts, queue, texts, uses, paused, settings] = await Promise.all([
      connections.list(),
      evidence.counts(only),
      jobs.counts(),
      vectors.counts(),
      history.uses({ by: 'behaviour', project: only }),
      pausedNow(ports),
      configEditor.list(),
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
      paused,
      retentionDays: Number(settings['retention.days']?.value ?? 0),
    }
  },
  async whenDown(_input, { connections }) {
    return { ...DOWN, connections: await connections.list() }
  },
  render: (
    { running, pid, port, version, connections, counts, queue, embeddings, use, paused, retentionDays },
    paint,
  ) =>
    [
      running
        ? `${paint.green('running')}  version ${version}, port ${port}, pid ${pid}`
        : `${paint.red('not running')}  hindcast up`,
      ...connections.map(
        ({ host, scope, hooks, ok, path }) =>
          `${ok ? paint.green('connected') : paint.red('broken')}  ${host} (${scope}): ${count(hooks, 'hook')} in ${path}`,
      ),
      ...(connections.length === 0 ? [`${paint.yellow('not connected')}  hindcast connect`] : []),
      ...(counts === null ? [] : [kept(counts)]),
      ...(queue === null ? [] : [`queue: ${queue.pending} pending, ${queue.failed} failed`]),
      ...(embeddings?.on ? [embedded(embeddings)] : []),
      ...(use === null || use.told + use.withheld === 0 ? [] : [`use: ${useWords(use)}`]),
      ...(retentionDays
        ? [`retention: sessions are deleted ${count(retentionDays, 'day')} after their last activity`]
        : []),
      ...pauseLines(paused).map((line) => `${paint.yellow('paused')}  ${line}`),
    ].join('\n'),
})

/** What is known where nothing runs: nothing is counted without the store's one writer. */
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
  paused: [],
  retentionDays: null,
}

const embedded = ({ done, queued }: NonNullable<Status['embeddings']>): string => {
  const more = queued === 0 ? '' : `, ${queued.toLocaleString('en')} queued (when idle, newest first)`
  return `search by meaning: ${count(done, 'text')} embedded${more}`
}

const kept = (counts: Counts): string =>
  `kept: ${count(counts.sessions, 'session')} of ${count(counts.projects, 'project')}, ${counted
    .map(({ name, table }) => count(counts[table], name, table))
    .join(', ')}`

const counted = allNouns.flatMap((noun) => ('counted' in noun && noun.role !== 'place' ? [noun] : [])) as readonly {
  readonly name: string
  readonly table: Exclude<keyof Counts, 'machinePrompts'>
}[]

/** Nouns of the documented shape that no part of the product makes yet. */
const NOT_YET = { lessons: 0, experiences: 0 }
