import { IMPORTED, sameWords } from '../../../domain/memory/imported.ts'
import type { PromptDraft } from '../../../domain/nouns/prompt.ts'
import type { SearchedName } from '../../../domain/nouns/records.ts'
import type { SessionChange } from '../../../domain/nouns/session.ts'
import type { Database } from './database.ts'
import { unindex } from './documents.ts'
import { enter } from './records.ts'
import { tableOf } from './rows.ts'

/**
 * If another program reported a prompt first, the client's own copy replaces it; what that program derived from the
 * prompt then follows the client's copy, and is forgotten with it.
 */
export function yieldTwin(db: Database, prompt: PromptDraft): void {
  const marked =
    'SELECT id, event, text FROM prompts WHERE session = ? AND prompt_id LIKE ? AND id <> ? ORDER BY number'
  const words = sameWords(prompt.text)
  const twin = db
    .all(marked, prompt.session, `${IMPORTED}%`, prompt.id)
    .find(({ text }) => sameWords(String(text)) === words)
  if (twin === undefined || prompt.promptId?.startsWith(IMPORTED)) return
  db.run('DELETE FROM prompts WHERE id = ?', twin.id)
  unindex(db, String(twin.id))
  db.run('UPDATE events SET cause = ? WHERE id = ?', prompt.event, twin.event)
}

/** A session reported by another program is moved, with everything in it, to the project that the client names. */
export function adopt(db: Database, { id: session, project }: SessionChange): void {
  const row = db.get("SELECT 1 FROM sessions WHERE id = ? AND source = 'claude-mem' AND project <> ?", session, project)
  if (row === undefined) return
  for (const table of ['events', 'prompts', 'observations', 'summaries'])
    db.run(`UPDATE ${table} SET project = ? WHERE session = ?`, project, session)
  for (const name of ['prompt', 'observation', 'summary'] as const satisfies readonly SearchedName[]) {
    const table = tableOf(name)
    for (const row of db.all(`SELECT * FROM ${table.name} WHERE session = ?`, session))
      enter(db, name, table.record(row))
  }
}
