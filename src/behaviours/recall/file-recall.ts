import { behaviour, type Decided, on } from '../../domain/behaviour.ts'
import { fileHead, fileLines } from '../../domain/context/file-lines.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'

type Call = 'PreToolUse' | 'PostToolUse' | 'PostToolUseFailure'
type Told = Decided<Call, 'reply', 'context'>

const RANK = 50
/** Most records about a file are mere changes. */
const LOOKED_AT = 40

function needs(event: EventOf<Call>) {
  const path = fileRead(event)
  if (path === undefined) return undefined
  const { project, session } = event
  return { file: { fact: 'ofFile', project, session, file: path, limit: LOOKED_AT } } as const
}

const reaction = {
  lane: 'reply',
  acts: ['read', 'edit', 'write'],
  answers: ['context'],
  onFailure: 'pass',
  needs,
  decide: recalledNotes,
} as const

/**
 * Shows what is known about a file with its first read or change in a session, if it matters. The text comes with the
 * result, or before the call if the host asks then: a model reads both in the same place.
 */
export default behaviour({
  name: 'file-recall',
  summary:
    'When a file is first read or changed in a session: shows the warnings, decisions and failures recorded about it.',
  reactions: [on('PreToolUse', reaction), on('PostToolUse', reaction), on('PostToolUseFailure', reaction)],
})

/** The file that the call reads or changes. */
function fileRead({ act, classification: { filesRead, filesModified, target } }: EventOf<Call>): string | undefined {
  return (act.kind === 'read' ? filesRead[0] : filesModified[0]) ?? target
}

function recalledNotes(event: EventOf<Call>, { file: { known, warned } }: FactsFor<typeof needs>): Told[] {
  const path = fileRead(event) ?? ''
  const mark = `file ${path}`
  if (warned.includes(mark)) return []
  const items = fileLines(
    known.filter(({ session }) => session !== event.session),
    path,
    event.at,
  )
  if (items.length === 0) return []
  return [
    { kind: 'context', type: 'reminder', rank: RANK, head: fileHead(path), items },
    { kind: 'emit', name: 'Warned', n: 0, body: { of: [mark] } },
  ]
}
