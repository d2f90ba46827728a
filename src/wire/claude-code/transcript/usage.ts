import { isObject } from '../fields.ts'
import { type Line, textIn } from './line.ts'
import type { ReaderState } from './state.ts'

type Fields = Readonly<Record<string, unknown>>

const LARGE = 1_000_000
const SMALL = 200_000

/**
 * Models with the small window; Claude Code 2.1.330 gives all others, including unknown ones, the large one (measured
 * by its `/context` with fifteen names, and by `contextWindow` in its result).
 */
const SMALL_MODELS = /claude-(?:[23]\b|instant|(?:opus|sonnet|haiku)-(?:3|4(?:-[0-6])?)(?:$|[^\d-]|-\d{8}|-v\d))/
/** A name that requests the large window; only the requested name shows this, not the one in the response. */
const ASKED_FOR_LARGE = /\[1m\]$/i

/** A model's window, by the name that the client requested. */
export const windowOf = (model: string): number =>
  ASKED_FOR_LARGE.test(model) || !SMALL_MODELS.test(model) ? LARGE : SMALL

/**
 * Updates the context's fill level from the request data on the newest line of the file's own agent. The client counts a
 * subagent's answer too.
 */
export function noteUse(state: ReaderState, line: Line, message: Fields): void {
  const usage = isObject(message.usage) ? message.usage : undefined
  if (!usage || (line.sidechain && !state.context.agent)) return
  const tokens = [...REQUEST, ...(state.context.agent ? ['output_tokens'] : [])]
    .map((name) => usage[name])
    .reduce<number>((sum, count) => (typeof count === 'number' ? sum + count : sum), 0)
  if (tokens === 0) return
  const window = windowOf(textIn(line.fields, 'requestedModel') ?? textIn(message, 'model') ?? '')
  state.use = { tokens, window: tokens > window ? LARGE : window, at: line.at ?? state.at }
}

const REQUEST = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']

/** A compaction reduced the context; the client gives the new size if it knows it. */
export function noteCompacted(state: ReaderState, metadata: Fields, at: number): void {
  if (!state.use) return
  const left = typeof metadata.postTokens === 'number' ? metadata.postTokens : 0
  state.use = { ...state.use, tokens: left, at }
}
