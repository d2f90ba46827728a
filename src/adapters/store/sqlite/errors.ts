import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { FREE_SPACE } from '../../../domain/errors.ts'

/** Why a store cannot be used, or a call failed; `code` is stable, the message is one line for a person. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  /** The error code shown to people. */
  readonly errorCode = 'store-failed'
  readonly code: StoreErrorCode
  /** What a person can do; undefined where `doctor` has to find out. */
  readonly remedy: string | undefined
  constructor(code: StoreErrorCode, message: string) {
    super(message)
    this.code = code
    this.remedy = REMEDIES[code]
  }
}

/** The cause, for programs. */
export type StoreErrorCode =
  | 'corrupt'
  | 'gone'
  | 'log-lost'
  | 'foreign'
  | 'newer'
  | 'migration-changed'
  | 'migration-failed'
  | 'busy'
  | 'full'
  | 'unwritable'
  | 'worker-died'
  | 'closed'
  | 'failed'

const REMEDIES: Readonly<Partial<Record<StoreErrorCode, string>>> = {
  corrupt: 'move it away and copy one from backups/ into its place',
  foreign: 'set store.url to another file',
  newer: 'upgrade Hindcast',
  'migration-changed':
    'install the build that wrote it, or move the file away and run hindcast up to start with a new one',
  'migration-failed': 'report this, with the output of hindcast logs',
  busy: 'stop that process, then try again',
  full: FREE_SPACE,
  unwritable: 'check whether the disk is full, over its quota or failing',
}

/** Whether the file may be damaged: certainly deleted or replaced, or worth a check. */
export const isDamage = (error: unknown): boolean =>
  error instanceof StoreError && (DAMAGE.has(error.code) || /disk I\/O/i.test(error.message))

const DAMAGE: ReadonlySet<StoreErrorCode> = new Set(['corrupt', 'gone', 'log-lost'])

/** Turns a driver's error into one line: what happened, and why. */
export function storeError(file: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const cause = error instanceof Error ? error.message : String(error)
  const known = KNOWN.find(({ pattern }) => pattern.test(cause))
  if (known === undefined) return new StoreError('failed', `${file}: ${cause}`)
  // With no space for its own index of the log, SQLite reports what a failing disk would
  if (known.code === 'unwritable' && isFull(file))
    return new StoreError('full', `${file} cannot be written: the disk is full (${cause}); nothing was changed`)
  return new StoreError(known.code, `${file} ${known.what} (${cause}); nothing was changed`)
}

/** Less than a page of the database and of its log, in bytes. */
const NO_SPACE = 64 * 1024

function isFull(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file))
    return bavail * bsize < NO_SPACE
  } catch {
    return false
  }
}

const KNOWN: readonly { pattern: RegExp; code: StoreErrorCode; what: string }[] = [
  {
    // Every query is written for this schema, so a missing table is damage, too
    pattern: /not a database|malformed|corrupt|no such (table|column)/i,
    code: 'corrupt',
    what: 'is damaged or is not a database',
  },
  {
    pattern: /database is locked|busy/i,
    code: 'busy',
    what: 'is locked by another process',
  },
  {
    pattern: /disk is full/i,
    code: 'full',
    what: 'cannot be written',
  },
  {
    pattern: /disk I\/O/i,
    code: 'unwritable',
    what: 'cannot be written',
  },
]
