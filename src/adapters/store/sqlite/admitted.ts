import type { ArchiveRecord } from '../../../ports.ts'
import type { Database } from './database.ts'
import { ledger } from './ledger.ts'
import { anyBuried, buriedUntil } from './tombstones.ts'

/** Whether a record of an archive was forgotten here, or tells of what must not be kept. `asOf`: the archive's time. */
export function mustStayAway(db: Database, each: ArchiveRecord, asOf: number): boolean {
  if (!hasLedger(db)) return false
  switch (each.kind) {
    case 'project':
      return (buriedUntil(db, 'project', each.record.id) ?? -1) >= asOf
    case 'session': {
      const { id, project, lastSeenAt } = each.record
      return [buriedUntil(db, 'session', id), buriedUntil(db, 'project', project)].some(
        (until) => until !== undefined && lastSeenAt < until,
      )
    }
    case 'event':
      return anyBuried(db, [each.record.id]) || mustNotBeKept(db, each.record)
    case 'version':
      return anyBuried(db, [each.record.event]) || isSilenced(db, each.record)
    case 'prompt':
      return anyBuried(db, [each.record.event]) || mustNotBeKept(db, each.record)
    case 'observation':
    case 'summary':
    case 'handoff':
      return anyBuried(db, each.record.evidence) || isSilenced(db, each.record)
    case 'told':
      return anyBuried(db, [each.record.event, ...each.record.ids])
    default:
      return false
  }
}

const hasLedger = (db: Database): boolean =>
  ['tombstones', 'pauses', 'exclusions'].some((table) => db.get(`SELECT 1 FROM ${table} LIMIT 1`) !== undefined)

/** Whether it belongs to a prompt that is excluded, or to a time of which nothing may be kept. */
export const mustNotBeKept = (db: Database, of: Placed & { readonly promptId?: string | undefined }): boolean =>
  isExcluded(db, of) || isSilenced(db, of)

interface Placed {
  readonly session: string
  readonly project: string
  readonly at: number
}

const isExcluded = (db: Database, { session, promptId }: { session: string; promptId?: string | undefined }): boolean =>
  promptId !== undefined && ledger.excluded(db, session, promptId)

const isSilenced = (db: Database, { at, session, project }: Placed): boolean =>
  ledger.silences(db, { session, project }).some(({ from, until }) => at >= from && (until === undefined || at < until))
