import type { LessonPlaces } from '../domain/host-files.ts'
import type { Wanted } from '../domain/subscriptions.ts'

/** The properties of a machine that determine where a client's files are. */
export interface HostMachine {
  /** The person's home folder. */
  readonly userHome: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
}

/**
 * How a host is connected, as pure plans over texts: which files are involved, and how each changes. The caller reads
 * and writes them.
 */
export interface HostConnection {
  readonly client: HostClient
  /** Whether the host can be asked for this, and it is worthwhile: not if a later event accepts the same answer. */
  asks(wanted: Wanted): boolean
  /** The files that connecting this place changes. One has the role `hooks`. */
  files(at: HostMachine, place: HostPlace): readonly HostFile[]
  /**
   * All settings that the client merges for a session, the highest priority last.
   */
  merged(at: HostMachine, projectDir: string | undefined): readonly SettingsPlace[]
  /**
   * What in the settings (later ones override) or the environment prevents Hindcast's hooks from running or arriving.
   */
  silencers(
    files: readonly SettingsFile[],
    env: HostMachine['env'],
    to: Pick<HostTarget, 'port' | 'transport' | 'projectDir'>,
  ): readonly Silencer[]
  /** Other memory programs enabled in a client's files, each listed once. */
  neighbours(files: readonly SettingsFile[]): readonly Neighbour[]
  /** The home of the installed launcher that settings refer to; undefined if there is none. */
  homeIn(settings: string): string | undefined
  /** Where lessons for every project are written, as absolute paths; absent if the client reads no such files. */
  personalLessons?(at: HostMachine): LessonPlaces
}

/** The client's program. */
export interface HostClient {
  /** Its name on PATH; run with `--version`. */
  readonly program: string
  /** Other places to look for it, relative to the person's home folder. */
  readonly besides: readonly string[]
  /**
   * The first release that accepts all of Hindcast's entries; an older one gets fewer entries, all of them commands.
   */
  readonly fullSince: string
  /** The note shown to users of an older release. */
  readonly olderNote: string
  /** How to find out why its hooks do not arrive. */
  readonly debugHooks: string
}

/** Which of a client's settings: the person's own, or those of one project folder. */
export interface HostPlace {
  readonly scope: 'user' | 'project'
  readonly projectDir?: string | undefined
}

/**
 * How events reach Hindcast: by HTTP request (except SessionStart), or by one process for each event if requests are
 * blocked.
 */
export type Transport = 'http' | 'command'

/** The target of a connection: where events go, and what the client starts. */
export interface HostTarget extends HostPlace {
  readonly port: number
  readonly token: string
  /** Absolute path of the launcher that hooks start. */
  readonly launcher: string
  /** The MCP server that the client starts. */
  readonly relay: { readonly command: string; readonly args: readonly string[] }
  readonly transport: Transport
  /** The events that reactions want; the host is asked for those that it can report. */
  readonly wanted: readonly Wanted[]
  /** The client is older than `fullSince`. */
  readonly older?: boolean | undefined
}

/** One of a client's files, and how connecting changes its text. */
export interface HostFile {
  readonly path: string
  /**
   * `hooks` contains the hooks, and with them a token. `shared` contains entries used by all connections of the same
   * configuration folder. `optional` is added with the first of these and removed with the last, and skipped if it
   * cannot be written.
   */
  readonly role: 'hooks' | 'shared' | 'optional'
  /** Adds Hindcast's entries and leaves every other byte unchanged; safe to run twice. */
  put(text: string | undefined, to: HostTarget): Added | Refusal
  /** Removes Hindcast's entries. With the `created` record of `put`, every byte is as before. */
  take(text: string, created: Created | undefined): Removed | Refusal
  /** How many of Hindcast's entries a text has; 0 if it cannot be parsed. */
  count(text: string): number
}

/**
 * What was missing or empty before Hindcast's entries were added, so that removing them can tell the user's `{}` from
 * ours. Path as a JSON array → null if nothing was there, otherwise the white space between its empty brackets; the key
 * '' → null if there was no file.
 */
export type Created = Readonly<Record<string, string | null>>

/** The new text, and what was created or found empty. */
export interface Added {
  readonly ok: true
  readonly text: string
  readonly created: Created
}

/** The new text; undefined if the file is to be deleted. */
export interface Removed {
  readonly ok: true
  readonly text: string | undefined
}

/** A file left unchanged: the line (from 1) of the problem, the reason, and what the user can do. */
export interface Refusal {
  readonly ok: false
  readonly line: number
  readonly why: string
  readonly remedy: string
}

/** A settings file that the client merges, or a folder of such files. */
export interface SettingsPlace {
  readonly path: string
  /** It is the administrator's. */
  readonly managed?: boolean
  /** Every JSON file in it counts. */
  readonly folder?: boolean
  /** The client downloaded it, and applies it only while it is signed in to where it came from. */
  readonly fetched?: boolean
}

/** A settings file, and what it says. */
export interface SettingsFile extends SettingsPlace {
  readonly text: string
}

/** What keeps hooks from being received or the MCP server from being started, where that is configured, and how to fix it. */
export interface Silencer {
  readonly why: string
  readonly where: string
  readonly remedy: string
  /** `requests`: hooks by HTTP alone. */
  readonly stops: 'hooks' | 'requests' | 'server'
  /** Whether the client certainly applies it. */
  readonly isSure: boolean
}

/** Another memory program for the same client, and the file that names it. */
export interface Neighbour {
  readonly name: string
  readonly where: string
}
