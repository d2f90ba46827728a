/** Grants taken by compare-and-set, and snapshots of folds. */
export const sql = `
CREATE TABLE grants (
  key TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  until INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE fold_snapshots (
  fold TEXT NOT NULL,
  scope TEXT NOT NULL,
  state TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (fold, scope)
) WITHOUT ROWID;
`
