import type { ForeignFile, ForeignValue } from '../../ports.ts'

/** A row by the names that we read it by; what its schema lacks is null. */
export type MemRow<N extends string = string> = Readonly<Record<N | 'row', ForeignValue>>

/** claude-mem's tables, and what their columns were called from its first releases (the last name) to schema 49 (the first). */
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

/** A table that is read. */
export type TableName = keyof typeof TABLES
export type RowOf<T extends TableName> = MemRow<keyof (typeof TABLES)[T] & string>

/** Few, since a row may hold long texts. */
const PAGE = 50

/** Whether it is claude-mem's: its sessions are there, under either name. */
export function isClaudeMem(file: ForeignFile): boolean {
  const columns = file.columns('sdk_sessions')
  return columns.includes('project') && TABLES.sdk_sessions.session.some((name) => columns.includes(name))
}

/** All rows of a table, page by page; none where its schema has no such table. */
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

/** How many rows there are to read. */
export const rowsIn = (file: ForeignFile): number =>
  (Object.keys(TABLES) as TableName[]).reduce((sum, table) => sum + file.count(table), 0)

/** What is a date in seconds, and no longer one in milliseconds: the year 1973 and 5138. */
const SECONDS = 1e11
/** Later dates are nobody's. */
const LAST = 8.64e15

/** A text of a column, trimmed; empty where there is none. */
export const textOf = (value: ForeignValue | undefined): string =>
  value === null || value === undefined ? '' : String(value).trim()

/** Epoch milliseconds, of a number in milliseconds or seconds, else of a written date; undefined for no date. */
export function timeOf(epoch: ForeignValue | undefined, written: ForeignValue | undefined): number | undefined {
  const number = typeof epoch === 'string' && epoch.trim() !== '' ? Number(epoch) : epoch
  const at =
    typeof number === 'number' && number > 0 ? number * (number < SECONDS ? 1_000 : 1) : Date.parse(textOf(written))
  return Number.isFinite(at) && at > 0 && at <= LAST ? Math.floor(at) : undefined
}

/** A list that is kept as JSON; older releases kept one line an entry, or commas. */
export function listOf(value: ForeignValue | undefined): readonly string[] {
  const text = textOf(value)
  if (text === '') return []
  const entries = text.startsWith('[') ? parsed(text) : text.split(/\n|,\s*(?=[/~.\w-]+[/.])/)
  return [...new Set(entries.map((entry) => (typeof entry === 'string' ? entry.trim() : '')).filter(Boolean))].slice(
    0,
    MOST,
  )
}

const MOST = 500

function parsed(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
