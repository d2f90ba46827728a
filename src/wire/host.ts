import type { Answer } from '../domain/answer.ts'
import type { ClientProcess, Draft, ToolCall } from '../domain/events.ts'
import type { HostFiles } from '../domain/host-files.ts'
import type { HostConnection } from './host-connection.ts'
import type { HostTranscripts } from './host-transcripts.ts'

/**
 * One coding agent, as far as Hindcast knows it: pure data and functions. A host is one folder beside this file, whose
 * index.ts exports it by default, and environment.ts its variables; all else takes them from the registries.
 */
export interface Host {
  /** What commands, records and URLs call it. */
  readonly name: string
  /** What people call it. */
  readonly title: string
  /** Total over anything that JSON can hold: never throws. */
  decode(payload: unknown, context: DecodeContext): Decoded
  /** Only what the event admits and the host can express; `{}` when there is nothing to say. */
  encode(event: Answerable, answer: Answer): object
  /** The payload that an event would have if it happened now. */
  imagine(event: Imagined): object
  /** The id of the tool call that an MCP request carries out, from the request's metadata; the call's event has it too. */
  mcpCall(meta: unknown): string | undefined
  /** The payloads of a small session in which something is done about `word`, in the order in which they would come. */
  session(of: { readonly id: string; readonly dir: string; readonly word: string }): readonly object[]
  readonly environment: HostEnvironment
  readonly files: HostFiles
  readonly connection: HostConnection
  readonly transcripts: HostTranscripts
}

/** The host that is meant where none is named. */
export const DEFAULT_HOST = 'claude-code'

/** The host of a name among all, or among what is known of each; the default one where none is named. */
export const hostNamed = <T extends { readonly name: string }>(
  hosts: readonly T[],
  name = DEFAULT_HOST,
): T | undefined => hosts.find((host) => host.name === name)

/** The default host among those of a registry, or the first where the default one is not among them. */
export const defaultOf = <T extends { readonly name: string }>(hosts: readonly [T, ...T[]]): T =>
  hostNamed(hosts) ?? hosts[0]

/** The environment variables by which a host tells the processes that it starts about itself. */
export interface HostEnvironment {
  /** The host's own name. */
  readonly name: string
  /** The folder where the client keeps its files, if it is not the usual one. */
  readonly configDir: string
  /** The client's process id, what kind of client it is, and whether a person is there to be asked. */
  readonly pid: string
  readonly entrypoint: string
  readonly attended: string
  /** The project's folder; set for hook commands. */
  readonly projectDir: string
  /** Set for every command that the agent runs. */
  readonly agent: string
}

/** Of the event that is answered: its name, and its call where it has one. */
export type Answerable = Pick<Draft, 'name'> & Partial<Pick<ToolCall, 'tool' | 'act' | 'input'>>

/** An event that did not happen, in as many words as a person gives. */
export interface Imagined {
  readonly name: string
  readonly dir: string
  readonly session?: string | undefined
  readonly source?: string | undefined
  readonly prompt?: string | undefined
  readonly tool?: string | undefined
  readonly input?: unknown
}

/** What the payload does not say: when it came (epoch milliseconds), how, and from which client process. */
export interface DecodeContext {
  readonly now: number
  readonly via: 'hook' | 'transcript'
  readonly client?: ClientProcess | undefined
}

/** A draft, or why there is none: a payload that is no object or names no session. */
export type Decoded =
  | { readonly draft: Draft; readonly reason?: undefined }
  | { readonly draft?: undefined; readonly reason: string }
