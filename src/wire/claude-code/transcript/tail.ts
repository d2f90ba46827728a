import type { HookReport, TranscriptTail } from '../../host-transcripts.ts'
import { isObject } from '../fields.ts'
import { type Line, readLine, textIn } from './line.ts'
import { splitValues } from './split.ts'

/** Reads the end of a transcript, which may begin within a line and end within one. */
export function transcriptTail(text: string): TranscriptTail {
  const lines = text
    .split('\n')
    .filter((line) => SAYS.test(line))
    .flatMap((line) => splitValues(line).values)
    .flatMap((value) => readLine(value) ?? [])
  const active = lines.findLast(isActivity)
  return {
    activeAt: active?.at,
    embedded: EMBEDDED.has(textIn(active?.fields ?? {}, 'entrypoint') ?? ''),
    hooks: lines.flatMap(reportOf),
  }
}

/** Most lines need not be parsed. */
const SAYS = /"type":"(?:user|assistant|hook_\w+)"/

/** The entrypoints of the client's library, which reads no settings unless its program asks for them. */
const EMBEDDED: ReadonlySet<string> = new Set(['sdk-ts', 'sdk-py'])

/** What the client writes by itself, such as titles, needs no hook. */
const isActivity = ({ type, at, meta }: Line): boolean =>
  (type === 'user' || type === 'assistant') && at !== undefined && !meta

/** The kinds of line about hooks, and what each means. A hook that blocks has answered. */
const OUTCOMES: Readonly<Record<string, HookReport['outcome']>> = {
  hook_success: 'answered',
  hook_blocking_error: 'answered',
  hook_non_blocking_error: 'failed',
  hook_error_during_execution: 'failed',
  hook_cancelled: 'late',
}

/** How the client begins its reason for an answer that it received but could not use (measured on 2.1.330). */
const UNUSABLE = /^(?:HTTP hook must return JSON|Failed to run: Hook returned|Hook JSON output)/
const STATUS = /^Failed with non-blocking status code: /

function reportOf({ fields, at = 0 }: Line): readonly HookReport[] {
  const { attachment } = fields
  if (!isObject(attachment)) return []
  const kind = textIn(attachment, 'type') ?? ''
  const outcome = Object.hasOwn(OUTCOMES, kind) ? OUTCOMES[kind] : undefined
  if (outcome === undefined || (outcome === 'late' && attachment.timedOut !== true)) return []
  const said = textIn(attachment, 'stderr') ?? textIn(attachment, 'content') ?? ''
  const blocking = isObject(attachment.blockingError) ? attachment.blockingError : {}
  return [
    {
      at,
      event: textIn(attachment, 'hookEvent') ?? '',
      outcome: outcome === 'failed' && UNUSABLE.test(said) ? 'discarded' : outcome,
      program: textIn(attachment, 'command') ?? textIn(blocking, 'command') ?? '',
      why: outcome === 'answered' ? '' : outcome === 'late' ? lateness(attachment) : said.replace(STATUS, ''),
    },
  ]
}

const lateness = ({ timeoutMs }: Readonly<Record<string, unknown>>): string =>
  typeof timeoutMs === 'number' ? `no answer within ${timeoutMs / 1_000} s` : 'no answer in time'
