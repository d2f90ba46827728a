import { IMPORTED, sameWords } from '../../../domain/memory/imported.ts'
import type { PromptDraft, SessionChange } from '../../../domain/memory/nouns.ts'
import { observationDocument, promptDocument, summaryDocument } from '../../../domain/retrieval/document.ts'
import type { Database } from './database.ts'
import { index, unindex } from './documents.ts'
import { observations, prompts, summaries } from './rows.ts'

/**
 * Where another program told of a prompt first, the client's own word takes its place; what came of the prompt by that
 * program goes on to follow from it, and is forgotten with it.
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

/** A session that another program told of is of the project that the client says, and so is all that was told of it. */
export function adopt(db: Database, { id: session, project }: SessionChange): void {
  const row = db.get("SELECT 1 FROM sessions WHERE id = ? AND source = 'claude-mem' AND project <> ?", session, project)
  if (row === undefined) return
  for (const table of ['events', 'prompts', 'observations', 'summaries'])
    db.run(`UPDATE ${table} SET project = ? WHERE session = ?`, project, session)
  const of = (table: string) => db.all(`SELECT * FROM ${table} WHERE session = ?`, session)
  for (const each of of('prompts').map(prompts.record)) index(db, 'prompt', each, promptDocument(each))
  for (const each of of('observations').map(observations.record))
    index(db, 'observation', each, observationDocument(each))
  for (const each of of('summaries').map(summaries.record)) index(db, 'summary', each, summaryDocument(each))
}
