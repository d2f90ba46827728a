/**
 * One full-text index over records of every kind. It keeps no text (contentless): that stands in the records.
 * `_`, `.` and `/` separate words, so that `read_file` is found whole, as a phrase, and in parts.
 * Deleted rows leave marks in the index until its segments merge.
 */
export const sql = `
CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  record TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  type TEXT NOT NULL,
  project TEXT NOT NULL,
  session TEXT NOT NULL,
  at INTEGER NOT NULL
);

CREATE VIRTUAL TABLE document_index USING fts5 (
  title, body, files,
  content = '', contentless_delete = 1,
  tokenize = 'porter unicode61 remove_diacritics 2'
);
`
