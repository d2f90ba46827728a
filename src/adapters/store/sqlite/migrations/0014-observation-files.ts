const ENTER = (of: string, rows: string) => `
INSERT OR IGNORE INTO observation_files (project, path, at, observation)
SELECT ${of}.project, f.value, ${of}.at, ${of}.id FROM ${rows}json_each(${of}.files_modified) f UNION ALL
SELECT ${of}.project, f.value, ${of}.at, ${of}.id FROM ${rows}json_each(${of}.files_read) f;`

/**
 * Which observations speak of a file: that is asked for before each read and edit. Kept by triggers, since
 * observations come in several ways (`INSERT OR REPLACE` fires no delete). Those that are there are entered too.
 */
export const sql = `
CREATE TABLE observation_files (
  project TEXT NOT NULL,
  path TEXT NOT NULL,
  at INTEGER NOT NULL,
  observation TEXT NOT NULL,
  PRIMARY KEY (project, path, at, observation)
) WITHOUT ROWID;
CREATE INDEX observation_files_by_observation ON observation_files (observation);
CREATE INDEX sessions_by_worktree ON sessions (project, worktree) WHERE worktree IS NOT NULL;
CREATE TRIGGER observation_files_entered AFTER INSERT ON observations BEGIN
  DELETE FROM observation_files WHERE observation = new.id;${ENTER('new', '')}
END;
CREATE TRIGGER observation_files_removed AFTER DELETE ON observations BEGIN
  DELETE FROM observation_files WHERE observation = old.id;
END;${ENTER('o', 'observations o, ')}
`
