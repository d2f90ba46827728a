/** Why a store cannot be used or a call failed; `code` is stable, the message is one line for a person. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  /** What a person is told that it is. */
  readonly told = 'store-failed'
  readonly code: StoreErrorCode
  constructor(code: StoreErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** What went wrong, for programs. */
export type StoreErrorCode =
  | 'corrupt'
  | 'foreign'
  | 'newer'
  | 'migration-changed'
  | 'migration-failed'
  | 'busy'
  | 'full'
  | 'worker-died'
  | 'closed'
  | 'failed'

/** Turns what a driver throws into one line: what, why, remedy. */
export function storeError(file: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const cause = error instanceof Error ? error.message : String(error)
  const known = KNOWN.find(({ pattern }) => pattern.test(cause))
  if (known === undefined) return new StoreError('failed', `${file}: ${cause}`)
  return new StoreError(known.code, `${file} ${known.what} (${cause}); nothing was changed. ${known.remedy}`)
}

const KNOWN: readonly { pattern: RegExp; code: StoreErrorCode; what: string; remedy: string }[] = [
  {
    pattern: /not a database|malformed|corrupt/i,
    code: 'corrupt',
    what: 'is damaged or is no database',
    remedy: 'Move it away and put back a copy from backups/.',
  },
  {
    pattern: /database is locked|busy/i,
    code: 'busy',
    what: 'is held by another process',
    remedy: 'End that process, then try again.',
  },
  {
    pattern: /disk is full|disk I\/O/i,
    code: 'full',
    what: 'cannot be written',
    remedy: 'Free space on its disk, then try again.',
  },
]
