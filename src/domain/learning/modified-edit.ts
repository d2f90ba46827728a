import type { EventOf } from '../events.ts'
import { deriveId } from '../identity.ts'
import { cap } from '../memory/cap.ts'
import type { Signal } from '../nouns/signal.ts'
import { replacedIn } from './replaced.ts'

/** A person who changes a proposed edit and then accepts it says most clearly what they want. */
const BELIEF = 0.9
const QUOTE = 500

/** What a person changed in an edit before accepting it; nothing if they accepted it as it was. */
export function signalsOfModifiedEdit(event: EventOf<'PostToolUse'>): readonly Signal[] {
  const { id, session, project, at, promptId, act, result, attended } = event
  if (result.userModified !== true || (act.kind !== 'edit' && act.kind !== 'write')) return []
  const proposed = act.kind === 'edit' ? act.changes.map((change) => change.new).join('\n') : act.text
  const accepted = (result.patch ?? '')
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .map((line) => line.slice(1))
  // Lines that are as proposed say nothing
  const offered = proposed.split('\n')
  const asked = offered.filter((line) => line.trim() !== '' && !accepted.includes(line))
  const wanted = accepted.filter((line) => line.trim() !== '' && !offered.includes(line))
  const pair = replacedIn(asked.join('\n'), wanted.join('\n'))
  const lines = [...asked.map((line) => `- ${line}`), ...wanted.map((line) => `+ ${line}`)]
  const signal: Signal = {
    id: deriveId('g', id, 'modified'),
    session,
    project,
    at,
    promptId,
    type: 'drift',
    quote: cap(lines.join('\n') || (event.classification.target ?? ''), QUOTE),
    polarity: pair === undefined ? 'avoid' : 'do',
    subject: pair?.now ?? '',
    ...(pair && { object: pair.old }),
    reach: 'unsaid',
    hasHorizon: false,
    confidence: BELIEF,
    by: attended === false ? 'script' : 'person',
    evidence: [id],
  }
  return [signal]
}
