/** What was said and done; the writer keeps the newest rows. */
export const sql = `
CREATE TABLE turn_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  session TEXT NOT NULL,
  event TEXT NOT NULL,
  event_name TEXT NOT NULL,
  behaviour TEXT NOT NULL,
  effect TEXT NOT NULL,
  ids TEXT NOT NULL,
  ms REAL NOT NULL,
  budget_ms REAL NOT NULL,
  outcome TEXT NOT NULL,
  error TEXT
);
CREATE INDEX turn_log_by_session ON turn_log (session, id);
`
