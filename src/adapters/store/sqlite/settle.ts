import type { Project } from '../../../domain/nouns/project.ts'
import type { SearchedName } from '../../../domain/nouns/records.ts'
import { blockOf } from '../../../domain/retrieval/numbering.ts'
import { followedId } from '../../../domain/settlement.ts'
import type { Evidence } from '../../../ports.ts'
import type { Database } from './database.ts'
import { countIn, isRecalled } from './documents.ts'
import { withIds } from './gather.ts'
import type { OnDatabase } from './port.ts'
import { enter } from './records.ts'
import { projects, tableOf } from './rows.ts'
import { forgottenUntil, markForgotten } from './tombstones.ts'

/**
 * What a person decides about projects. Whatever belongs to a project names it in a column, in every table alike, so all
 * of it is rewritten in one transaction; `regrouped` says what was, so that it can be moved back.
 */
export const settling: Pick<OnDatabase<Evidence>, 'unite' | 'part'> = {
  unite(db, project, into) {
    bring(db, project.id, into.id)
    write(db, { ...project, countsAs: into.id })
    write(db, into)
  },
  part(db, project, from) {
    if (project.id !== from) moveBack(db, project, from)
    write(db, { ...project, countsAs: project.id })
  },
}

function bring(db: Database, from: string, to: string): void {
  for (const { table, columns } of tablesOfProjects(db)) {
    // What is in a session is moved back with it
    const alone = columns.has('session') ? "AND coalesce(session, '') = ''" : ''
    const kept = `INSERT OR IGNORE INTO regrouped (record, source) SELECT id, project FROM ${table}`
    if (columns.has('id')) db.run(`${kept} WHERE project = ? ${alone}`, from)
    db.run(`UPDATE ${table} SET project = ? WHERE project = ?`, to, from)
  }
  followRecords(db, from, to)
  // Records forgotten in either project are not restored
  const until = forgottenUntil(db, 'project', from)
  if (until !== undefined) markForgotten(db, 'project', to, Math.max(until, forgottenUntil(db, 'project', to) ?? 0))
}

/** What names a project, or not; and the session that it belongs to, if any. */
interface Placed {
  readonly id?: string
  readonly project?: string
  readonly session?: string
}

/**
 * A record in the project that its own counts as: whoever read it (an import that was running, another machine) may not
 * have known the decision. Everything that is written passes here.
 */
export function inProject<R extends object>(db: Database, record: R): R {
  const { project }: Placed = record
  const now = project === undefined ? undefined : projectNow(db, project)
  return now === project ? record : { ...record, project: now }
}

/** Notes where a record was, before `inProject`, so that `part` moves it back. */
export function noteOrigin(db: Database, before: object, after: object): void {
  const { id, project, session = '' }: Placed = before
  if (before === after || id === undefined || project === undefined || session !== '') return
  db.run('INSERT OR IGNORE INTO regrouped (record, source) VALUES (?, ?)', id, project)
}

const NEXT = 'SELECT other.id FROM projects own JOIN projects other ON other.id = own.counts_as WHERE own.id = ?'

const projectNow = (db: Database, id: string): string =>
  followedId(id, (at) => db.get(NEXT, at)?.id as string | undefined)

/** Decisions of an archive that contradict none of those made here; the others are left out. */
export function withDecision(db: Database, archived: Project): Project {
  const { countsAs, ...undecided } = archived
  if (countsAs === undefined) return archived
  const isDecided = decisionOf(db, archived.id) !== undefined
  const isCircle = countsAs !== archived.id && followedId(countsAs, (at) => decisionOf(db, at)) === archived.id
  return isDecided || isCircle ? undecided : archived
}

const decisionOf = (db: Database, id: string): string | undefined =>
  (db.get('SELECT counts_as FROM projects WHERE id = ?', id)?.counts_as as string | null | undefined) ?? undefined

/** Moves what belongs to projects that count as others, after decisions were restored. */
export function resettle(db: Database): void {
  for (const { id } of db.all('SELECT id FROM projects WHERE counts_as <> id')) {
    const to = projectNow(db, String(id))
    if (to !== id) bring(db, String(id), to)
  }
}

/** What was moved from a project, or began in its folder since, belongs to it again. */
function moveBack(db: Database, project: Project, from: string): void {
  const began = `cwd = ?3 OR substr(cwd, 1, length(?3) + 1) = ?3 || '/'`
  const rows = db.all(
    `SELECT record FROM regrouped WHERE source = ?1 UNION SELECT id FROM sessions WHERE project = ?2 AND (${began})`,
    ...[project.id, from, project.root],
  )
  const ids = JSON.stringify(rows.map(({ record }) => record))
  for (const { table, columns } of tablesOfProjects(db))
    for (const column of ['id', 'session'].filter((each) => columns.has(each)))
      db.run(
        `${withIds()} UPDATE ${table} SET project = ?2 WHERE project = ?3 AND ${column} IN ids`,
        ...[ids, project.id, from],
      )
  followRecords(db, from, project.id)
  db.run('DELETE FROM regrouped WHERE source = ?', project.id)
}

/** Kept with the records that they are about. */
const FOLLOWING: ReadonlySet<string> = new Set(['documents', 'project_blocks', 'observation_files'])

/** The tables whose rows say which project they belong to. */
function tablesOfProjects(db: Database): readonly { readonly table: string; readonly columns: ReadonlySet<string> }[] {
  const rows = db.all(
    `SELECT m.name AS name, json_group_array(c.name) AS columns FROM sqlite_master m, pragma_table_info(m.name) c
     WHERE m.type = 'table' GROUP BY m.name HAVING sum(c.name = 'project') > 0`,
  )
  return rows
    .map(({ name, columns }) => ({ table: String(name), columns: new Set<string>(JSON.parse(String(columns))) }))
    .filter(({ table }) => !FOLLOWING.has(table))
}

/** Whatever is kept of records by project, after some were moved from one project to another. */
function followRecords(db: Database, from: string, to: string): void {
  db.run(
    'UPDATE observation_files SET project = (SELECT project FROM observations WHERE id = observation) WHERE project = ?',
    from,
  )
  // Computed from events of either
  db.run('DELETE FROM fold_snapshots WHERE scope IN (?, ?)', from, to)
  const blocks = new Set<number>()
  for (const { id, record, kind, type } of db.all(
    'SELECT id, record, kind, type FROM documents WHERE project = ?',
    from,
  )) {
    const name = kind as SearchedName
    const row = db.get(tableOf(name).byKey, String(record))
    if (row === undefined || row.project !== to) continue
    // Marked by its project in the index itself
    if (isRecalled(name, String(type))) enter(db, name, tableOf(name).record(row))
    else {
      db.run('UPDATE documents SET project = ? WHERE id = ?', to, Number(id))
      blocks.add(blockOf(Number(id)))
    }
  }
  for (const block of blocks) countIn(db, { project: to, block, isRecalled: false })
  db.run(
    `DELETE FROM project_blocks WHERE project = ?1 AND recalled = 0 AND block NOT IN
       (SELECT id >> 24 FROM documents WHERE project = ?1)`,
    from,
  )
}

function write(db: Database, project: Project): void {
  db.run(projects.replace, ...projects.values(project))
}
