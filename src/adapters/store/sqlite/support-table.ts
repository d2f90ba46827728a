/**
 * What `forget` does with the rows of a table that holds no noun. Columns name what a row belongs to: a row is deleted
 * together with its session, project or record, or if a text in it matches.
 */
export interface RowForgetting {
  /** The column with a session (or a JSON list of sessions) that loses something, or with its project. */
  readonly touched?: string
  readonly touchedIn?: string
  /** The column with a session that is deleted as a whole, with a project, or with a record. */
  readonly session?: string
  readonly project?: string
  readonly record?: string
  /** Columns in which a match deletes the row, or only clears the column. */
  readonly matches?: readonly string[]
  readonly emptied?: readonly string[]
}

/** A table besides those of nouns, and what `forget` does with it, or why nothing. */
export interface SupportTable {
  readonly name: string
  readonly sql: string
  readonly forget: RowForgetting | { readonly why: string }
}
