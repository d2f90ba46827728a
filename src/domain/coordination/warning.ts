import type { Decided } from '../behaviour.ts'
import type { EventOf } from '../events.ts'
import type { ClaimsMode } from '../settings.ts'

/** What is to be said before a call, of how much weight, and whether a person is asked first (`isUrgent`). */
export interface CallWarning {
  readonly head: string
  readonly rank: number
  readonly lines: readonly string[]
  readonly isUrgent: boolean
}

type Said = Decided<'PreToolUse', 'reply', 'ask' | 'context' | 'deny' | 'note'>

/** Above notes that can wait. */
const NOTE_RANK = 30

/**
 * Says it as the user has chosen. A client may not show why it asks, so the person is told beside the question; the model is
 * told, too, since it learns nothing from a question that was answered with yes.
 */
export function warning(
  { attended }: Pick<EventOf<'PreToolUse'>, 'attended'>,
  { head, rank, lines, isUrgent }: CallWarning,
  mode: ClaimsMode,
): Said[] {
  if (mode === 'off' || lines.length === 0) return []
  const reason = lines.join('\n')
  if (mode === 'deny' && isUrgent) return [{ kind: 'deny', reason }]
  const items = lines.map((text) => ({ text, ids: [], rank: 0 }))
  const context: Said = { kind: 'context', type: 'notice', rank, head, items }
  if (mode !== 'ask' || !isUrgent || attended === false) return [context]
  return [{ kind: 'ask', reason }, { kind: 'note', text: reason, rank: NOTE_RANK }, context]
}
