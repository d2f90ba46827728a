/** How far each file was read, and in which session a line was first read: forks repeat history under new ids. */
export const sql = `
CREATE TABLE source_files (
  path TEXT PRIMARY KEY,
  seal TEXT NOT NULL,
  "offset" INTEGER NOT NULL,
  line INTEGER NOT NULL,
  sessions TEXT NOT NULL,
  state TEXT NOT NULL,
  skipped INTEGER NOT NULL,
  errors TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE source_lines (
  uuid TEXT PRIMARY KEY,
  session TEXT NOT NULL
) WITHOUT ROWID;
`
