import { cutPrivate, cutReminders } from '@hindcast/redaction/tags.ts'
import { absolutePath } from '@hindcast/text/paths.ts'
import { oneLine } from '@hindcast/text/phrases.ts'
import { deriveId } from '../../domain/identity.ts'
import { cap } from '../../domain/memory/cap.ts'
import { importedEvent, importedPromptId } from '../../domain/memory/imported.ts'
import type { Concept, Observation, ObservationType } from '../../domain/nouns/observation.ts'
import type { Prompt } from '../../domain/nouns/prompt.ts'
import type { Session } from '../../domain/nouns/session.ts'
import type { Summary } from '../../domain/nouns/summary.ts'
import type { ArchiveRecord } from '../../ports.ts'
import { promptOrigin } from '../../wire/claude-code/prompt-text.ts'
import type { RowOf } from './tables.ts'
import { cellText, listOf } from './tables.ts'

/** The program's name in all records imported from it. */
export const CLAUDE_MEM = 'claude-mem'

/** The session and project of a row. */
export interface Seat {
  readonly session: string
  readonly project: string
  readonly host: string
  readonly at: number
  /** The folder that relative paths are in; empty if it is not known. */
  readonly root: string
  /** The database. */
  readonly path: string
}

const TEXT_MAX = 32 * 1024
const TITLE_MAX = 200
const TYPES: Readonly<Record<string, ObservationType>> = {
  ...Object.fromEntries(
    ['bugfix', 'feature', 'refactor', 'change', 'discovery', 'decision'].map((type) => [type, type]),
  ),
  ...Object.fromEntries(['security_alert', 'security_note', 'sensitive'].map((type) => [type, 'security'])),
} as Readonly<Record<string, ObservationType>>
const CONCEPTS: ReadonlySet<string> = new Set<Concept>([
  ...(['how-it-works', 'why-it-exists', 'what-changed', 'problem-solution', 'gotcha', 'pattern', 'trade-off'] as const),
])

/** A session that no client reported. */
export function sessionRecord(
  row: RowOf<'sdk_sessions'>,
  { session, project, host, at }: Seat,
  seen: number,
): ArchiveRecord {
  const title = visibleText(row.title)
  const record: Session = {
    id: session,
    host,
    project,
    source: CLAUDE_MEM,
    startedAt: at,
    lastSeenAt: seen,
    endedAt: seen,
    endReason: 'other',
    ...(title !== '' && { title: cap(title, TITLE_MAX) }),
  }
  return { kind: 'session', record }
}

/** The event of a session's nth prompt; whatever followed from the prompt refers to it. */
export const promptEventId = (session: string, number: number): string =>
  importedEvent({
    from: CLAUDE_MEM,
    parts: ['prompt', session, number],
    session,
    project: '',
    host: '',
    at: 0,
    path: '',
  }).id

/**
 * A prompt with its event. `cause`: the event of the same prompt as reported by the client, in which case only the
 * client's is kept.
 */
export function promptRecords(text: string, number: number, seat: Seat, cause?: string): readonly ArchiveRecord[] {
  const event = importedEvent({ from: CLAUDE_MEM, parts: ['prompt', seat.session, number], ...placeOf(seat), cause })
  const told: ArchiveRecord = { kind: 'event', record: event }
  if (cause !== undefined) return [told]
  const { session, project, at } = seat
  const record: Prompt = {
    session,
    project,
    at,
    number,
    event: event.id,
    id: deriveId('p', event.id),
    text,
    origin: promptOrigin(text, undefined),
    promptId: importedPromptId(CLAUDE_MEM, number),
  }
  return [told, { kind: 'prompt', record }]
}

/** The text of a prompt after redaction; empty if it is private or blank. */
export const promptText = (row: { readonly text: unknown }): string => visibleText(row.text)

/** An observation with its event; undefined if it is empty. */
export function observationRecords(
  row: RowOf<'observations'>,
  seat: Seat,
  cause?: string,
): readonly ArchiveRecord[] | undefined {
  const told = [row.subtitle, row.narrative, row.text].map(visibleText).filter(Boolean)
  const narrative = cap([...new Set(told)].join('\n'), TEXT_MAX)
  const facts = texts(row.facts)
  const title = titleLine(visibleText(row.title)) || titleLine(told[0] ?? facts[0] ?? '')
  if (title === '') return undefined
  const agentId = cellText(row.agent) || undefined
  const event = importedEvent({
    from: CLAUDE_MEM,
    parts: ['observation', ...memoryKey(row, seat), title, narrative],
    ...placeOf(seat),
    agentId,
    cause,
  })
  const { session, project, at } = seat
  const record: Observation = {
    session,
    project,
    at,
    title,
    narrative,
    facts,
    id: deriveId('o', event.id),
    type: TYPES[cellText(row.type)] ?? 'discovery',
    concepts: listOf(row.concepts).filter((concept): concept is Concept => CONCEPTS.has(concept)),
    ...filesOf(row, seat),
    evidence: [event.id],
    ...(agentId !== undefined && { agentId }),
  }
  return [
    { kind: 'event', record: event },
    { kind: 'observation', record },
  ]
}

/** A summary with its event; undefined if it is empty. */
export function summaryRecords(
  row: RowOf<'session_summaries'>,
  seat: Seat,
  cause?: string,
): readonly ArchiveRecord[] | undefined {
  const words = (value: unknown) => cap(visibleText(value), TEXT_MAX)
  const said = {
    request: words(row.request),
    investigated: words(row.investigated),
    learned: words(row.learned),
    completed: words(row.completed),
    nextSteps: words(row.nextSteps),
    notes: words(row.notes),
  }
  if (Object.values(said).every((text) => text === '')) return undefined
  const event = importedEvent({
    from: CLAUDE_MEM,
    parts: ['summary', ...memoryKey(row, seat), said.request, said.completed],
    ...placeOf(seat),
    cause,
  })
  const { session, project, at } = seat
  const record: Summary = {
    session,
    project,
    at,
    ...said,
    id: deriveId('m', event.id),
    ...filesOf(row, seat),
    evidence: [event.id],
  }
  return [
    { kind: 'event', record: event },
    { kind: 'summary', record },
  ]
}

const placeOf = ({ root: _, ...place }: Seat) => place

/** A row's files, which claude-mem stores as its model wrote them: absolute, or as seen from the project. */
function filesOf(row: Pick<RowOf<'observations'>, 'filesRead' | 'filesModified'>, { root }: Seat) {
  const [filesRead = [], filesModified = []] = [row.filesRead, row.filesModified].map((files) =>
    listOf(files).map((file) => absolutePath(file, root || undefined)),
  )
  return { filesRead, filesModified }
}

/** claude-mem's id for a row's session, and the row's time: the same in every copy. */
const memoryKey = ({ memory }: RowOf<'observations'> | RowOf<'session_summaries'>, { at }: Seat) =>
  [cellText(memory), at] as const

const texts = (value: RowOf<'observations'>['facts']): readonly string[] =>
  listOf(value)
    .map((text) => cap(visibleText(text), TEXT_MAX))
    .filter(Boolean)

/** Without private passages in either program's format, and without text inserted by a host. */
const visibleText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? cutReminders(cutPrivate(String(value)).text).trim() : ''

function titleLine(text: string): string {
  const line = oneLine(text)
  return line.length <= TITLE_MAX ? line : `${line.slice(0, TITLE_MAX - 1).trimEnd()}…`
}
