/** Where work stood: rebuildable but for the outcome, which somebody told. */
export const sql = `
CREATE TABLE handoffs (
  id TEXT PRIMARY KEY,
  session TEXT NOT NULL,
  project TEXT NOT NULL,
  at INTEGER NOT NULL,
  goal TEXT NOT NULL,
  now TEXT NOT NULL,
  next TEXT NOT NULL,
  blockers TEXT NOT NULL,
  worked TEXT NOT NULL,
  failed TEXT NOT NULL,
  decisions TEXT NOT NULL,
  files TEXT NOT NULL,
  sealed INTEGER NOT NULL,
  evidence TEXT NOT NULL,
  outcome TEXT,
  outcome_by TEXT
);
CREATE INDEX handoffs_by_session ON handoffs (session, at);
CREATE INDEX handoffs_by_project ON handoffs (project, at);
`
