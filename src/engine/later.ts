import type { Event } from '../domain/events.ts'
import type { Job, Log, Secrets } from '../ports.ts'
import type { Performer } from './perform/perform.ts'
import { cleanLine } from './perform/redact.ts'
import type { Attempt } from './queue.ts'
import { type Reacted, react, type Stage } from './reaction.ts'
import { eventOf } from './rebuild.ts'
import type { Registry } from './registry.ts'

/** What jobs are done with. `after` is given what a job came to, and the events that it derived. */
export interface Later {
  readonly registry: Registry
  readonly stage: Stage
  readonly performer: Performer
  readonly secrets: Secrets
  readonly log: Log
  readonly after: (event: Event, runs: readonly Reacted[], derived: readonly Event[]) => Promise<void>
}

/** Does one job: all `later` reactions of its behaviour to its event, their effects and its end in one commit. */
export async function attempt(job: Job, later: Later): Promise<Attempt> {
  const { registry, stage, log, after } = later
  if (registry.state(job.behaviour, job.event) === 'suspended') return { status: 'deferred' }
  const event = eventOf(job.event)
  const members = registry.due(event, 'later').filter(({ behaviour }) => behaviour === job.behaviour)
  if (members.length === 0) log.info('job dropped: nothing reacts to it any more', { behaviour: job.behaviour })
  const reactions = await Promise.all(members.map((member) => react(member, event, job, stage)))
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
  try {
    return { status: 'gone', derived: await performer.perform(event, runs, [job.id]) }
  } catch (error) {
    return { status: 'failed', error: await reason(String(error), later) }
  }
}

/** A job that fails again and again is one failure of its behaviour; being late is not. */
function note(run: Reacted, { attempt: tries }: Job, registry: Registry): void {
  if (run.status === 'decided') registry.succeeded(run)
  if (run.status === 'late') registry.late(run)
  if (run.status === 'failed' && tries === 1) registry.failed(run, run.error ?? '')
}

const reason = (error: string, { secrets }: Later): Promise<string> =>
  cleanLine(error, secrets).catch(() => 'an error that could not be looked through for secrets')
