/** What was made of evidence: rebuildable, each row citing the ids of its evidence. */
export const sql = `
CREATE TABLE observations (
  id TEXT PRIMARY KEY,
  session TEXT NOT NULL,
  project TEXT NOT NULL,
  at INTEGER NOT NULL,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  narrative TEXT NOT NULL,
  facts TEXT NOT NULL,
  concepts TEXT NOT NULL,
  files_read TEXT NOT NULL,
  files_modified TEXT NOT NULL,
  evidence TEXT NOT NULL,
  agent_id TEXT,
  prompt_id TEXT,
  supersedes TEXT
);
CREATE INDEX observations_by_session ON observations (session, at);
CREATE INDEX observations_by_project ON observations (project, at);
CREATE INDEX observations_by_supersedes ON observations (supersedes) WHERE supersedes IS NOT NULL;

CREATE TABLE summaries (
  id TEXT PRIMARY KEY,
  session TEXT NOT NULL,
  project TEXT NOT NULL,
  at INTEGER NOT NULL,
  request TEXT NOT NULL,
  investigated TEXT NOT NULL,
  learned TEXT NOT NULL,
  completed TEXT NOT NULL,
  next_steps TEXT NOT NULL,
  notes TEXT NOT NULL,
  files_read TEXT NOT NULL,
  files_modified TEXT NOT NULL,
  evidence TEXT NOT NULL
);
CREATE INDEX summaries_by_session ON summaries (session, at);
CREATE INDEX summaries_by_project ON summaries (project, at);
`
