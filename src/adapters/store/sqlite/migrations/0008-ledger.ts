/**
 * What must stay away: spans that were paused, and hashes of what was forgotten, keyed by a secret of this database,
 * with a time where only what came before it stays away. `owed`: deleted text is not yet written over.
 */
export const sql = `
CREATE TABLE pauses (
  id INTEGER PRIMARY KEY,
  session TEXT,
  project TEXT,
  since INTEGER NOT NULL,
  until INTEGER
);

CREATE TABLE tombstones (
  hash BLOB PRIMARY KEY,
  until INTEGER
) WITHOUT ROWID;

CREATE TABLE ledger_key (
  key BLOB NOT NULL,
  owed INTEGER NOT NULL DEFAULT 0
);
INSERT INTO ledger_key (key) VALUES (randomblob(32));
`
