import type { Event } from '../domain/events.ts'
import type { EventRecord } from '../domain/memory/nouns.ts'
import type { Act } from '../domain/tool.ts'

/**
 * The event of a record, for the `later` lane: what a record does not keep (a tool's raw input, a prompt's text, a
 * batch's calls) is empty. Capped text stays capped.
 */
export function eventOf(record: EventRecord): Event {
  const { agentId, agentType, filesRead, filesModified, target, outcome, exitCode } = record
  const event = {
    ...BLANK,
    ...record.body,
    ...ownOf(record),
    id: record.id,
    identity: record.identity,
    name: record.name,
    at: record.at,
    session: record.session,
    project: record.project,
    host: record.host,
    via: record.via,
    agent: agentId === undefined ? undefined : { id: agentId, type: agentType ?? '' },
    promptId: record.promptId,
    cause: record.cause,
    depth: record.body.depth,
    classification: { target, filesRead, filesModified, commands: [], check: record.body.check, outcome, exitCode },
  }
  return event as unknown as Event
}

/** Fields of events that some records lack. */
const BLANK = { prompt: '', calls: [], ids: [] }

/** What stands in columns of its own, under the event's names for it. */
function ownOf({ name, tool, input, output, body, durationMs, exitCode }: EventRecord): object {
  if (name === 'PostCompact') return { summary: output ?? '' }
  if (tool === undefined) return {}
  const { userModified, interrupted } = body
  const call = {
    tool,
    toolUseId: body.toolUseId ?? '',
    act: actOf(body.act, input ?? ''),
    input: undefined,
    durationMs,
  }
  const failed = { error: output ?? '', exitCode, interrupted: interrupted === true }
  return name === 'PostToolUseFailure'
    ? { ...call, ...failed }
    : { ...call, result: { text: output ?? '', userModified, interrupted } }
}

/** Puts back what an act's record keeps in `input`. */
function actOf(act: unknown, input: string): Act {
  const kept = (act ?? { kind: 'other' }) as Act
  switch (kept.kind) {
    case 'shell':
      return { ...kept, command: input }
    case 'write':
    case 'mcp':
    case 'other':
      return { ...kept, text: input }
    default:
      return kept
  }
}
