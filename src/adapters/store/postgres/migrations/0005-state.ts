/** Grants taken by compare-and-set, and snapshots of folds. The state is text: jsonb refuses NUL. */
export const statements: readonly string[] = [
  `CREATE TABLE grants (
    key TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until DOUBLE PRECISION NOT NULL
  )`,
  `CREATE TABLE fold_snapshots (
    fold TEXT NOT NULL,
    scope TEXT NOT NULL,
    state TEXT NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY (fold, scope)
  )`,
]
