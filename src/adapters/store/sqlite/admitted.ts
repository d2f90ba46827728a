import { fieldsOfKind, type NounName, nounNamed } from '../../../domain/nouns/records.ts'
import type { Session } from '../../../domain/nouns/session.ts'
import type { ArchiveRecord } from '../../../ports.ts'
import type { Database } from './database.ts'
import { ledger } from './ledger.ts'
import { anyForgotten, forgottenUntil } from './tombstones.ts'

/**
 * Whether an archived record was forgotten here, or belongs to something that must not be stored. `asOf`: the archive's
 * time.
 */
export function mustStayAway(db: Database, each: ArchiveRecord, asOf: number): boolean {
  if (!hasLedger(db)) return false
  switch (each.kind) {
    case 'ledger':
    case 'tombstone':
    case 'exclusion':
    case 'pause':
    case 'line':
      return false
    case 'project':
      return (forgottenUntil(db, 'project', each.record.id) ?? -1) >= asOf
    case 'session':
      return isPast(db, each.record)
    default:
      return (
        anyForgotten(db, sourcesOf(each.kind, each.record)) ||
        isExcluded(db, each.record) ||
        (isSilenced(db, each.record) && !isDeliberate(each.record))
      )
  }
}

/** Whether somebody kept or decided it by a command, which works in a pause, too. */
const isDeliberate = (record: object): boolean =>
  ['rememberedBy', 'decidedBy'].some((field) => (record as Readonly<Record<string, unknown>>)[field] !== undefined)

const hasLedger = (db: Database): boolean =>
  ['tombstones', 'pauses', 'exclusions'].some((table) => db.get(`SELECT 1 FROM ${table} LIMIT 1`) !== undefined)

/**
 * Whether an archived record is from before its session or project was forgotten. Not every record has its own
 * tombstone: a session's start has none, and neither have records without an id, such as turn log entries.
 */
export function isOfForgotten(db: Database, record: object): boolean {
  const { session, project, at }: Placed = record
  if (at === undefined || !hasLedger(db)) return false
  const ends = [session && forgottenUntil(db, 'session', session), project && forgottenUntil(db, 'project', project)]
  return ends.some((until) => typeof until === 'number' && at < until)
}

/** Whether the whole session was before it or its project was forgotten. */
function isPast(db: Database, { id, project, lastSeenAt }: Session): boolean {
  const ends = [forgottenUntil(db, 'session', id), forgottenUntil(db, 'project', project)]
  return ends.some((until) => until !== undefined && lastSeenAt < until)
}

/** The ids that a record depends on: its own, those of its evidence, and those that it follows. */
export function sourcesOf(name: NounName, record: object): readonly string[] {
  const noun = nounNamed(name)
  const fields = [
    ...(noun.letter === undefined ? [] : ['id']),
    ...(noun.forget?.follows ?? []),
    ...evidenceFields(name),
  ]
  return fields.flatMap((field) => (record as Readonly<Record<string, string | readonly string[]>>)[field] ?? [])
}

const evidenceFields = (name: NounName): readonly string[] =>
  fieldsOfKind(nounNamed(name), 'ids').filter((field) => field === 'evidence')

interface Placed {
  readonly session?: string | undefined
  readonly project?: string | undefined
  readonly at?: number | undefined
  readonly promptId?: string | undefined
}

const isExcluded = (db: Database, { session, promptId }: Placed): boolean =>
  session !== undefined && promptId !== undefined && ledger.excluded(db, session, promptId)

function isSilenced(db: Database, { at, session, project }: Placed): boolean {
  if (at === undefined || project === undefined) return false
  const spans = ledger.silences(db, { session: session ?? '', project })
  return spans.some(({ from, until }) => at >= from && (until === undefined || at < until))
}
