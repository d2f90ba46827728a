/**
 * What may be recalled unasked in an index of its own, so that a prompt is answered without a look at the many events;
 * and in which blocks of numbers a project's texts stand, with how many of each may be recalled, so that a search in a
 * project looks nowhere else.
 */
export const sql = `
CREATE VIRTUAL TABLE recall_index USING fts5 (
  title, body, files,
  content = '', contentless_delete = 1,
  tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE TABLE project_blocks (
  project TEXT NOT NULL,
  block INTEGER NOT NULL,
  recalled INTEGER NOT NULL,
  PRIMARY KEY (project, block)
) WITHOUT ROWID;
INSERT INTO project_blocks
SELECT project, id >> 24, sum(kind <> 'event' AND type <> 'machine') FROM documents GROUP BY 1, 2;
`
