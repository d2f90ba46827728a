import { isObject } from '../fields.ts'
import { contentWords, type Line, textIn } from './line.ts'
import type { Spot } from './state.ts'
import { emitEvent, type Reading } from './told.ts'
import { endTurn } from './turns.ts'
import { noteCompacted } from './usage.ts'

/** The client's text around a summary. */
const PREAMBLE = /^This session is being continued from a previous conversation[\s\S]*?\nSummary:\n/
const CLOSING = /\n\nIf you need specific details from before compaction[\s\S]*$/

/** The conversation was compacted; the summary and the person's instructions are in the lines that follow. */
export function compactBoundary(reading: Reading, line: Line, spot: Spot): void {
  const { state } = reading
  endTurn(reading, state.main)
  settleCompaction(reading)
  const metadata = isObject(line.fields.compactMetadata) ? line.fields.compactMetadata : {}
  noteCompacted(state, metadata, spot.at)
  state.compaction = { spot, trigger: textIn(metadata, 'trigger') ?? 'auto', summary: '' }
}

/** The lines after a boundary: the summary and, for a manual compaction, the command and its prompt's id. */
export function afterBoundary({ state }: Reading, line: Line): boolean {
  if (!state.compaction || line.type !== 'user' || line.sidechain) return false
  if (line.fields.isCompactSummary === true) {
    state.compaction.summary = contentWords(line.content).replace(PREAMBLE, '').replace(CLOSING, '')
    return true
  }
  state.compaction.prompt ??= line.promptId
  return line.meta
}

/** Reports a compaction once all its lines have been read. */
export function settleCompaction(reading: Reading): void {
  const { compaction, main } = reading.state
  if (!compaction) return
  const { spot, trigger, prompt = main.prompt, summary, instructions } = compaction
  reading.state.compaction = undefined
  const said = { trigger, prompt_id: prompt }
  emitEvent(reading, spot, { hook_event_name: 'PreCompact', ...said, custom_instructions: instructions })
  emitEvent(reading, spot, { hook_event_name: 'SessionStart', source: 'compact', prompt_id: prompt })
  emitEvent(reading, spot, { hook_event_name: 'PostCompact', ...said, compact_summary: summary })
}
