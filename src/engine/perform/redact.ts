import { type Clean, type Cleaned, capClean, cleanLiteral, redactDeep } from '@hindcast/redaction/clean.ts'
import { mapStrings } from '@hindcast/redaction/strings.ts'
import { cutPrivate } from '@hindcast/redaction/tags.ts'
import type { Event } from '../../domain/events.ts'
import type { ToolResult } from '../../domain/tool.ts'
import type { Commit, JobDraft, Secrets, SourceMark, TurnLogEntry } from '../../ports.ts'
import type { StoreEffect } from './interpreters.ts'

/** How much of one text is scanned for secrets while a hook waits; the rest is not stored. */
const SCANNED = 64 * 1024
/** Texts up to this length are kept whole, so that capping never splits a secret. */
const WHOLE = 256

/** A commit before redaction. */
export interface RawCommit {
  readonly changes: readonly StoreEffect[]
  readonly jobs: readonly JobDraft[]
  readonly once?: string | undefined
}

/** Redacts a record and its short texts: keys, names and paths. */
export const clean = <T>(record: T, secrets: Secrets): Promise<Cleaned<T>> =>
  redactDeep(record, (text) => secrets.find(text))

/** A grant's key, and the event that holds it. */
export async function cleanGrant(key: string, { id }: { readonly id: string }, secrets: Secrets) {
  const { key: kept, holder } = await clean({ key, holder: id }, secrets)
  return [kept, holder] as const
}

/** A redacted commit. */
export const cleanCommit = (commit: RawCommit, secrets: Secrets): Promise<Commit> =>
  redactDeep(commit, (text) => secrets.find(text), bounded)

/** An event that is stored in parts: redacted before it is cut wherever a part could begin inside a secret. */
export async function cleanBeforeCapping(event: Event, secrets: Secrets): Promise<Event> {
  // A file's content is stored whole or not at all, so redacting it once, on storing, is enough
  const file = event.name === 'PostToolUse' ? event.result.file : undefined
  const capped = file === undefined ? event : withFile(event, undefined)
  let long = false
  mapStrings(capped, (text) => {
    long ||= text.length > WHOLE
    return text
  })
  if (!long) return event
  const clean = (await redactDeep(capped, (text) => secrets.find(text), bounded)) as Event
  return file === undefined ? clean : withFile(clean, file)
}

const withFile = (event: Event, file: ToolResult['file']): Event =>
  event.name === 'PostToolUse' ? { ...event, result: { ...event.result, file } } : event

/** How far a source was read. The reader's state contains text from lines that it has not understood yet. */
export function cleanMark({ cursor, ...mark }: SourceMark, secrets: Secrets): Promise<Cleaned<SourceMark>> {
  const state = mapStrings(cursor.state, (text) => (text.includes('<') ? cutPrivate(text).text : text))
  return redactDeep({ ...mark, cursor: { ...cursor, state } }, (text) => secrets.find(text), bounded)
}

/** Entries of the turn log, with only the first line of each error. Entries of one event hold the same few texts. */
export async function cleanEntries(
  entries: readonly TurnLogEntry[],
  secrets: Secrets,
): Promise<readonly Cleaned<TurnLogEntry>[]> {
  const lines = entries.map((entry) => (entry.error === undefined ? entry : { ...entry, error: lineOf(entry.error) }))
  const texts = [...new Set(lines.flatMap(textsOf))]
  const cleaned = await clean(texts, secrets)
  const known = new Map(texts.map((text, at) => [text, cleaned[at]]))
  const of = (text: string): Clean => known.get(text) ?? cleanLiteral``
  return lines.map(({ session, event, eventName, behaviour, effect, ids, reasons, error, ...rest }) => ({
    ...rest,
    session: of(session),
    event: of(event),
    eventName: of(eventName),
    behaviour: of(behaviour),
    effect: of(effect),
    ids: ids.map(of),
    reasons: reasons.map(of),
    ...(error !== undefined && { error: capClean(of(error), LINE) }),
  }))
}

const textsOf = ({
  session,
  event,
  eventName,
  behaviour,
  effect,
  ids,
  reasons,
  error,
}: TurnLogEntry): readonly string[] => [
  ...[session, event, eventName, behaviour, effect, ...ids, ...reasons],
  ...(error === undefined ? [] : [error]),
]

/** A message for people: the first line only. */
export const cleanLine = async (text: string, secrets: Secrets): Promise<Clean> =>
  capClean(await clean(lineOf(text), secrets), LINE)

const lineOf = (text: string): string => text.slice(0, SCANNED).split('\n', 1)[0] ?? ''

const LINE = 300

const bounded = (text: string): string => (text.length > SCANNED ? middleCut(text) : text)

function middleCut(text: string): string {
  const half = SCANNED / 2
  return `${text.slice(0, half)}\n… [${(text.length - SCANNED).toLocaleString('en-US')} characters cut] …\n${text.slice(-half)}`
}
