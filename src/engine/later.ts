import { type Clean, cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { Event } from '../domain/events.ts'
import type { EventRecord } from '../domain/nouns/event.ts'
import type { Act } from '../domain/tool.ts'
import type { Job, Log, Secrets } from '../ports.ts'
import { deadlineIn } from './deadline.ts'
import type { Performer } from './perform/perform.ts'
import { cleanLine } from './perform/redact.ts'
import type { Attempt } from './queue.ts'
import { type Reacted, react, type Stage } from './reaction.ts'
import type { Registry } from './registry.ts'

/** Dependencies of jobs. `after` receives a job's result and the events that it derived. */
export interface Later {
  readonly registry: Registry
  readonly stage: Stage
  readonly performer: Performer
  readonly secrets: Secrets
  readonly log: Log
  /** How long a job may wait for facts, in milliseconds. */
  readonly jobMs: number
  readonly after: (event: Event, runs: readonly Reacted[], derived: readonly Event[]) => Promise<void>
}

/**
 * Runs one job: all `later` reactions of its behaviour to its event, with their effects and the job's completion in one
 * commit.
 */
export async function attempt(job: Job, later: Later): Promise<Attempt> {
  const { registry, stage, log, jobMs, after } = later
  if (registry.state(job.behaviour, job.event) === 'suspended') return { status: 'deferred' }
  const event = eventOf(job.event)
  const members = registry.due(event, 'later').filter(({ behaviour }) => behaviour === job.behaviour)
  if (members.length === 0) log.info('job dropped: nothing reacts to it any more', { behaviour: job.behaviour })
  const deadline = deadlineIn(jobMs)
  const reactions = await Promise.all(members.map((member) => react(member, { event, owner: job, deadline }, stage)))
  deadline.clear()
  const runs = reactions.filter((run) => run !== undefined)
  for (const run of runs) note(run, job, registry)
  const result = await conclude(job, event, runs, later)
  await after(event, runs, result.derived ?? [])
  return result
}

type Conclusion = Attempt & { readonly derived?: readonly Event[] }

async function conclude(job: Job, event: Event, runs: readonly Reacted[], later: Later): Promise<Conclusion> {
  const { performer, log } = later
  const failed = runs.filter(({ status }) => status !== 'decided')
  const retried = failed.find(({ reaction }) => reaction.onFailure === 'retry')
  if (retried) return { status: 'failed', error: await reason(retried.error ?? retried.status, later) }
  for (const { behaviour } of failed) log.warn('job dropped: it failed', { behaviour, event: event.id })
  if (runs.every(({ effects }) => effects.length === 0)) return { status: 'idle' }
  try {
    return { status: 'gone', derived: await performer.perform(event, runs, [job.id]) }
  } catch (error) {
    return { status: 'failed', error: await reason(String(error), later) }
  }
}

/** Repeated failures of one job count as a single failure of its behaviour; that it took too long does not count. */
function note(run: Reacted, { attempt: tries }: Job, registry: Registry): void {
  if (run.status === 'decided') registry.succeeded(run)
  if (run.status === 'failed' && tries === 1) registry.failed(run, run.error ?? '')
}

const reason = (error: string, { secrets }: Later): Promise<Clean> =>
  cleanLine(error, secrets).catch(() => cleanLiteral`an error that could not be looked through for secrets`)

/**
 * The event of a record, for the `later` lane: what a record does not store (a tool's raw input, a prompt's text, a
 * batch's calls) is empty. Capped text stays capped.
 */
export function eventOf(record: EventRecord): Event {
  const { agentId, agentType, filesRead, filesModified, target, outcome, exitCode } = record
  const { filesWritten, filesDeleted, gitActs, ...body } = record.body
  const found = { target, filesRead, filesModified, filesWritten, filesDeleted, gitActs, outcome, exitCode }
  const event = {
    ...BLANK,
    ...body,
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
    classification: { ...found, commands: [], check: body.check },
  }
  return event as unknown as Event
}

/** Fields of events that some records lack. */
const BLANK = { prompt: '', calls: [], ids: [] }

/** Data in columns of its own, under the event's field names. */
function ownOf({ name, tool, input, output, body, durationMs, exitCode }: EventRecord): object {
  if (name === 'PostCompact') return { summary: output ?? '' }
  if (tool === undefined) return {}
  const { userModified, interrupted, run, started, task } = body
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
    : { ...call, result: { text: output ?? '', userModified, interrupted, run, started, task } }
}

/** Restores the part of an act that its record stores in `input`. */
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
