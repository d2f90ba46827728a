import { homedir } from 'node:os'
import { join } from 'node:path'
import { absolute } from './folder.ts'

/** The files of one HINDCAST_HOME. */
export interface Home {
  readonly dir: string
  readonly config: string
  /** The API's token, which never leaves our own processes. */
  readonly token: string
  readonly lock: string
  /** {pid, port, version, protocol}, written by the daemon once it listens. */
  readonly daemon: string
  /** What the launcher's curl reads: where the daemon listens, and the hook token. */
  readonly curl: string
  /** Exists for a moment after the daemon has had to change its port or its tokens. */
  readonly moved: string
  readonly logs: string
  readonly database: string
  readonly apps: string
  /** Holds a link to the installed program, for a user's PATH: the same at every version. */
  readonly bin: string
  /** Stores that are of no use a while later. */
  readonly scratch: string
  /** What can be made again. */
  readonly cache: string
  /** The indexes of code, which can be made again, too. */
  readonly code: string
}

/** HINDCAST_HOME, else `~/.hindcast`. */
export function homeOf(env: NodeJS.ProcessEnv = process.env): Home {
  const dir = absolute(env.HINDCAST_HOME || join(homedir(), '.hindcast'))
  const at = (name: string) => join(dir, name)
  return {
    dir,
    config: at('config.yaml'),
    token: at('token'),
    lock: at('daemon.lock'),
    daemon: at('daemon.json'),
    curl: at('hook.curl'),
    moved: at('moved'),
    logs: at('logs'),
    database: at('hindcast.db'),
    apps: at('app'),
    bin: at('bin'),
    scratch: at('scratch'),
    cache: at('cache'),
    code: at('code'),
  }
}
