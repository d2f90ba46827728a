import type { Wanted } from '../domain/subscriptions.ts'

/** Which of a client's settings: the person's own, or those of one project folder on this machine. */
export interface ConnectionPlace {
  /** The client's name; the first known one if absent. */
  readonly host?: string | undefined
  readonly scope: 'user' | 'project'
  /** Required for the project scope. */
  readonly projectDir?: string | undefined
  /** The client's configuration folder; the client's default if absent. */
  readonly configDir?: string | undefined
  /**
   * The caller's environment, which decides where the client's files are, which client it is, and whether its hooks
   * arrive; the daemon's own if absent.
   */
  readonly environment?: Readonly<Record<string, string>> | undefined
  /** For disconnect: also deletes the backups of the settings, even if the settings were edited since. */
  readonly purge?: boolean | undefined
  /** Reports what would change, without changing anything. */
  readonly dryRun?: boolean | undefined
}

/** The target of a connection: where events go, and what the client starts. */
export interface ClientConnection extends ConnectionPlace {
  readonly port: number
  readonly token: string
  /** Absolute path of the launcher that hooks start. */
  readonly launcher: string
  /** The MCP server that the client starts. */
  readonly relay: { readonly command: string; readonly args: readonly string[] }
  /**
   * `http`: requests, except for SessionStart, unless something keeps those from arriving; `command`: a process for each
   * event. The one in use if absent, and still what was asked for.
   */
  readonly transport?: 'http' | 'command' | undefined
  /** What the client is asked to report. */
  readonly wanted: readonly Wanted[]
}

/** What was done or, with `dryRun`, would be. Files in `refused` are unchanged. */
export interface ConnectionChange {
  readonly changed: readonly string[]
  /** Texts for a diff, with tokens masked; undefined if the file does not exist. */
  readonly files: readonly {
    readonly path: string
    readonly before?: string | undefined
    readonly after?: string | undefined
  }[]
  /** What may prevent it from working. */
  readonly warnings: readonly string[]
  /** Other information for the person. */
  readonly notes: readonly string[]
  readonly refused: readonly RefusedFile[]
}

/** A file that could not be changed safely: the line if one is at fault, the reason, and what to do. */
export interface RefusedFile {
  readonly path: string
  readonly line?: number | undefined
  readonly why: string
  readonly remedy: string
}

/** A connected client; `ok` if everything that connect wrote is still there. */
export interface Connection {
  /** The client's name. */
  readonly host: string
  readonly scope: 'user' | 'project'
  readonly projectDir?: string | undefined
  readonly configDir?: string | undefined
  /** The one in use, and the one that was asked for. */
  readonly transport: 'http' | 'command'
  readonly asked: 'http' | 'command'
  /** The client was too old for HTTP hooks. */
  readonly older?: boolean | undefined
  /** The file that contains the hooks. */
  readonly path: string
  readonly hooks: number
  /** When it was first connected, in epoch milliseconds; undefined if an older release did it. */
  readonly since?: number | undefined
  readonly ok: boolean
}

/** What keeps hooks from arriving or the MCP server from starting, where that is configured, and how to fix it. */
export interface Obstacle {
  readonly why: string
  readonly where: string
  readonly remedy: string
  /** `requests`: hooks by HTTP alone. */
  readonly stops: 'hooks' | 'requests' | 'server'
  /** Whether the client certainly applies it. */
  readonly isSure: boolean
}

/** Connects clients to Hindcast, and disconnects them without leaving a trace. */
export interface Connections {
  /** Throws `bad-input` if no client has that name. */
  connect(to: ClientConnection): Promise<ConnectionChange>
  disconnect(from: ConnectionPlace): Promise<ConnectionChange>
  /** What keeps a connection from working, in a session that starts in `projectDir`. Throws `bad-input`. */
  obstacles(to: ConnectionPlace & Pick<ClientConnection, 'port' | 'transport'>): Promise<readonly Obstacle[]>
  /**
   * What keeps a session's requests from arriving. Which of a client's connections it uses is not known, so only what affects
   * all that it may use counts. Reads settings alone, and not the client's own state, which may be large.
   */
  blocked(session: StartedSession & Pick<ClientConnection, 'port'>): Promise<readonly Obstacle[]>
  list(): Promise<readonly Connection[]>
}

/** A session of a client that starts in `dir`; `environment`: what its client has of proxies. */
export interface StartedSession {
  readonly host: string
  readonly dir: string | undefined
  readonly environment: Readonly<Record<string, string>>
}

/** Whether the requests of a session's client reach this daemon. */
export interface Reachability {
  /** What keeps them away. */
  blocked(session: StartedSession): Promise<readonly Obstacle[]>
}
