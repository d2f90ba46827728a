import type { Wanted } from '../domain/subscriptions.ts'

/** Which of a client's settings: the person's own, or those of one project folder on this machine. */
export interface ConnectionPlace {
  /** The client's name; the first of those that are known where absent. */
  readonly host?: string | undefined
  readonly scope: 'user' | 'project'
  /** Needed by the project scope. */
  readonly projectDir?: string | undefined
  /** The folder where the client keeps its files; the client's own choice of folder where absent. */
  readonly configDir?: string | undefined
  /** The caller's: where its client's files are, which client that is, and whether its hooks arrive; ours where absent. */
  readonly environment?: Readonly<Record<string, string>> | undefined
  /** Of disconnect: our copies of the settings from before go too, whatever was edited since. */
  readonly purge?: boolean | undefined
  /** Says what would change, and changes nothing. */
  readonly dryRun?: boolean | undefined
}

/** What a client is told: where events go, and what it starts. */
export interface ClientConnection extends ConnectionPlace {
  readonly port: number
  readonly token: string
  /** Absolute path of the launcher that hooks start. */
  readonly launcher: string
  /** The MCP server that the client starts. */
  readonly relay: { readonly command: string; readonly args: readonly string[] }
  /** `http`: requests, SessionStart excepted; `command`: a process for each event. */
  readonly transport: 'http' | 'command'
  /** What the client is asked to tell of. */
  readonly wanted: readonly Wanted[]
}

/** What was done, or with `dryRun` would be. Where `refused` has an entry, that file is as it was. */
export interface ConnectionChange {
  readonly changed: readonly string[]
  /** Texts for a diff, tokens masked; undefined where there is no file. */
  readonly files: readonly {
    readonly path: string
    readonly before?: string | undefined
    readonly after?: string | undefined
  }[]
  /** What may keep it from working. */
  readonly warnings: readonly string[]
  /** What else is good to know. */
  readonly notes: readonly string[]
  readonly refused: readonly RefusedFile[]
}

/** A file that could not be changed safely: the line where one is to blame, why, and the remedy. */
export interface RefusedFile {
  readonly path: string
  readonly line?: number | undefined
  readonly why: string
  readonly remedy: string
}

/** A client that is told of us; `ok` where all that connect wrote is still there. */
export interface Connection {
  /** The client's name. */
  readonly host: string
  readonly scope: 'user' | 'project'
  readonly projectDir?: string | undefined
  readonly configDir?: string | undefined
  readonly transport: 'http' | 'command'
  /** The client was too old for requests. */
  readonly older?: boolean | undefined
  /** The file that has the hooks. */
  readonly path: string
  readonly hooks: number
  readonly ok: boolean
}

/** Tells clients where Hindcast is, and takes it back without a trace. */
export interface Connections {
  /** Throws `bad-input` where no client has that name. */
  connect(to: ClientConnection): Promise<ConnectionChange>
  disconnect(from: ConnectionPlace): Promise<ConnectionChange>
  list(): Promise<readonly Connection[]>
}
