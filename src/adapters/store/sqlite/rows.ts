import type {
  EventRecord,
  FileVersion,
  Handoff,
  Observation,
  Project,
  Prompt,
  Session,
  Summary,
  Usage,
} from '../../../domain/memory/nouns.ts'
import type { SourceCursor, TurnLogEntry } from '../../../ports.ts'
import type { Bound } from './database.ts'
import type { Row } from './driver.ts'

/** How a field stands in its column: as it is, as JSON text, or as 0 and 1. */
type Column = 'plain' | 'json' | 'flag'

/** A record's fields and their columns (snake_case), with the statement that inserts one. */
export interface Table<T> {
  readonly name: string
  readonly columns: readonly string[]
  readonly insert: string
  values(record: T): Bound[]
  record(row: Row): T
}

function table<T>(name: string, fields: { readonly [F in keyof T]-?: Column }): Table<T> {
  const entries = (Object.entries(fields) as [keyof T & string, Column][]).map(
    ([field, column]) => ({ field, column, key: snake(field) }) as const,
  )
  const columns = entries.map(({ key }) => key)
  return {
    name,
    columns,
    insert: `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    values: (record) => entries.map(({ field, column }) => stored(record[field], column)),
    record: (row) => {
      const present = entries.filter(({ key }) => row[key] !== null && row[key] !== undefined)
      return Object.fromEntries(present.map(({ field, column, key }) => [field, read(row[key], column)])) as T
    },
  }
}

function stored(value: unknown, column: Column): Bound {
  if (value === undefined || value === null) return null
  return column === 'json' ? JSON.stringify(value) : (value as Bound)
}

function read(value: unknown, column: Column): unknown {
  if (column === 'flag') return value === 1
  return column === 'json' ? JSON.parse(String(value)) : value
}

const snake = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Projects, by id. */
export const projects = table<Project>('projects', { id: 'plain', name: 'plain', root: 'plain', remote: 'plain' })

/** Sessions, by the host's id. */
export const sessions = table<Session>('sessions', {
  id: 'plain',
  host: 'plain',
  project: 'plain',
  source: 'plain',
  parent: 'plain',
  cwd: 'plain',
  branch: 'plain',
  worktree: 'plain',
  transcript: 'plain',
  model: 'plain',
  title: 'plain',
  clientPid: 'plain',
  entrypoint: 'plain',
  attended: 'flag',
  startedAt: 'plain',
  lastSeenAt: 'plain',
  endedAt: 'plain',
  endReason: 'plain',
})

/** Prompts, by id. */
export const prompts = table<Prompt>('prompts', {
  id: 'plain',
  session: 'plain',
  project: 'plain',
  at: 'plain',
  number: 'plain',
  text: 'plain',
  origin: 'plain',
  promptId: 'plain',
  event: 'plain',
})

/** Without `seq` on insert, the store gives the next one. */
export const events = table<EventRecord>('events', {
  seq: 'plain',
  id: 'plain',
  identity: 'plain',
  name: 'plain',
  at: 'plain',
  session: 'plain',
  project: 'plain',
  host: 'plain',
  via: 'plain',
  agentId: 'plain',
  agentType: 'plain',
  promptId: 'plain',
  cause: 'plain',
  tool: 'plain',
  target: 'plain',
  outcome: 'plain',
  exitCode: 'plain',
  durationMs: 'plain',
  filesRead: 'json',
  filesModified: 'json',
  input: 'plain',
  output: 'plain',
  body: 'json',
  significance: 'plain',
})

/** Observations, by id. */
export const observations = table<Observation>('observations', {
  id: 'plain',
  session: 'plain',
  project: 'plain',
  at: 'plain',
  type: 'plain',
  title: 'plain',
  narrative: 'plain',
  facts: 'json',
  concepts: 'json',
  filesRead: 'json',
  filesModified: 'json',
  evidence: 'json',
  agentId: 'plain',
  promptId: 'plain',
  supersedes: 'plain',
  rememberedBy: 'plain',
})

/** Summaries, by id. */
export const summaries = table<Summary>('summaries', {
  id: 'plain',
  session: 'plain',
  project: 'plain',
  at: 'plain',
  request: 'plain',
  investigated: 'plain',
  learned: 'plain',
  completed: 'plain',
  nextSteps: 'plain',
  notes: 'plain',
  filesRead: 'json',
  filesModified: 'json',
  evidence: 'json',
})

/** Handoffs, by id. */
export const handoffs = table<Handoff>('handoffs', {
  id: 'plain',
  session: 'plain',
  project: 'plain',
  at: 'plain',
  goal: 'plain',
  now: 'plain',
  next: 'plain',
  blockers: 'json',
  worked: 'json',
  failed: 'json',
  decisions: 'json',
  files: 'json',
  sealed: 'flag',
  evidence: 'json',
  outcome: 'plain',
  outcomeBy: 'plain',
})

/** The turn log, without the row's number. */
export const turnLog = table<TurnLogEntry>('turn_log', {
  at: 'plain',
  session: 'plain',
  event: 'plain',
  eventName: 'plain',
  behaviour: 'plain',
  effect: 'plain',
  ids: 'json',
  ms: 'plain',
  budgetMs: 'plain',
  outcome: 'plain',
  error: 'plain',
})

/** What files held after the agent's writes, by event. */
export const fileVersions = table<FileVersion>('file_versions', {
  event: 'plain',
  session: 'plain',
  project: 'plain',
  path: 'plain',
  at: 'plain',
  hash: 'plain',
})

/** How full contexts were, by session. */
export const usages = table<Usage>('usages', { session: 'plain', at: 'plain', tokens: 'plain', window: 'plain' })

/** How far files were read, by path. */
export const sourceFiles = table<SourceCursor>('source_files', {
  path: 'plain',
  seal: 'plain',
  offset: 'plain',
  line: 'plain',
  sessions: 'json',
  state: 'json',
  skipped: 'plain',
  errors: 'json',
})
