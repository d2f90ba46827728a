import { behaviour, on } from '../../domain/behaviour.ts'
import { noteLines } from '../../domain/context/peer-lines.ts'
import type { ReceivedNote } from '../../domain/coordination/peer.ts'
import type { EventOf } from '../../domain/events.ts'

type Moment = EventOf<'PostToolUse' | 'PostToolUseFailure' | 'UserPromptSubmit' | 'SessionStart'>

/** Each is told once, so nothing that could be told again may take its place. */
const RANK = 95

const delivery = {
  lane: 'reply',
  answers: ['context'],
  onFailure: 'pass',
  // Subagents have tasks of their own
  needs: ({ project, session, agent }: Moment) =>
    agent === undefined ? ({ notes: { fact: 'notes', project, session } } as const) : undefined,
  decide: ({ at }: Moment, { notes }: { readonly notes: readonly ReceivedNote[] }) => {
    if (notes.length === 0) return []
    const items = noteLines(notes, at).map((text, n) => ({ text, ids: [], rank: n }))
    return [{ kind: 'context', type: 'notice', rank: RANK, head: notesHead(notes), items } as const]
  },
} as const

/** Hands on what other sessions, or a person in a terminal, wrote to this one. */
export default behaviour({
  name: 'notes',
  summary:
    'Delivers notes sent with `hindcast tell` to a running session, each once: with its next tool result or prompt, quoted with who wrote it.',
  reactions: [
    on('PostToolUse', delivery),
    on('PostToolUseFailure', delivery),
    on('UserPromptSubmit', delivery),
    on('SessionStart', delivery),
  ],
})

function notesHead(notes: readonly ReceivedNote[]): string {
  if (notes.every(({ session, by }) => session === '' && by === 'user')) return 'Note from the user'
  return notes.length === 1 ? 'Note from another session' : 'Notes from other sessions'
}
