import type { Outcome } from '../classification.ts'
import { type Document, firstLine } from '../retrieval/document.ts'
import { isOwnCall } from '../tool.ts'
import { noun } from './noun.ts'

/** An event as stored: capped text, its classification, and its few remaining fields (`body`). */
export interface EventRecord {
  /** Order of arrival in the store; increases. */
  readonly seq: number
  readonly id: string
  /**
   * Digest of everything that identifies it except its ordinal; the store counts equal ones to assign the next ordinal.
   */
  readonly identity: string
  readonly name: string
  readonly at: number
  readonly session: string
  readonly project: string
  readonly host: string
  readonly via: string
  readonly agentId?: string | undefined
  readonly agentType?: string | undefined
  readonly promptId?: string | undefined
  readonly cause?: string | undefined
  readonly tool?: string | undefined
  readonly target?: string | undefined
  readonly outcome?: Outcome | undefined
  readonly exitCode?: number | undefined
  readonly durationMs?: number | undefined
  readonly filesRead: readonly string[]
  readonly filesModified: readonly string[]
  /** The input (a command, a patch, a query …) and the output, capped. */
  readonly input?: string | undefined
  readonly output?: string | undefined
  readonly body: Readonly<Record<string, unknown>>
  readonly significance?: number | undefined
}
/** An event not stored yet. */
export type RecordDraft = Omit<EventRecord, 'seq' | 'significance'>

export default noun<EventRecord>()({
  name: 'event',
  table: 'events',
  letter: 'e',
  role: 'evidence',
  fields: {
    seq: 'sequence',
    id: 'id',
    identity: 'id',
    name: 'word',
    at: 'time',
    session: 'session',
    project: 'project',
    host: 'word',
    via: 'word',
    agentId: 'id?',
    agentType: 'word?',
    promptId: 'id?',
    cause: 'id?',
    tool: 'word?',
    target: 'text?',
    outcome: { oneOf: ['ok', 'failed', 'denied', 'interrupted'], optional: true },
    exitCode: 'integer?',
    durationMs: 'real?',
    filesRead: 'texts',
    filesModified: 'texts',
    input: 'text?',
    output: 'text?',
    body: 'json',
    significance: 'real?',
  },
  indexes: [{ on: ['identity'] }, { on: ['session', 'seq'] }, { on: ['project'] }],
  searched: searchDocument,
  counted: true,
  forget: { follows: ['cause'] },
})

const MAX_DEPTH = 4
/** A prompt is a document of its own, and an event of what was told would only repeat documents. */
const UNSEARCHED: ReadonlySet<string> = new Set([
  'UserPromptSubmit',
  'Told',
  'Warned',
  'Outcome',
  'Steps',
  'Launched',
  // The session has it
  'Titled',
  'Imported',
])

function searchDocument(event: RecordDraft): Document | undefined {
  const { tool, target, name, outcome } = event
  // A call is searchable by its input and output; its body is for folds and distilling.
  const told = tool === undefined ? strings(event.body, MAX_DEPTH) : []
  const body = [event.input, event.output, ...told].filter(Boolean).join('\n')
  const files = [...new Set([...event.filesRead, ...event.filesModified])]
  if (UNSEARCHED.has(name) || isOwnCall(target, tool) || (body === '' && !target && files.length === 0))
    return undefined
  const head = [tool ?? name, target].filter(Boolean).join(': ')
  const title = outcome === undefined || outcome === 'ok' ? head : `${head} (${outcome})`
  return { type: tool ?? name, title: firstLine(title), body, files }
}

function strings(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value]
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((inner) => strings(inner, depth - 1))
}
