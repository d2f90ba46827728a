import type { Wanted } from '../domain/subscriptions.ts'

/** What of a machine decides where a client's files are. */
export interface HostMachine {
  /** The person's home folder. */
  readonly userHome: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
}

/** How a host is connected, as plans over texts: which files there are, and what becomes of each. Whoever uses it reads and writes. */
export interface HostConnection {
  readonly client: HostClient
  /** Whether this can be asked of the host, and is worth it: not where an answer is heard as well at a later event. */
  asks(wanted: Wanted): boolean
  /** The files that a connection of this place changes. One has the role `hooks`. */
  files(at: HostMachine, place: HostPlace): readonly HostFile[]
  /** All settings that the client merges for a session, the strongest last; `managed`: the administrator's. */
  merged(
    at: HostMachine,
    projectDir: string | undefined,
  ): readonly { readonly path: string; readonly managed: boolean }[]
  /** What in the settings (later ones override) or the environment keeps our hooks from running or from arriving. */
  silencers(files: readonly SettingsFile[], env: HostMachine['env'], to: HostTarget): readonly Silencer[]
  /** Other memories that are switched on in a client's files, each named once. */
  neighbours(files: readonly SettingsFile[]): readonly Neighbour[]
  /** The home of the installed launcher that stands in settings; undefined where none does. */
  homeIn(settings: string): string | undefined
}

/** The client's program. */
export interface HostClient {
  /** Its name on PATH; asked `--version`. */
  readonly program: string
  /** Where else it may stand, from the person's home folder. */
  readonly besides: readonly string[]
  /** The first release that takes all of our entries; an older one is told less, and by commands alone. */
  readonly fullSince: string
  /** What a person is told of an older one. */
  readonly olderNote: string
  /** How a person finds out why its hooks do not arrive. */
  readonly debugHooks: string
}

/** Which of a client's settings: the person's own, or those of one project folder. */
export interface HostPlace {
  readonly scope: 'user' | 'project'
  readonly projectDir?: string | undefined
}

/** How events reach Hindcast: by a request (SessionStart excepted), or by a process each where requests are barred. */
export type Transport = 'http' | 'command'

/** What a client is told: where events go, and what it starts. */
export interface HostTarget extends HostPlace {
  readonly port: number
  readonly token: string
  /** Absolute path of the launcher that hooks start. */
  readonly launcher: string
  /** The MCP server that the client starts. */
  readonly relay: { readonly command: string; readonly args: readonly string[] }
  readonly transport: Transport
  /** What reactions want to be told; the host asks for it as it can. */
  readonly wanted: readonly Wanted[]
  /** The client is from before `fullSince`. */
  readonly older?: boolean | undefined
}

/** One file of a client, and what connecting makes of its text. */
export interface HostFile {
  readonly path: string
  /**
   * `hooks` holds the hooks, and with them a token. `shared` holds what other connections of the same configuration folder
   * may stand beside. `optional` goes in with the first of these and out with the last, and is done without where it can't
   * be written.
   */
  readonly role: 'hooks' | 'shared' | 'optional'
  /** Puts ours in and leaves every other byte; twice is once. */
  put(text: string | undefined, to: HostTarget): Added | Refusal
  /** Takes ours out. With what `put` said in `created`, every byte is as before. */
  take(text: string, created: Created | undefined): Removed | Refusal
  /** How much of ours stands in a text; 0 where it can't be read. */
  count(text: string): number
}

/**
 * What our entries found missing or empty, so that taking them out can tell the user's `{}` from ours.
 * Path as a JSON array → null where nothing was there, else the whitespace between its empty brackets;
 * the key '' → null where there was no file.
 */
export type Created = Readonly<Record<string, string | null>>

/** The new text, and what was made or found empty on the way to it. */
export interface Added {
  readonly ok: true
  readonly text: string
  readonly created: Created
}

/** The new text; undefined where the file is to be deleted. */
export interface Removed {
  readonly ok: true
  readonly text: string | undefined
}

/** A file that is left alone: the line (from 1) of what is in the way, why, and what the user can do. */
export interface Refusal {
  readonly ok: false
  readonly line: number
  readonly why: string
  readonly remedy: string
}

/** A settings file that the client merges; `managed` is the administrator's. */
export interface SettingsFile {
  readonly path: string
  readonly text: string
  readonly managed?: boolean
}

/** Why hooks would not be heard, where that is set, and the way out. */
export interface Silencer {
  readonly why: string
  readonly where: string
  readonly remedy: string
}

/** Another program that remembers for the same client, and the file that names it. */
export interface Neighbour {
  readonly name: string
  readonly where: string
}
