// Folder src/wire/: the hosts *, a folder each

import type { Answer } from '../domain/answer.ts'
import type { ClientProcess, Draft, ToolCall } from '../domain/events.ts'
import type { HostFiles } from '../domain/host-files.ts'
import type { HostConnection } from './host-connection.ts'
import type { HostTranscripts } from './host-transcripts.ts'

/**
 * One coding agent, as far as Hindcast knows it: pure data and functions. A host is one folder next to this file: its
 * index.ts exports it by default, and its environment.ts its variables; everything else gets them from the registries.
 */
export interface Host {
  /** The name in commands, records and URLs. */
  readonly name: string
  /** The name shown to people. */
  readonly title: string
  /** Total over all JSON values: never throws. */
  decode(payload: unknown, context: DecodeContext): Decoded
  /** Only what the event admits and the host can express; `{}` if there is nothing to say. */
  encode(event: Answerable, answer: Answer): object
  /** The payload of an event as if it happened now. */
  imagine(event: Imagined): object
  /** The id of the tool call behind an MCP request, from the request's metadata; the call's event has the same id. */
  mcpCall(meta: unknown): string | undefined
  /** The payloads of a small session that mentions `word`, in order. */
  session(of: { readonly id: string; readonly dir: string; readonly word: string }): readonly object[]
  readonly environment: HostEnvironment
  readonly files: HostFiles
  readonly connection: HostConnection
  readonly transcripts: HostTranscripts
}

/** The host used if none is named. */
export const DEFAULT_HOST = 'claude-code'

/** The entry for the host with this name; the default host if none is named. */
export const hostNamed = <T extends { readonly name: string }>(
  hosts: readonly T[],
  name = DEFAULT_HOST,
): T | undefined => hosts.find((host) => host.name === name)

/** The default host in a registry, or the first host if the default one is missing. */
export const defaultOf = <T extends { readonly name: string }>(hosts: readonly [T, ...T[]]): T =>
  hostNamed(hosts) ?? hosts[0]

/**
 * The environment variables through which a host describes itself to the processes it starts, and what those need to tell a
 * person that Hindcast is not there.
 */
export interface HostEnvironment {
  /** The host's own name. */
  readonly name: string
  /** The client's configuration folder, if it is not the usual one. */
  readonly configDir: string
  /** The client's process id, its kind, and whether a person can be asked. */
  readonly pid: string
  readonly entrypoint: string
  readonly attended: string
  /**
   * What makes its requests to this machine take another way: the variables that name a proxy, and those that name hosts to
   * reach without one.
   */
  readonly proxies: readonly string[]
  readonly direct: readonly string[]
  /** The project's folder; set for hook commands. */
  readonly projectDir: string
  /** Set for every command that the agent runs. */
  readonly agent: string
  /** The name of a session's start in payloads, and the field of its answer whose text is shown to the person. */
  readonly startEvent: string
  readonly noteField: string
}

/** The event to answer: its name, and its call if it has one. */
export type Answerable = Pick<Draft, 'name'> & Partial<Pick<ToolCall, 'tool' | 'act' | 'input'>>

/** An imagined event, in as much detail as a person gives. */
export interface Imagined {
  readonly name: string
  readonly dir: string
  readonly session?: string | undefined
  readonly source?: string | undefined
  readonly prompt?: string | undefined
  readonly tool?: string | undefined
  readonly input?: unknown
}

/** What the payload does not say: when it arrived (epoch milliseconds), how, and from which client process. */
export interface DecodeContext {
  readonly now: number
  readonly via: 'hook' | 'transcript'
  readonly client?: ClientProcess | undefined
}

/** A draft, or why there is none: the payload is not an object, or names no session. */
export type Decoded =
  | { readonly draft: Draft; readonly reason?: undefined }
  | { readonly draft?: undefined; readonly reason: string }
