/**
 * Documents are numbered by where they stand (`domain/retrieval/numbering`): a session's block, a lane in it, an order
 * in that. All are indexed anew, by step 16.
 */
export const sql = `
DROP TABLE document_index;
DROP TABLE documents;
CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  record TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  type TEXT NOT NULL,
  project TEXT NOT NULL,
  session TEXT NOT NULL,
  at INTEGER NOT NULL
);
CREATE INDEX documents_by_session ON documents (session);
CREATE INDEX documents_by_time ON documents (at);
CREATE VIRTUAL TABLE document_index USING fts5 (
  title, body, files,
  content = '', contentless_delete = 1,
  tokenize = 'porter unicode61 remove_diacritics 2'
);
`
