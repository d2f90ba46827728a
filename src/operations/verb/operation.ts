// Folder src/operations/: the verbs *, a file each; `verb/`: what they are built from

import { didYouMean } from '@hindcast/text/suggestion.ts'
import type * as z from 'zod'
import { HindcastError } from '../../domain/errors.ts'
import { visibleIn } from '../../domain/quote.ts'
import type { OfflinePorts, OperationPorts } from '../../ports.ts'
import { portsFor } from './agents-ports.ts'

/** Colours for a terminal; plain text elsewhere. */
export interface Paint {
  bold(text: string): string
  dim(text: string): string
  green(text: string): string
  yellow(text: string): string
  red(text: string): string
  cyan(text: string): string
}

/** What an answer is written for: colours, the width in columns (Infinity where there is none) and the time now. */
export interface Screen extends Paint {
  readonly columns: number
  readonly now: number
  /** A text with the paths in the user's home as people write them: `~/notes`. */
  readonly short: (text: string) => string
}

const unchanged = (text: string): string => text

/** Where text goes that nobody formats: an agent's tool, the client's own frame. */
export const plainScreen = (now: number): Screen => ({
  bold: unchanged,
  dim: unchanged,
  green: unchanged,
  yellow: unchanged,
  red: unchanged,
  cyan: unchanged,
  columns: Number.POSITIVE_INFINITY,
  now,
  short: unchanged,
})

/** Where the agent stands that is answered, and what other projects are called. */
export interface Standpoint {
  readonly project: string
  readonly nameOf: (project: string) => string
}

/** How a verb is offered to the agent as a tool: every word of it costs the agent context. */
export interface ForAgents<S extends z.ZodObject = z.ZodObject, O = unknown> {
  /** The tool's name, if not the verb's. */
  readonly called?: string
  /** When to call it, and what to call next. */
  readonly says: string
  /** The keys of the input that it may give, and what they mean; the rest is filled in, or of no use to it. */
  readonly takes: Readonly<Partial<Record<keyof z.infer<S> & string, string>>>
  /** Of the values that a key may have, those that make sense for an agent. */
  readonly only?: Readonly<Record<string, readonly string[]>>
  /** What is filled in where it gives nothing. */
  readonly fills?: Readonly<Partial<z.input<S>>>
  /** The answer in few words; default: as people read it. */
  readonly render?: (output: O, at: Standpoint) => string
}

/** The headings of the help, in this order. */
export const GROUPS = ['Start', 'Find', 'Control'] as const

/** One verb. HTTP, MCP and the CLI are derived from it; none of them names a verb. */
export interface Operation<S extends z.ZodObject = z.ZodObject, O = unknown> {
  readonly name: string
  /** The heading it stands under in the help. */
  readonly group: (typeof GROUPS)[number]
  /** One sentence. */
  readonly summary: string
  /** A whole command line that works. */
  readonly example: string
  readonly input: S
  /** Keys of the input that are given without a flag, in order; the last may take several words. */
  readonly positional?: readonly (keyof z.infer<S> & string)[]
  /** Changes nothing: also GET. */
  readonly reads: boolean
  /** Where it is offered to the agent as a tool. */
  readonly forAgents?: ForAgents<S, O>
  /** Whether this input takes a person's word: what a client has started is refused it. */
  readonly needsPerson?: (input: z.infer<S>) => boolean
  /** Whether only the agent of a session may give this input: then it comes as a tool call of that session, or not at all. */
  readonly onlyAgents?: (input: z.infer<S>) => boolean
  readonly run: (input: z.infer<S>, ports: OperationPorts) => Promise<O>
  /** The same without a daemon, where the verb can do without; else the daemon is started first. */
  readonly whenDown?: (input: z.infer<S>, ports: OfflinePorts) => Promise<O>
  /** With this input `whenDown` would not do, so the daemon is started after all. */
  readonly needsDaemon?: (input: z.infer<S>) => boolean
  /** `whenDown` serves also where a daemon is there and refuses the call. */
  readonly whenRefused?: boolean
  /** Whether the answer itself is a failure: the command line then ends with 1. */
  readonly isFailure?: (output: O) => boolean
  /**
   * While it runs: the input with which the same verb says how far it is, and that in one line; none where it does not
   * run. `start`: the line said instead where nobody watches a terminal; none for an input that takes no time.
   */
  readonly watch?: {
    readonly input: object
    readonly line: (answer: unknown) => string | undefined
    readonly start?: (input: z.infer<S>) => string | undefined
  }
  /** The answer's lines and then those that come, without end; and how one of them is said. */
  readonly follow?: {
    readonly lines: (input: z.infer<S>, ports: OfflinePorts) => AsyncIterable<string>
    readonly said: (line: string, screen: Screen) => string
  }
  /** Whether the answer to this input holds text that is shown line by line as it is, such as a patch. */
  readonly isVerbatim?: (input: z.infer<S>) => boolean
  /** The answer in words, for a person or an agent. Only `textOf` calls it. */
  readonly render: (output: O, screen: Screen, input: z.infer<S>) => string
}

/** Declares a verb. Whatever it is, it keeps nothing for an agent that is paused, and shows one that must judge alone nothing of others' work. */
export const operation = <S extends z.ZodObject, O>(declared: Operation<S, O>): Operation => {
  const run: Operation<S, O>['run'] = (input, ports) => declared.run(input, portsFor(input, ports))
  // The registry holds verbs of every shape; each is called only with what its own schema parsed.
  return Object.freeze({ ...declared, run }) as unknown as Operation
}

/** An answer in words. No text that was stored reaches a terminal with characters that it obeys, or that nobody sees. */
export const renderedText = (
  { render }: Operation,
  output: unknown,
  screen: Screen,
  input: z.infer<Operation['input']>,
): string => render(visibleIn(output), screen, visibleIn(input))

/** Checks a verb's input. Throws `bad-input` with the first problem; `called`: how the caller knows a key of the input. */
export function parseInput(
  operation: Operation,
  input: unknown,
  called: (key: string) => string = (key) => key,
): z.infer<Operation['input']> {
  const parsed = operation.input.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const remedy = `for usage, run hindcast ${operation.name} --help`
  if (issue === undefined || issue.path.length === 0)
    throw new HindcastError('bad-input', `${operation.name}: invalid input`, { remedy })
  const [key = ''] = issue.path.map(String)
  const value = (input as Readonly<Record<string, unknown>>)[key]
  const why = value === undefined ? 'is required' : invalid(issue, value)
  throw new HindcastError('bad-input', `${called(key)}${value === undefined ? ' ' : ': '}${why}`, {
    // It says already what to write instead
    remedy: why.endsWith(')') ? '' : remedy,
  })
}

/** Why a value is invalid, the value quoted where the reason does not quote it. */
function invalid(issue: z.core.$ZodIssue, value: unknown): string {
  const given = `'${typeof value === 'string' ? value : JSON.stringify(value)}'`
  switch (issue.code) {
    case 'invalid_type':
      return `${given} is not a ${issue.expected}`
    case 'invalid_value': {
      // A field may say more of a value than that it is none of the others
      if (!issue.message.startsWith('Invalid')) return issue.message
      const choices = issue.values.map(String)
      return `${given} is not one of ${choices.join(', ')}${didYouMean(String(value), choices)}`
    }
    case 'too_small':
      return issue.origin === 'string' ? 'is empty' : `${given} is less than ${issue.minimum}`
    case 'too_big':
      return `${given} is more than ${issue.maximum}`
    default:
      return issue.message
  }
}
