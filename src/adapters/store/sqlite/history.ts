import { baseName } from '@hindcast/text/paths.ts'
import { titleOf } from '../../../domain/retrieval/document.ts'
import type {
  AgentTotals,
  BehaviourTotals,
  History,
  IndexRow,
  SearchedKind,
  SessionTotals,
  UseTotals,
} from '../../../ports.ts'
import type { Row } from '../../sqlite/driver.ts'
import type { Bound, Database } from './database.ts'
import { type OnDatabase, whenGiven, where } from './port.ts'
import { documentOf } from './records.ts'

/** Reads timelines and totals, on one connection. */
export const history: OnDatabase<History> = {
  around(db, { id, project, session, at, before, after }) {
    // A record without a document sorts last within its time
    const place = Number(db.get('SELECT id FROM documents WHERE record = ?', id)?.id ?? Number.MAX_SAFE_INTEGER)
    const [column, owner] = session === undefined ? ['project', project] : ['session', session]
    const beside = (comparison: '<' | '>', order: 'DESC' | 'ASC', limit: number) =>
      db.all(
        `SELECT * FROM documents WHERE ${column} = ? AND (at, id) ${comparison} (?, ?) ORDER BY at ${order}, id ${order} LIMIT ?`,
        ...[owner, at, place, limit],
      )
    return { before: rowsOf(db, beside('<', 'DESC', before)).reverse(), after: rowsOf(db, beside('>', 'ASC', after)) }
  },
  rows: (db, ids) => {
    const found = ids.map((id) => db.get('SELECT * FROM documents WHERE record = ?', id))
    return rowsOf(
      db,
      found.filter((row) => row !== undefined),
    )
  },
  sessions(db, ids) {
    const tables = [promptsOf, callsOf, signalsOf, toldOf, outcomesOf].map((of) => of(db, ids))
    const [prompts, calls, signals, told, outcomes] = tables
    return ids.map((session): SessionTotals => {
      const numbers = { ...NO_TOTALS, ...calls?.get(session), ...signals?.get(session), ...told?.get(session) }
      const { prompts: asked = 0, opening } = prompts?.get(session) ?? {}
      return {
        session,
        prompts: Number(asked),
        tools: Number(numbers.tools),
        failures: Number(numbers.failures),
        corrections: Number(numbers.corrections),
        lessonsViolated: Number(numbers.violated),
        lessonsApplied: Number(numbers.applied),
        ...opened(opening),
        ...endOf(outcomes?.get(session)),
      }
    })
  },
  agents(db, { project }) {
    const { sql, values } = where([['agent_id IS NOT NULL'], whenGiven('project = ?', project)])
    // The runs of subagents whose own events are unknown are those that a call waited for
    const called = where([
      [`tool IS NOT NULL AND instr(body, '"run":') AND body ->> '$.run.id' IS NOT NULL`],
      whenGiven('project = ?', project),
    ])
    const rows = db.all(
      `WITH own AS (
         SELECT session, agent_id AS id, coalesce(max(agent_type), 'unknown') AS agent, count(tool) AS tools,
           ${FAILURES} AS failures, ${checks("= 'pass'")} AS passed, ${checks("IN ('fail', 'error')")} AS failed,
           max(at) - min(at) AS took
         FROM events ${sql} GROUP BY session, agent_id
       ), called AS (
         SELECT session, body ->> '$.run.id' AS id, body ->> '$.act.type' AS agent, body ->> '$.run.calls' AS tools,
           body ->> '$.run.durationMs' AS took, body ->> '$.run.tokens' AS tokens
         FROM events ${called.sql}
       ), runs AS (
         SELECT own.*, coalesce(
           (SELECT max(tokens) FROM usages AS u WHERE u.session = own.session AND u.agent = own.id),
           (SELECT max(tokens) FROM called AS c WHERE c.session = own.session AND c.id = own.id)) AS tokens
         FROM own
         UNION ALL
         SELECT session, id, coalesce(nullif(agent, ''), 'unknown'), tools, 0, 0, 0, took, tokens FROM called
         WHERE (session, id) NOT IN (SELECT session, id FROM own)
       )
       SELECT agent, count(*) AS runs, count(DISTINCT session) AS sessions, total(tools) AS tools,
         sum(failures) AS failures, sum(passed) AS passed, sum(failed) AS failed, total(tokens) AS tokens,
         total(took) AS took
       FROM runs GROUP BY agent ORDER BY runs DESC, agent`,
      ...[...values, ...called.values],
    )
    return rows.map(agentOf)
  },
  behaviours(db) {
    const rows = db.all(
      `SELECT behaviour, sum(outcome = 'said') AS said, max(CASE WHEN place = (n * 95 + 99) / 100 THEN ms END) AS p95
       FROM (
         SELECT behaviour, outcome, ms, row_number() OVER (PARTITION BY behaviour ORDER BY ms) AS place,
           count(*) OVER (PARTITION BY behaviour) AS n
         FROM turn_log
       ) GROUP BY behaviour ORDER BY behaviour`,
    )
    return rows.map(
      ({ behaviour, said, p95 }): BehaviourTotals => ({
        behaviour: String(behaviour),
        said: Number(said),
        p95Ms: Number(p95),
      }),
    )
  },
  uses(db, { by, project, sessions, newest = Number.MAX_SAFE_INTEGER }) {
    const { sql, values } = where([
      whenGiven('project = ?', project),
      whenGiven(AMONG, sessions && JSON.stringify(sessions)),
    ])
    const numbered = `SELECT *, row_number() OVER (PARTITION BY ${by} ORDER BY at DESC, rowid DESC) AS place FROM tellings ${sql}`
    const rows = db.all(
      `SELECT ${by} AS one, ${USE_SUMS} FROM (${numbered}) WHERE place <= ? GROUP BY ${by} ORDER BY ${by}`,
      ...[...values, newest],
    )
    return rows.map(useOf)
  },
  files(db, project) {
    const rows = db.all('SELECT DISTINCT path FROM observation_files WHERE project = ?', project)
    return [...new Set(rows.map(({ path }) => baseName(String(path))))]
  },
  types: (db) => db.all('SELECT DISTINCT type FROM documents ORDER BY type').map(({ type }) => String(type)),
}

const COMPARED = 'NOT withheld AND control IS NOT NULL'
const USE_SUMS = [
  'sum(NOT withheld) AS told, sum(NOT withheld AND used IS NOT NULL) AS used',
  'sum(withheld) AS withheld, sum(withheld AND used IS NOT NULL) AS used_withheld',
  `sum(${COMPARED}) AS compared, sum(${COMPARED} AND used IS NOT NULL AND elsewhere) AS used_both`,
  `sum(${COMPARED} AND used IS NOT NULL AND NOT elsewhere) AS ahead`,
  `sum(${COMPARED} AND used IS NULL AND elsewhere) AS behind`,
].join(', ')

const useOf = ({ one, told, used, compared, used_both, ahead, behind, withheld, used_withheld }: Row): UseTotals => ({
  of: String(one),
  told: Number(told),
  used: Number(used),
  compared: Number(compared),
  both: Number(used_both),
  ahead: Number(ahead),
  behind: Number(behind),
  withheld: Number(withheld),
  usedWithheld: Number(used_withheld),
})

const checks = (status: string): string =>
  `coalesce(sum(name = 'Outcome' AND coalesce(body ->> '$.command', '-') <> '' AND body ->> '$.status' ${status}), 0)`
const FAILURES = `coalesce(sum(tool IS NOT NULL AND outcome = 'failed'), 0)`

function rowsOf(db: Database, rows: readonly Row[]): IndexRow[] {
  return rows.flatMap((row) => {
    const kind = row.kind as SearchedKind
    const document = documentOf(db, kind, String(row.record))
    if (document === undefined) return []
    const { session, project, at, type } = row
    const place = { sessionId: String(session), project: String(project), at: Number(at) }
    return [
      { id: String(row.record), kind, type: String(type), title: titleOf(document), files: document.files, ...place },
    ]
  })
}

/** SQLite takes the text from the row with the minimum. */
function promptsOf(db: Database, ids: readonly string[]): Map<unknown, Row> {
  return bySession(
    db,
    `SELECT session, count(*) AS prompts, min(number), substr(text, 1, 200) AS opening
     FROM prompts WHERE ${AMONG} AND origin <> 'machine' GROUP BY session`,
    JSON.stringify(ids),
  )
}

function callsOf(db: Database, ids: readonly string[]): Map<unknown, Row> {
  const sql = `SELECT session, count(tool) AS tools, ${FAILURES} AS failures FROM events WHERE ${AMONG} GROUP BY session`
  return bySession(db, sql, JSON.stringify(ids))
}

/** A broken lesson is cited by its signal; other violations are of instructions. */
function signalsOf(db: Database, ids: readonly string[]): Map<unknown, Row> {
  return bySession(
    db,
    `SELECT session, sum(type IN ('correction', 'rejection')) AS corrections,
       sum(type = 'violation' AND evidence LIKE '%"l\\_%' ESCAPE '\\') AS violated
     FROM signals WHERE ${AMONG} GROUP BY session`,
    JSON.stringify(ids),
  )
}

function toldOf(db: Database, ids: readonly string[]): Map<unknown, Row> {
  const sql = `SELECT session, count(DISTINCT record) AS applied FROM tellings
    WHERE ${AMONG} AND NOT withheld AND record IN (SELECT id FROM lessons) GROUP BY session`
  return bySession(db, sql, JSON.stringify(ids))
}

/** A session's newest handoff tells how its work turned out. */
function outcomesOf(db: Database, ids: readonly string[]): Map<unknown, Row> {
  const sql = `SELECT session, max(at), outcome, outcome_by FROM handoffs WHERE ${AMONG} GROUP BY session`
  return bySession(db, sql, JSON.stringify(ids))
}

const endOf = ({ outcome, outcome_by }: Row = {}): Pick<SessionTotals, 'outcome' | 'outcomeBy'> =>
  outcome == null ? {} : ({ outcome, outcomeBy: outcome_by } as Pick<SessionTotals, 'outcome' | 'outcomeBy'>)

const NO_TOTALS = { tools: 0, failures: 0, corrections: 0, violated: 0, applied: 0 }

const AMONG = 'session IN (SELECT value FROM json_each(?))'

const bySession = (db: Database, sql: string, ...values: Bound[]) =>
  new Map(db.all(sql, ...values).map((row) => [row.session, row] as const))

const opened = (text: unknown) => (typeof text === 'string' ? { opening: text.replace(/\s+/g, ' ').trim() } : {})

const agentOf = ({ agent, runs, sessions, tools, failures, passed, failed, tokens, took }: Row): AgentTotals => ({
  agent: String(agent),
  runs: Number(runs),
  sessions: Number(sessions),
  tools: Number(tools),
  failures: Number(failures),
  passed: Number(passed),
  failed: Number(failed),
  tokens: Number(tokens),
  durationMs: Number(took),
})
