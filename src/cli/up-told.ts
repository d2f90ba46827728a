import { changeLines } from '../operations/verb/change.ts'
import { bytes, count, duration } from '../operations/verb/words.ts'
import type { Imported, Survey } from '../ports.ts'
import { withClientNames } from './program.ts'
import { type Sample, sampleLines, titles } from './sample.ts'
import { screenFor } from './terminal.ts'

/** What `up` did, as its `--json` prints it. */
export interface Up {
  readonly running: true
  readonly port: number
  readonly version: string
  readonly started: boolean
  readonly connected: readonly string[]
  readonly changed: readonly string[]
  /** Those of the changed files that did not exist before. */
  readonly created: readonly string[]
  readonly warnings: readonly string[]
  /** The names of the clients on this machine. */
  readonly clients: readonly string[]
  readonly home: string
  /** What a person types: a name on PATH, or an absolute path. */
  readonly command: string
  /** How much history the clients have. */
  readonly history: Survey
  /** What was imported; null where that was not asked for. */
  readonly imported: (Imported & { readonly ms: number }) | null
  /** What Hindcast makes of a sample session, where there is neither client nor history. */
  readonly sample: Sample | null
}

/** The same for a person: what happened, what to expect and what to try next. */
export function upReport({
  port,
  version,
  started,
  connected,
  changed,
  created,
  warnings,
  clients,
  home,
  history,
  imported,
  sample,
}: Up): string {
  const paint = screenFor(process.stdout)
  const client = clients.length > 0 ? clients.join(' and ') : titles
  const done = (line: string) => `${paint.green('✓')} ${line}`
  const warn = (line: string) => `${paint.yellow('!')} ${line}`
  const lines = [
    done(
      `Hindcast ${version} ${started ? 'started' : 'is already running'} on 127.0.0.1:${port}; its data is in ${paint.short(home)}`,
    ),
    ...(connected.length > 0 ? [done(connectionText(client, clients.length > 0, changed.length > 0))] : []),
    ...changeLines({ changed, created, deleted: [] }, 'added Hindcast to', paint),
    ...historyLine(history, imported).map(done),
    ...warnings.map(warn),
    ...(sample || clients.length > 0 ? [] : [warn(`${titles} was not found on this machine`)]),
    '',
    ...(sample ? [...sampleLines(sample, paint), ''] : []),
    ...promise(client, connected.length > 0),
    '',
    ...verbs(connected.length > 0).map(([line, does]) => `  ${paint.bold(line.padEnd(21))}  ${does}`),
  ]
  return lines.join('\n')
}

const connectionText = (client: string, isHere: boolean, isNew: boolean): string =>
  isHere ? `${client} is ${isNew ? '' : 'already '}connected` : `${client} will be connected once it is installed`

/** What happens from now on: nothing, until a client is connected. */
const promise = (client: string, isConnected: boolean): readonly string[] =>
  isConnected
    ? [
        `Hindcast now records every ${client} session: prompts, answers and tool`,
        'calls, with secrets removed. Each session starts with a short briefing on',
        'earlier work. Text in <private>…</private> is never recorded. Hindcast itself',
        'sends nothing over the network.',
      ]
    : [`${client} is not connected, so nothing is recorded yet.`]

const verbs = (isConnected: boolean): readonly (readonly [line: string, does: string])[] => [
  ...(isConnected ? [] : [['hindcast connect', 'start recording'] as const]),
  ['hindcast status', 'show what is running and what is stored'],
  ['hindcast search WORDS', 'search earlier sessions'],
  ['hindcast open', 'open the viewer in your browser, signed in'],
  ['hindcast context', 'show what the next session would start with'],
  ['hindcast down', withClientNames('stop Hindcast and disconnect {client}')],
  ['hindcast uninstall', 'remove Hindcast but keep your data'],
]

function historyLine({ sessions, bytes: size }: Survey, imported: Up['imported']): string[] {
  if (sessions === 0) return []
  if (!imported)
    return [
      `Import skipped (${count(sessions, 'earlier session')} on this machine, ${bytes(size)}); to import what is new, run hindcast import`,
    ]
  const { prompts, events, errors, ms } = imported
  const unread = errors.length === 0 ? '' : `, ${count(errors.length, 'invalid line')} skipped`
  const all = count(imported.sessions, 'earlier session')
  const what = `${count(prompts, 'prompt')}, ${count(events, 'event')}`
  if (imported.added === 0) return [`Nothing new to import: ${all}, ${what} already imported${unread}`]
  const added = imported.known ? `${count(imported.added, 'new event')} imported; in all, ${all}` : `${all} imported`
  return [`${added}: ${what}${unread} (${bytes(size)} in ${duration(ms)})`]
}
