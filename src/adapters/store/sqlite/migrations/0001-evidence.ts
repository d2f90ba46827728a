/** What happened: append-only but for the session's state. Times are epoch milliseconds, lists are JSON text. */
export const sql = `
CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  root TEXT NOT NULL,
  remote TEXT
) WITHOUT ROWID;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  project TEXT NOT NULL,
  source TEXT,
  parent TEXT,
  cwd TEXT,
  branch TEXT,
  worktree TEXT,
  transcript TEXT,
  model TEXT,
  title TEXT,
  client_pid INTEGER,
  entrypoint TEXT,
  attended INTEGER,
  started_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  ended_at INTEGER,
  end_reason TEXT
);
CREATE INDEX sessions_by_project ON sessions (project, started_at);
CREATE INDEX sessions_by_start ON sessions (started_at);
CREATE INDEX sessions_by_client ON sessions (client_pid) WHERE client_pid IS NOT NULL;

CREATE TABLE prompts (
  id TEXT PRIMARY KEY,
  session TEXT NOT NULL,
  project TEXT NOT NULL,
  at INTEGER NOT NULL,
  number INTEGER NOT NULL,
  text TEXT NOT NULL,
  origin TEXT NOT NULL,
  prompt_id TEXT,
  event TEXT NOT NULL,
  UNIQUE (session, number)
);
CREATE INDEX prompts_by_project ON prompts (project, origin);

CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  identity TEXT NOT NULL,
  name TEXT NOT NULL,
  at INTEGER NOT NULL,
  session TEXT NOT NULL,
  project TEXT NOT NULL,
  host TEXT NOT NULL,
  via TEXT NOT NULL,
  agent_id TEXT,
  agent_type TEXT,
  prompt_id TEXT,
  cause TEXT,
  tool TEXT,
  target TEXT,
  outcome TEXT,
  exit_code INTEGER,
  duration_ms REAL,
  files_read TEXT NOT NULL,
  files_modified TEXT NOT NULL,
  input TEXT,
  output TEXT,
  body TEXT NOT NULL,
  significance REAL
);
CREATE INDEX events_by_identity ON events (identity);
CREATE INDEX events_by_session ON events (session, seq);
CREATE INDEX events_by_project ON events (project);

CREATE TABLE exclusions (
  session TEXT NOT NULL,
  prompt_id TEXT NOT NULL,
  PRIMARY KEY (session, prompt_id)
) WITHOUT ROWID;
`
