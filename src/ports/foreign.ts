/** A value of a row; texts are cut where they are endless, and bytes are left out. */
export type ForeignValue = string | number | null

/** Somebody else's database, as it was at one moment. */
export interface ForeignFile {
  /** The columns of a table; none where there is no such table. */
  columns(table: string): readonly string[]
  count(table: string): number
  /** Rows in the order of their numbers (`rowid`), from behind one of them on. */
  rows(
    table: string,
    columns: readonly string[],
    after: number,
    limit: number,
  ): readonly Readonly<Record<string, ForeignValue>>[]
  close(): Promise<void>
}

/** Opens databases of other programs. */
export interface ForeignFiles {
  /** Of a copy: the file itself is read, and nothing beside it made or changed. Throws `bad-database`. */
  open(path: string): Promise<ForeignFile>
}
