import type { EventRecord, Observation, Prompt, Summary } from '../memory/nouns.ts'
import { isOwnCall } from '../own-call.ts'

/** A record of any kind as search sees it. `type`: an observation's, a prompt's origin, an event's tool or name. */
export interface Document {
  readonly type: string
  readonly title: string
  readonly body: string
  readonly files: readonly string[]
}

const MAX_TITLE = 120
const MAX_DEPTH = 4
/** The prompt is a document of its own; what was told cites documents. */
const UNSEARCHED: ReadonlySet<string> = new Set(['UserPromptSubmit', 'Told', 'Warned', 'Outcome', 'Imported'])

/** Undefined where an event has nothing to be found by. */
export function eventDocument(event: Omit<EventRecord, 'seq'>): Document | undefined {
  const { tool, target, name, outcome } = event
  // A call is found by what went in and came out; its body is for folds and distilling.
  const told = tool === undefined ? strings(event.body, MAX_DEPTH) : []
  const body = [event.input, event.output, ...told].filter(Boolean).join('\n')
  const files = [...new Set([...event.filesRead, ...event.filesModified])]
  if (UNSEARCHED.has(name) || isOwnCall(target, tool) || (body === '' && !target && files.length === 0))
    return undefined
  const head = [tool ?? name, target].filter(Boolean).join(': ')
  const title = outcome === undefined || outcome === 'ok' ? head : `${head} (${outcome})`
  return { type: tool ?? name, title: firstLine(title), body, files }
}

/** A prompt as it was asked. */
export function promptDocument(prompt: Omit<Prompt, 'number'>): Document {
  return { type: prompt.origin, title: firstLine(prompt.text), body: prompt.text, files: [] }
}

/** An observation by its title and all it says. */
export function observationDocument(observation: Observation): Document {
  const { type, title, narrative, facts, concepts, filesRead, filesModified } = observation
  const body = [narrative, ...facts, concepts.join(' ')].filter(Boolean).join('\n')
  return { type, title, body, files: [...new Set([...filesModified, ...filesRead])] }
}

/** A summary by what was asked for and all it says. */
export function summaryDocument(summary: Summary): Document {
  const { request, completed, investigated, learned, nextSteps, notes, filesRead, filesModified } = summary
  const body = [request, completed, learned, investigated, nextSteps, notes].filter(Boolean).join('\n')
  return {
    type: 'summary',
    title: firstLine(request || completed),
    body,
    files: [...new Set([...filesModified, ...filesRead])],
  }
}

/** An event that is called by its name alone says how it went on; where its files are tells nothing of that. */
export function titleOf({ title, type, body }: Document): string {
  const said = title === type ? body.split('\n').find((line) => line.trim() !== '' && !line.startsWith('/')) : undefined
  return said === undefined ? title : `${title}: ${said.trim().slice(0, SAID_MAX)}`
}

const SAID_MAX = 100

function firstLine(text: string): string {
  const line = text.trimStart().split('\n', 1)[0]?.trimEnd() ?? ''
  return line.length <= MAX_TITLE ? line : `${line.slice(0, MAX_TITLE - 1).trimEnd()}…`
}

function strings(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value]
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((inner) => strings(inner, depth - 1))
}
