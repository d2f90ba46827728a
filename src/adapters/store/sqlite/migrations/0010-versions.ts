/** What a file held after the agent's write, as a digest; how full a session's context was when last read; what fails. */
export const sql = `
CREATE TABLE file_versions (
  event TEXT PRIMARY KEY,
  session TEXT NOT NULL,
  project TEXT NOT NULL,
  path TEXT NOT NULL,
  at INTEGER NOT NULL,
  hash TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX file_versions_by_path ON file_versions (path, at);

CREATE TABLE usages (
  session TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  window INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE failures (
  behaviour TEXT NOT NULL,
  reaction INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  at INTEGER NOT NULL,
  release TEXT NOT NULL,
  PRIMARY KEY (behaviour, reaction)
) WITHOUT ROWID;
`
