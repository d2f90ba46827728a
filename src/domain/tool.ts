import type { FileContent } from './nouns/file-version.ts'

/** What a tool call does, in host-neutral terms. Paths are as the host gave them. */
export type Act =
  | {
      readonly kind: 'read'
      readonly path: string
      readonly range?: { readonly from: number; readonly lines?: number }
    }
  | { readonly kind: 'edit'; readonly path: string; readonly changes: readonly Replacement[] }
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'search'; readonly pattern: string; readonly path?: string; readonly over: 'content' | 'names' }
  | { readonly kind: 'shell'; readonly command: string; readonly description?: string; readonly background?: boolean }
  | {
      readonly kind: 'agent'
      readonly type: string
      readonly description: string
      readonly prompt: string
      /** The name under which others can write to it. */
      readonly name?: string
    }
  | { readonly kind: 'web'; readonly target: string }
  | { readonly kind: 'mcp'; readonly server: string; readonly method: string; readonly text: string }
  | {
      readonly kind: 'other'
      readonly text: string
      /** For a call that consults the person: a plan, or a question with options. */
      readonly puts?: 'plan' | 'question'
      /** For a call that changes a list of tasks. */
      readonly tasks?: readonly TaskChange[]
      /** For a message from one agent to another, by name: `text` is what it says. */
      readonly to?: string
    }

/** What kind of thing a call does. */
export type ActKind = Act['kind']

/** Where a task stands; a dropped one is no longer on the list. */
export type TaskState = 'open' | 'active' | 'done' | 'dropped'

/** What a call says of a task: all that is given becomes so. Without an `id`, the task is new or known by its title. */
export interface TaskChange {
  readonly id?: string
  readonly title?: string
  readonly owner?: string
  readonly state?: TaskState
}

/** One replacement in a file. */
export interface Replacement {
  readonly old: string
  readonly new: string
}

/**
 * Lines of a file that a call replaced: `removed` lines from line `at` on (1-based, in the file as it was before the call)
 * became `added` lines.
 */
export interface LineChange {
  readonly at: number
  readonly removed: number
  readonly added: number
}

/** A subagent's run, as far as the call that waited for it tells: its id, context in tokens, tool calls and duration. */
export interface AgentRun {
  readonly id: string
  readonly tokens?: number
  readonly calls?: number
  readonly durationMs?: number
}

/** An agent that a call started and did not wait for, and the team that it is in. */
export interface StartedAgent {
  readonly id: string
  readonly team?: string
}

/** The result of a tool call that did not fail: its text, and the patch if it changed a file. */
export interface ToolResult {
  readonly text: string
  /** The lines of a unified diff's hunks, without headers. */
  readonly patch?: string
  /** Which lines of the file the call changed, in order; absent if that is not known. */
  readonly lines?: readonly LineChange[]
  /** The person changed the proposed edit before accepting it. */
  readonly userModified?: boolean
  /** The content of the file that the call wrote, if the call determines it. */
  readonly file?: FileContent
  /** The call was interrupted. */
  readonly interrupted?: boolean
  /** The call ran a subagent to its end. */
  readonly run?: AgentRun
  /** The call started an agent, which works on in the background. */
  readonly started?: StartedAgent
  /** The id of the task that the call created. */
  readonly task?: string
}

/**
 * Whether a call is to one of Hindcast's own tools. Storing its input and output would make search find them in place
 * of the records they are about.
 */
export const isOwnCall = (target: string | undefined, tool: string | undefined): boolean =>
  target?.startsWith('hindcast.') === true && tool?.endsWith(`__${target.replace('.', '__')}`) === true
