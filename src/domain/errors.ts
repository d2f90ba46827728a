/** Every error that a person can meet: what it is, and the remedy. The why comes with the case. */
export const errorTable = {
  'bad-input': { what: 'the input does not fit', remedy: 'see --help for its form' },
  'not-found': { what: 'nothing has that id', remedy: 'hindcast search finds what is kept' },
  unconfirmed: { what: 'nothing was forgotten yet', remedy: 'the same again with --yes' },
  'not-written': { what: 'nothing was exported', remedy: 'name another place' },
  'bad-archive': { what: 'nothing was restored', remedy: 'name a file or folder that hindcast export wrote' },
  'bad-database': { what: 'nothing was imported', remedy: 'name the database of claude-mem' },
  'no-home': { what: 'nothing was installed', remedy: 'make HINDCAST_HOME writable for you, or name another folder' },
  'needs-person': { what: 'an agent may not do this', remedy: 'run it in a terminal outside of the agent' },
  'not-running': { what: 'the daemon is not running', remedy: 'hindcast up' },
  'not-started': { what: 'the daemon did not start', remedy: 'hindcast doctor or hindcast logs says why' },
  'port-taken': { what: 'no port could be opened', remedy: 'hindcast config set port N, then hindcast up' },
  'bad-config': { what: 'a setting does not fit', remedy: 'hindcast config list shows each key with its sentence' },
  'bad-settings': {
    what: "the client's settings were left untouched",
    remedy: 'mend the file, then hindcast connect',
  },
  'store-refused': { what: 'the store could not be opened', remedy: 'hindcast doctor says more; nothing was changed' },
  'store-failed': { what: 'the store did not answer', remedy: 'hindcast doctor says what to do' },
  unauthorized: { what: 'the call is not allowed', remedy: 'send the token from the file `token` in HINDCAST_HOME' },
  internal: { what: 'something broke inside', remedy: 'hindcast logs shows where' },
} as const

/** The code of an error in the table. */
export type ErrorCode = keyof typeof errorTable

/** An error that is told in one line: what, why and the remedy. */
export class HindcastError extends Error {
  readonly code: ErrorCode
  readonly why: string

  constructor(code: ErrorCode, why: string, options?: ErrorOptions) {
    super(`${errorTable[code].what}: ${oneLine(why)} (${errorTable[code].remedy})`, options)
    this.name = 'HindcastError'
    this.code = code
    this.why = why
  }
}

/** Any thrown thing as a HindcastError; a stranger becomes `internal`, unless it says itself what it is `told` as. */
export function asHindcastError(thrown: unknown): HindcastError {
  if (isOurs(thrown)) return thrown
  const why = thrown instanceof Error ? thrown.message : String(thrown)
  const { told } = (thrown ?? {}) as { told?: unknown }
  const code = typeof told === 'string' && told in errorTable ? (told as ErrorCode) : 'internal'
  return new HindcastError(code, why, { cause: thrown })
}

/** A program that is bundled in parts has this class once a part. */
const isOurs = (thrown: unknown): thrown is HindcastError =>
  thrown instanceof HindcastError || (thrown instanceof Error && thrown.name === 'HindcastError')

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
