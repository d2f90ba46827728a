import { oneLine } from '@hindcast/text/phrases.ts'
/** Every user-facing error: what failed (empty if an error's `why` already says it) and how to fix it. */
export const errorTable = {
  'bad-input': { what: '', remedy: 'for usage, add --help' },
  'not-found': { what: '', remedy: 'to find records, run hindcast search' },
  unconfirmed: { what: '', remedy: 'rerun with --yes' },
  'not-written': { what: 'export failed', remedy: 'choose another path' },
  'bad-archive': { what: 'restore failed', remedy: 'pass a file or folder written by hindcast export' },
  'bad-database': { what: 'import failed', remedy: 'pass the path of a claude-mem database' },
  'no-home': { what: 'installation failed', remedy: 'make that folder writable, or set HINDCAST_HOME to another one' },
  'needs-person': { what: 'agents cannot do this', remedy: 'ask the user to run it in their own terminal' },
  'terminal-required': {
    what: 'a terminal is required',
    remedy: 'run the command in an interactive terminal, not from an agent or a script; over SSH, use ssh -t',
  },
  'not-running': { what: 'the daemon is not responding', remedy: 'run hindcast up' },
  'not-started': { what: 'the daemon did not start', remedy: 'run hindcast doctor' },
  'out-of-reach': {
    what: 'nothing was changed',
    remedy: 'run the command where that daemon runs, or set HINDCAST_HOME to another folder here',
  },
  'port-taken': {
    what: 'these ports are all in use',
    remedy: 'to use another port, run hindcast config set port N && hindcast up',
  },
  'bad-config': { what: '', remedy: 'fix the file, then try again' },
  'bad-settings': { what: 'cannot change the settings file', remedy: 'fix the file, then try again' },
  'store-refused': { what: 'cannot open the database', remedy: 'run hindcast doctor' },
  'store-failed': { what: 'database error', remedy: 'run hindcast doctor' },
  'code-failed': { what: 'code insight failed', remedy: 'try again; for details, run hindcast logs' },
  unauthorized: {
    what: 'unauthorized',
    remedy:
      'to sign in to the viewer, run hindcast open; to call the API, authenticate with the token in ~/.hindcast/token',
  },
  internal: { what: 'internal error', remedy: 'for details, run hindcast logs' },
} as const

/** The code of an error in the table. */
export type ErrorCode = keyof typeof errorTable

/** `remedy` replaces the remedy in the table; it is '' if `why` already says what to do. `details` are lines to show above the error. */
interface ErrorDetails extends ErrorOptions {
  readonly remedy?: string
  readonly details?: readonly string[]
}

/** What the system and SQLite say where nothing more can be written. */
const FULL =
  /\b(?:ENOSPC|EDQUOT)\b(?:: no space left on device|: disk quota exceeded)?|(?:the |database or )?disk is full/i

/** What helps against a full disk, whatever failed because of it. */
export const FREE_SPACE = 'free some space, then try again'

/** Whether an error is that of a full disk, or of a used-up quota. */
export const isDiskFull = (error: unknown): boolean => FULL.test(String((error as Error | undefined)?.message ?? error))

/** An error with a one-line message: what failed, why, and how to fix it. That a disk is full is said in words, with what helps. */
export class HindcastError extends Error {
  readonly code: ErrorCode
  readonly why: string
  readonly remedy: string
  readonly details: readonly string[]

  constructor(code: ErrorCode, why: string, more: ErrorDetails = {}) {
    const { remedy: given = errorTable[code].remedy, details = [], ...options } = more
    const { what } = errorTable[code]
    const remedy = given !== '' && isDiskFull(why) ? FREE_SPACE : given
    const said = why.replace(FULL, 'the disk is full')
    super([what && `${what}: `, oneLine(said), remedy && ` (${remedy})`].join(''), options)
    this.name = 'HindcastError'
    this.code = code
    this.why = said
    this.remedy = remedy
    this.details = details
  }
}

/** Converts any thrown value to a HindcastError. An error of another class becomes `internal`, unless its `errorCode` is in the table; its `remedy` is kept. */
export function asHindcastError(thrown: unknown): HindcastError {
  if (isHindcastError(thrown)) return thrown
  const why = thrown instanceof Error ? thrown.message : String(thrown)
  const { errorCode, remedy } = (thrown ?? {}) as { errorCode?: unknown; remedy?: unknown }
  const isKnown = typeof errorCode === 'string' && errorCode in errorTable
  const code = isKnown ? (errorCode as ErrorCode) : 'internal'
  return new HindcastError(code, why, { cause: thrown, ...(typeof remedy === 'string' && { remedy }) })
}

/** Each bundle has its own copy of this class, so `instanceof` fails for an error from another bundle. The error's name is checked instead. */
const isHindcastError = (thrown: unknown): thrown is HindcastError =>
  thrown instanceof HindcastError || (thrown instanceof Error && thrown.name === 'HindcastError')
