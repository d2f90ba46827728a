import type { FileContent } from './nouns/file-version.ts'

/** What a tool call does, in no host's words. Paths are as the host gave them. */
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
  | { readonly kind: 'agent'; readonly type: string; readonly description: string; readonly prompt: string }
  | { readonly kind: 'web'; readonly target: string }
  | { readonly kind: 'mcp'; readonly server: string; readonly method: string; readonly text: string }
  | {
      readonly kind: 'other'
      readonly text: string
      /** Of a call to the person: a plan laid before them, or a question with options. */
      readonly puts?: 'plan' | 'question'
    }

/** What kind of thing a call does. */
export type ActKind = Act['kind']

/** One replacement in a file. */
export interface Replacement {
  readonly old: string
  readonly new: string
}

/** What came out of a tool call that did not fail: its text, and the patch where it changed a file. */
export interface ToolResult {
  readonly text: string
  /** Lines of a unified diff's hunks, without headers. */
  readonly patch?: string
  /** The person changed the proposed edit before accepting it. */
  readonly userModified?: boolean
  /** What the file held that the call wrote, where that follows from the call. */
  readonly file?: FileContent
  /** The call was cut short. */
  readonly interrupted?: boolean
}

/**
 * Whether a call is one of Hindcast's own tools: what it was asked and what it said would be found again in the place of
 * what it speaks of.
 */
export const isOwnCall = (target: string | undefined, tool: string | undefined): boolean =>
  target?.startsWith('hindcast.') === true && tool?.endsWith(`__${target.replace('.', '__')}`) === true
