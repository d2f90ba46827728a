import type { Clean, Cleaned } from '@hindcast/redaction/clean.ts'
import type { Observation } from '../../../domain/nouns/observation.ts'
import { type AnyRecord, allNouns, type NounName } from '../../../domain/nouns/records.ts'
import type { Memories } from '../../../ports.ts'
import type { Bound, Database } from './database.ts'
import { type OnDatabase, whenGiven, where, withIdPrefix } from './port.ts'
import { recall } from './recall.ts'
import { documentOf } from './records.ts'
import { observations, type Table, tableOf } from './rows.ts'
import { search } from './search.ts'

/** Reads derived records and searches, on one connection. */
export const memories: OnDatabase<Memories> = {
  observations(db, filter) {
    if (filter.standing === true) return standing(db, filter)
    return filter.file === undefined ? newest(db, observations, filter) : ofFile(db, filter)
  },
  records: (db, { noun, ...filter }) => newest(db, tableOf(noun), filter),
  totals: (db, { project, except, asOf }) => ({
    sessions: counted(db, 'sessions', [
      ['project = ?', project],
      whenGiven('id <> ?', except),
      whenGiven('started_at <= ?', asOf),
    ]),
    observations: counted(db, 'observations', [['project = ?', project], whenGiven('at <= ?', asOf)]),
    hasAny: KEPT.some(({ table, fields }) => {
      const own = 'session' in fields ? whenGiven('session <> ?', except) : undefined
      const { sql, values } = where([['project = ?', project], own, whenGiven('at <= ?', asOf)])
      return db.get(`SELECT 1 FROM ${table} ${sql} LIMIT 1`, ...values) !== undefined
    }),
  }),
  mark: (db, id, outcome, by) =>
    db.run('UPDATE handoffs SET outcome = ?, outcome_by = ? WHERE id = ?', outcome, by, id) > 0,
  show: (db, ids) => ids.flatMap((id) => one(db, id) ?? []),
  idsFrom,
  search: (db, filter) => search(db, filter, (kind, id) => documentOf(db, kind, id)),
  recall,
}

/** The nouns that a project holds, in whatever session. */
const KEPT = allNouns.filter(({ fields, letter }) => letter !== undefined && 'project' in fields && 'at' in fields)

/** Whether one path is inside another. */
const isInside = (path: string, folder: string) => `substr(${path}, 1, length(${folder}) + 1) = ${folder} || '/'`

type Filter = Parameters<Memories['observations']>[0]

function newest<T>(
  db: Database,
  table: Table<T>,
  { session, project, asOf, limit }: Omit<Parameters<Memories['records']>[0], 'noun'>,
): Cleaned<T>[] {
  const { sql, values } = where([
    whenGiven('session = ?', session),
    whenGiven('project = ?', project),
    whenGiven('at <= ?', asOf),
  ])
  const rows = db.all(`SELECT * FROM ${table.name} ${sql} ORDER BY at DESC, rowid DESC LIMIT ?`, ...values, limit)
  return rows.map(table.record)
}

/** The standing observations, newest first. */
function standing(db: Database, { project = '', asOf = Number.MAX_SAFE_INTEGER, limit }: Filter): Observation[] {
  return db.all(STANDING, project, asOf, limit).map(observations.record)
}

/** Must match its index's condition word for word, or the index is not used. */
const STANDING = `
SELECT o.* FROM observations o WHERE o.project = ?1 AND o.at <= ?2
  AND (o.remembered_by = 'user' OR o.decided_by = 'user' OR o.confirms IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM observations later WHERE later.supersedes = o.id AND later.at <= ?2)
ORDER BY o.at DESC LIMIT ?3`

/** Observations about a file: under its own path, or the same path in another worktree or where the project was before. */
function ofFile(db: Database, { project = '', file = '', asOf, limit }: Filter) {
  return db.all(OF_FILE, project, file, asOf ?? Number.MAX_SAFE_INTEGER, limit).map(observations.record)
}

/**
 * The roots of a project's worktrees (steps over the index, however many sessions it has) and of the folders that count as
 * it hold the same files. One inside another holds a part of them: a submodule that was rolled up, a folder split off.
 */
const OF_FILE = `
WITH RECURSIVE worktrees (top) AS (
  SELECT min(worktree) FROM sessions WHERE project = ?1 AND worktree IS NOT NULL
  UNION ALL
  SELECT (SELECT min(worktree) FROM sessions WHERE project = ?1 AND worktree > top) FROM worktrees WHERE top IS NOT NULL
),
family (id, root) AS (
  SELECT id, root FROM projects WHERE id = ?1
  UNION SELECT p.id, p.root FROM projects p JOIN family f ON p.counts_as = f.id
),
tops (top) AS (
  SELECT top FROM worktrees WHERE top IS NOT NULL UNION SELECT root FROM family WHERE root <> ''
),
parts (top) AS (
  SELECT f.root FROM family f WHERE EXISTS (SELECT 1 FROM tops t WHERE ${isInside('f.root', 't.top')})
),
copies (top) AS (SELECT top FROM tops EXCEPT SELECT top FROM parts),
own (relative) AS (
  SELECT substr(?2, length(top) + 2) FROM copies WHERE ${isInside('?2', 'top')} ORDER BY length(top) DESC LIMIT 1
)
SELECT o.* FROM (
  SELECT observation, max(at) AS at FROM observation_files
  WHERE project = ?1 AND path IN (SELECT ?2 UNION SELECT top || '/' || relative FROM copies, own) AND at <= ?3
  GROUP BY observation ORDER BY 2 DESC LIMIT ?4
) f JOIN observations o ON o.id = f.observation ORDER BY f.at DESC`

function counted(db: Database, table: string, conditions: Parameters<typeof where>[0]): number {
  const { sql, values } = where(conditions)
  return Number(db.get(`SELECT count(*) AS n FROM ${table} ${sql}`, ...values)?.n)
}

/** A record by its id, or by a prefix that is unique across all kinds. */
function one(db: Database, id: string): AnyRecord | undefined {
  if (id === '') return undefined
  const [exact] = matching(db, 'id = ?', id)
  if (exact !== undefined) return exact
  const [range, ...bounds] = withIdPrefix(id)
  const found = matching(db, range, ...bounds)
  return found.length === 1 ? found[0] : undefined
}

function matching(db: Database, condition: string, ...values: Bound[]): AnyRecord[] {
  return SHOWN.flatMap((kind) => {
    const table = tableOf(kind)
    const rows = db.all(`SELECT * FROM ${table.name} WHERE ${condition} LIMIT 2`, ...values)
    return rows.map((row) => ({ kind, record: table.record(row) }) as AnyRecord)
  })
}

function idsFrom(db: Database, prefix: string, limit: number): Clean[] {
  const [range, ...bounds] = withIdPrefix(prefix)
  const found = SHOWN.flatMap((kind) =>
    db.all(`SELECT id FROM ${tableOf(kind).name} WHERE ${range} ORDER BY id LIMIT ?`, ...bounds, limit),
  )
  return found
    .map(({ id }) => id as Clean)
    .sort()
    .slice(0, limit)
}

const SHOWN: readonly NounName[] = allNouns.filter(({ letter }) => letter !== undefined).map(({ name }) => name)
