import type { ForeignFile, ForeignValue } from '../../ports.ts'

/** A row with the column names used here; columns that its schema lacks are null. */
export type MemRow<N extends string = string> = Readonly<Record<N | 'row', ForeignValue>>

/** claude-mem's tables, with the names of their columns from schema 49 (first) back to its first releases (last). */
const TABLES = {
  sdk_sessions: {
    session: ['content_session_id', 'claude_session_id'],
    memory: ['memory_session_id', 'sdk_session_id'],
    project: ['project'],
    platform: ['platform_source'],
    prompt: ['user_prompt'],
    title: ['custom_title'],
    at: ['started_at_epoch'],
    written: ['started_at'],
    endedAt: ['completed_at_epoch'],
  },
  user_prompts: {
    session: ['content_session_id', 'claude_session_id'],
    number: ['prompt_number'],
    text: ['prompt_text'],
    at: ['created_at_epoch'],
    written: ['created_at'],
  },
  observations: {
    memory: ['memory_session_id', 'sdk_session_id'],
    project: ['project'],
    type: ['type'],
    title: ['title'],
    subtitle: ['subtitle'],
    narrative: ['narrative'],
    text: ['text'],
    facts: ['facts'],
    concepts: ['concepts'],
    filesRead: ['files_read'],
    filesModified: ['files_modified'],
    agent: ['agent_id'],
    number: ['prompt_number'],
    at: ['created_at_epoch'],
    written: ['created_at'],
  },
  session_summaries: {
    memory: ['memory_session_id', 'sdk_session_id'],
    project: ['project'],
    request: ['request'],
    investigated: ['investigated'],
    learned: ['learned'],
    completed: ['completed'],
    nextSteps: ['next_steps'],
    notes: ['notes'],
    filesRead: ['files_read'],
    filesModified: ['files_edited'],
    number: ['prompt_number'],
    at: ['created_at_epoch'],
    written: ['created_at'],
  },
} as const

/** A table that is imported. */
export type TableName = keyof typeof TABLES
export type RowOf<T extends TableName> = MemRow<keyof (typeof TABLES)[T] & string>

/** Small, since a row may contain long texts. */
const PAGE = 50

/** Whether this is a claude-mem database: it has the sessions table, under either name. */
export function isClaudeMem(file: ForeignFile): boolean {
  const columns = file.columns('sdk_sessions')
  return columns.includes('project') && TABLES.sdk_sessions.session.some((name) => columns.includes(name))
}

/** All rows of a table, page by page; none if its schema lacks the table. */
export function* pagesOf<T extends TableName>(file: ForeignFile, table: T): Generator<readonly RowOf<T>[]> {
  const columns = file.columns(table)
  const names = Object.entries(TABLES[table] as Readonly<Record<string, readonly string[]>>).map(
    ([name, called]) => [name, called.find((column) => columns.includes(column))] as const,
  )
  const there = names.flatMap(([, column]) => column ?? [])
  if (there.length === 0) return
  for (let after = 0; ; ) {
    const rows = file.rows(table, there, after, PAGE)
    yield rows.map((row) => {
      const read = names.map(([name, column]) => [name, column === undefined ? null : (row[column] ?? null)])
      return { row: row.rowid ?? null, ...Object.fromEntries(read) } as RowOf<T>
    })
    if (rows.length < PAGE) return
    after = Number(rows.at(-1)?.rowid)
  }
}

/** The total number of rows to read. */
export const rowsIn = (file: ForeignFile): number =>
  (Object.keys(TABLES) as TableName[]).reduce((sum, table) => sum + file.count(table), 0)

/** Below this, a number is a time in seconds; above it, in milliseconds (the years 5138 and 1973). */
const SECONDS = 1e11
/** The latest date that JavaScript supports. */
const LAST = 8.64e15

/** The text of a column, trimmed; empty if there is none. */
export const cellText = (value: ForeignValue | undefined): string =>
  value === null || value === undefined ? '' : String(value).trim()

/**
 * Epoch milliseconds from a number in milliseconds or seconds, otherwise from a written date; undefined if neither is a
 * date.
 */
export function timeOf(epoch: ForeignValue | undefined, written: ForeignValue | undefined): number | undefined {
  const number = typeof epoch === 'string' && epoch.trim() !== '' ? Number(epoch) : epoch
  const at =
    typeof number === 'number' && number > 0 ? number * (number < SECONDS ? 1_000 : 1) : Date.parse(cellText(written))
  return Number.isFinite(at) && at > 0 && at <= LAST ? Math.floor(at) : undefined
}

/** A list stored as JSON; older releases stored one entry on each line, or separated by commas. */
export function listOf(value: ForeignValue | undefined): readonly string[] {
  const text = cellText(value)
  if (text === '') return []
  const entries = text.startsWith('[') ? jsonList(text) : text.split(/\n|,\s*(?=[/~.\w-]+[/.])/)
  return [...new Set(entries.map((entry) => (typeof entry === 'string' ? entry.trim() : '')).filter(Boolean))].slice(
    0,
    MOST,
  )
}

const MOST = 500

function jsonList(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
