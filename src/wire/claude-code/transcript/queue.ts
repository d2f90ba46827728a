import { isObject } from '../fields.ts'
import { isLocalCommand, promptOrigin } from '../prompt-text.ts'
import { contentWords, type Line, textIn, timeOf } from './line.ts'
import type { QueuedPrompt, ReaderState, Spot } from './state.ts'
import { emitEvent, type Reading } from './told.ts'

const MOST_QUEUED = 50
/** The only reason for leaving the queue which means that the prompt joined the running turn. */
const TAKEN = 'absorbed_mid_turn'

/**
 * A queued prompt. New versions repeat it as an attachment when it joins the running turn, and as a user line when it
 * begins one; old versions only write that it left the queue.
 */
export function queueLine({ state }: Reading, line: Line, spot: Spot): void {
  const text = contentWords(line.fields.content)
  const operation = line.fields.operation
  if (operation === 'enqueue') enqueue(state, text, spot)
  else if (operation === 'remove') unqueue(state, text, textIn(line.fields, 'reason'))
  // A prompt that begins a turn has a user line; anything else that empties the queue returns the text to the person
  else if (operation !== 'dequeue') state.queue = state.queue.filter(({ taken }) => taken)
}

function enqueue(state: ReaderState, text: string, spot: Spot): void {
  const prompt = state.main.running ? state.main.prompt : undefined
  state.queue = [...state.queue, { text, spot, prompt, taken: false }].slice(-MOST_QUEUED)
}

function unqueue(state: ReaderState, text: string, reason: string | undefined): void {
  const waiting = text === '' ? nextOf(state) : state.queue.find((queued) => !queued.taken && queued.text === text)
  if (!waiting) return
  if (reason === undefined || reason === TAKEN) waiting.taken = true
  else state.queue = state.queue.filter((queued) => queued !== waiting)
}

/** Old versions do not say what left the queue. Task notices often stay in it, so prompts are preferred. */
function nextOf({ queue }: ReaderState): QueuedPrompt | undefined {
  const waiting = queue.filter(({ taken }) => !taken)
  const isTyped = (text: string) => isLocalCommand(text) || promptOrigin(text, undefined) !== 'machine'
  return waiting.find(({ text }) => isTyped(text)) ?? waiting[0]
}

/** A prompt that joins the running turn as an attachment. */
export function queuedCommand(reading: Reading, attachment: Readonly<Record<string, unknown>>, spot: Spot): void {
  const text = contentWords(attachment.prompt)
  const at = timeOf(attachment.timestamp) ?? spot.at
  takeQueued(reading.state, text)
  tellQueued(reading, { text, spot: { ...spot, at }, source: sourceOf(attachment) })
}

/** Old versions: prompts that joined the running turn, which nothing else records. */
export function takenPrompts(reading: Reading): void {
  const { queue } = reading.state
  if (!queue.some(({ taken }) => taken)) return
  reading.state.queue = queue.filter(({ taken }) => !taken)
  // The client's own commands leave the queue to be executed, and no hook reports them
  for (const queued of queue) if (queued.taken && !isLocalCommand(queued.text)) tellQueued(reading, queued)
}

function tellQueued(
  reading: Reading,
  { text, spot, source }: Pick<QueuedPrompt, 'text' | 'spot'> & { source?: string | undefined },
): void {
  const { prompt } = reading.state.main
  emitEvent(reading, spot, { hook_event_name: 'UserPromptSubmit', prompt: text, prompt_id: prompt, source })
}

/** Removes and returns the queued prompt with this text. */
export function takeQueued(state: ReaderState, text: string): QueuedPrompt | undefined {
  const queued = state.queue.find((one) => one.text === text)
  if (queued) state.queue = state.queue.filter((one) => one !== queued)
  return queued
}

/** The prompt's source, in the hook's terms. Whatever the client itself says is not a person's is the machine's. */
export function sourceOf(fields: Readonly<Record<string, unknown>>): string | undefined {
  const kind = isObject(fields.origin) ? fields.origin.kind : undefined
  const source = textIn(fields, 'promptSource')
  if (kind === 'human' || source === 'typed') return 'user'
  const mode = textIn(fields, 'commandMode') ?? 'prompt'
  return typeof kind === 'string' || fields.isMeta === true || mode !== 'prompt' ? 'system' : source
}
