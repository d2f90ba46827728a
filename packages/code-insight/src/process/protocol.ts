import type { CodeAnswer } from '../analysis/code-answers.ts'
import type { CodeQuestion } from '../analysis/questions.ts'
import type { CodeErrorCode } from './code-error.ts'

/**
 * Which projects a question may be about: the one that contains a folder, or any. Not optional, so that whoever passes a
 * question on cannot leave it out, which would mean any.
 */
export type CodeReach = { readonly folder: string } | 'anywhere'

/** The text of a function, method or class that has no embedding yet. */
export interface UnembeddedCode {
  readonly id: number
  readonly text: string
}

/** The embedding of a text that `unembedded` told of. */
export interface Embedded {
  readonly id: number
  readonly embedding: readonly number[]
}

/** What the process is to do for the project that contains a folder. */
export type CodeWork =
  | { readonly do: 'answer'; readonly question: CodeQuestion; readonly within: CodeReach }
  /** Bring the index up to date. */
  | { readonly do: 'refresh' }
  | { readonly do: 'tell unembedded'; readonly limit: number }
  | { readonly do: 'embed'; readonly found: readonly Embedded[] }

/** Work, under a number. */
export interface CodeRequest {
  readonly id: number
  readonly folder: string
  readonly work: CodeWork
  /** Folders of which nothing is read when it is about a project around them. */
  readonly spared: readonly string[]
}

/** Its reply. */
export interface CodeReply {
  readonly id: number
  readonly answer?: CodeAnswer | undefined
  readonly unembedded?: readonly UnembeddedCode[] | undefined
  /** What went wrong, though no question failed of it; `id` is 0. */
  readonly warning?: string | undefined
  readonly error?: CodeFailure | undefined
}

/** Why there is no answer; `remedy`, if something better helps than what always helps against its code. */
export interface CodeFailure {
  readonly code: CodeErrorCode | 'internal'
  readonly why: string
  readonly remedy?: string | undefined
}
