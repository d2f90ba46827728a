/** What the later lane owes. `state`: pending, or buried as a dead letter. */
export const sql = `
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  behaviour TEXT NOT NULL,
  event TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  due_at INTEGER NOT NULL,
  leased_until INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL DEFAULT 'pending',
  error TEXT,
  UNIQUE (behaviour, event)
);
CREATE INDEX jobs_by_due ON jobs (state, due_at);
CREATE INDEX jobs_by_event ON jobs (event);
`
