/** What the process that reads code is told when it starts. */
export interface CodeProcessOptions {
  /** The folder of the indexes. */
  readonly indexes: string
  /** The folder created by scripts/grammars.mjs. */
  readonly grammars: string
  /** The file of TypeScript's compiler, if there is one. */
  readonly compiler?: string | undefined
  /** Names of folders that are never a project's own, besides those that are known. */
  readonly skipped?: readonly string[] | undefined
  /** How long it stays when idle, in milliseconds. */
  readonly idleMs: number
}
