/** Every error that a person can meet: what failed, where the case does not say that itself, and what to do about it. */
export const errorTable = {
  'bad-input': { what: '', remedy: 'add --help for usage' },
  'not-found': { what: '', remedy: 'try hindcast search' },
  unconfirmed: { what: '', remedy: 'rerun with --yes' },
  'not-written': { what: 'export failed', remedy: 'choose another path' },
  'bad-archive': { what: 'restore failed', remedy: 'pass a file or folder that hindcast export wrote' },
  'bad-database': { what: 'import failed', remedy: 'pass the path of a claude-mem database' },
  'no-home': { what: 'installation failed', remedy: 'make HINDCAST_HOME writable, or set it to another folder' },
  'needs-person': { what: 'not allowed for an agent', remedy: 'run it yourself, in a terminal outside the agent' },
  'not-running': { what: 'the daemon is not running', remedy: 'run hindcast up' },
  'not-started': { what: 'the daemon did not start', remedy: 'run hindcast doctor, or see hindcast logs' },
  'port-taken': { what: 'no free port', remedy: 'run hindcast config set port N, then hindcast up' },
  'bad-config': { what: '', remedy: 'hindcast config list shows all settings' },
  'bad-settings': { what: 'settings file not changed', remedy: 'fix the file, then run hindcast connect' },
  'store-refused': { what: 'cannot open the database', remedy: 'nothing was changed; run hindcast doctor' },
  'store-failed': { what: 'database error', remedy: 'run hindcast doctor' },
  unauthorized: { what: 'unauthorized', remedy: 'send the token from HINDCAST_HOME/token' },
  internal: { what: 'internal error', remedy: 'see hindcast logs' },
} as const

/** The code of an error in the table. */
export type ErrorCode = keyof typeof errorTable

/** What an error may carry: a remedy better than the table's ('' where the reason has one), and lines to show above it. */
interface ErrorDetails extends ErrorOptions {
  readonly remedy?: string
  readonly details?: readonly string[]
}

/** An error that is shown in one line: what failed, why, and what to do. */
export class HindcastError extends Error {
  readonly code: ErrorCode
  readonly why: string
  readonly remedy: string
  readonly details: readonly string[]

  constructor(code: ErrorCode, why: string, more: ErrorDetails = {}) {
    const { remedy = errorTable[code].remedy, details = [], ...options } = more
    const { what } = errorTable[code]
    super([what && `${what}: `, oneLine(why), remedy && ` (${remedy})`].join(''), options)
    this.name = 'HindcastError'
    this.code = code
    this.why = why
    this.remedy = remedy
    this.details = details
  }
}

/** Any thrown value as a HindcastError; a foreign one is `internal`, unless it carries the code it is `told` as. */
export function asHindcastError(thrown: unknown): HindcastError {
  if (isOurs(thrown)) return thrown
  const why = thrown instanceof Error ? thrown.message : String(thrown)
  const { told } = (thrown ?? {}) as { told?: unknown }
  const code = typeof told === 'string' && told in errorTable ? (told as ErrorCode) : 'internal'
  return new HindcastError(code, why, { cause: thrown })
}

/** Each part of a bundled program has its own copy of this class, so the name decides too. */
const isOurs = (thrown: unknown): thrown is HindcastError =>
  thrown instanceof HindcastError || (thrown instanceof Error && thrown.name === 'HindcastError')

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
