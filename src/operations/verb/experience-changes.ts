import { cutPrivate } from '@hindcast/redaction/tags.ts'
import { HindcastError } from '../../domain/errors.ts'
import type { Entry } from '../../domain/experience/entry.ts'
import { EXPECT_EXAMPLE, expectationIn } from '../../domain/experience/expect.ts'
import { type Experience, ROOT_CAUSES, STATUSES } from '../../domain/experience/experience.ts'
import { experienceOf, holderOf, withJournalEntry } from '../../domain/experience/journal.ts'
import { deriveId } from '../../domain/identity.ts'
import type { OperationPorts } from '../../ports.ts'
import type { ExperienceCall } from './experience-input.ts'
import { newestSession, projectOf } from './inputs.ts'
import { LISTED_BY, recordWithId } from './prefixes.ts'

/** More than a project's agents can have in mind at once. */
export const MOST_EXPERIENCES = 2000

/** The experience that a call is about, as it is afterwards; none if none is open. */
export async function experienceAfter(given: ExperienceCall, ports: OperationPorts): Promise<readonly Experience[]> {
  if (given.action === 'show') return [await experienceWithId(given.id, ports)]
  const place = await holderAt(given, ports)
  const open = await openOf(place, ports)
  const at = ports.clock.now()
  switch (given.action) {
    case 'start':
      return [await begun(given, place, open, ports)]
    case 'update':
      return [await keepExperience(required(open), updateFrom(given, at), ports)]
    case 'resolve':
      return [await keepExperience(required(open), await endFrom(given, required(open), ports), ports)]
    case 'adopt':
      return [await adopted(given, place, open, ports)]
    case 'abandon':
      return [await abandoned(given, open, ports)]
    default:
      return open === undefined ? [] : [open]
  }
}

/** Whose experiences a call is about. */
interface Holder {
  readonly session: string
  readonly project: string
  readonly agent?: string | undefined
}

async function holderAt({ self: caller, session, project: dir, from: here }: ExperienceCall, ports: OperationPorts) {
  if (caller !== undefined) return caller
  const project = (await projectOf(dir ?? here, ports)) ?? ''
  const found = session === undefined ? undefined : (await ports.evidence.sessions({ id: session, limit: 1 }))[0]
  if (session !== undefined && found === undefined)
    throw new HindcastError('not-found', `no session matches '${session}'`, {
      remedy: 'to list sessions, run hindcast sessions',
    })
  return { session: found?.id ?? (await newestSession(project, ports)), project: found?.project ?? project }
}

/** The open experience of an agent; its own rather than one that Hindcast opened. */
async function openOf({ session, project, agent }: Holder, { memories }: OperationPorts) {
  const all = await memories.records({ noun: 'experience', project, limit: MOST_EXPERIENCES })
  const own = all.filter((each) => holderOf(each) === session && each.agentId === agent && each.state === 'open')
  return own.find(({ isProvisional }) => !isProvisional) ?? own[0]
}

function required(open: Experience | undefined): Experience {
  if (open !== undefined && !open.isProvisional) return open
  throw new HindcastError('bad-input', 'no experience is open in this session', {
    remedy: 'start one with experiences start',
  })
}

async function begun(given: ExperienceCall, place: Holder, open: Experience | undefined, ports: OperationPorts) {
  const { goal, hypothesis, plan, prediction } = given
  const { session, project, agent } = place
  const missing = Object.entries({ goal, hypothesis, plan, prediction }).filter(([, text]) => !text)
  if (missing.length > 0)
    throw new HindcastError('bad-input', `experiences start needs ${missing.map(([name]) => name).join(', ')}`)
  if (session === '') throw new HindcastError('not-found', 'no session is open in this project')
  if (open !== undefined && !open.isProvisional) throw alreadyOpen(open)
  const entry: Entry = {
    kind: 'start',
    by: 'agent',
    at: ports.clock.now(),
    session,
    project,
    domain: given.domain ?? 'debugging',
    strategy: given.strategy ?? 'check-assumptions',
    goal: goal ?? '',
    hypothesis: hypothesis ?? '',
    action: plan ?? '',
    prediction: prediction ?? '',
    ...(agent !== undefined && { agentId: agent }),
    ...expectFrom(given),
  }
  if (open !== undefined) return keepExperience(open, entry, ports)
  const before = await ports.memories.records({ noun: 'experience', session, limit: MOST_EXPERIENCES })
  // Two starts at once get one id, of which the store keeps the first
  const draft = experienceOf(deriveId('x', session, agent ?? '', before.length), [entry])
  if (draft === undefined) throw new Error('an entry of kind start begins an experience')
  const stored = await keepExperience(draft, undefined, ports)
  if (stored.goal !== entry.goal || stored.startedAt !== entry.at) throw alreadyOpen(stored)
  return stored
}

const alreadyOpen = ({ id, goal }: Experience): HindcastError =>
  new HindcastError('bad-input', `an experience is already open: ${id} (${goal.slice(0, 80)})`, {
    remedy: 'resolve or abandon it first',
  })

/** Stores an experience with one more entry, and returns it as it is stored. */
async function keepExperience(
  experience: Experience,
  entry: Entry | undefined,
  ports: OperationPorts,
): Promise<Experience> {
  const next = entry === undefined ? experience : withJournalEntry(experience, entry)
  const projects = await ports.evidence.projects()
  const project = projects.find(({ id }) => id === next.project)
  if (project === undefined) throw new HindcastError('not-found', `the project of '${next.id}' is gone`)
  await ports.keeper.keep('experience', next, project)
  return experienceWithId(next.id, ports)
}

async function experienceWithId(id: string | undefined, ports: OperationPorts): Promise<Experience> {
  if (id !== undefined) return recordWithId('experience', id, ports)
  throw new HindcastError('bad-input', 'the id of an experience is required', { remedy: LISTED_BY.experience })
}

/** Throws `bad-input` if the prediction cannot be checked in this form. */
function expectFrom({ expect }: ExperienceCall): { readonly expect?: string } {
  if (expect === undefined || expect === '') return {}
  if (expectationIn(expect) === undefined)
    throw new HindcastError('bad-input', `expect: '${expect.slice(0, 80)}' cannot be checked against a run`, {
      remedy: `write it like ${EXPECT_EXAMPLE}`,
    })
  return { expect }
}

function updateFrom(given: ExperienceCall, at: number): Entry {
  const { hypothesis, plan, prediction, strategy, note } = given
  const changes = {
    ...(hypothesis && { hypothesis }),
    ...(plan && { action: plan }),
    ...(prediction && { prediction }),
    ...(strategy && { strategy }),
    ...(note && { note }),
    ...expectFrom(given),
  }
  if (Object.keys(changes).length === 0)
    throw new HindcastError('bad-input', 'experiences update needs a hypothesis, plan, prediction, expect or note')
  return { kind: 'update', at, ...changes }
}

/** Throws `bad-input` for a falsified belief without surprise and root cause, and for evidence that is none. */
async function endFrom(given: ExperienceCall, open: Experience, ports: OperationPorts): Promise<Entry> {
  const { status, result = '', surprise, rootCause, cause, lesson, evidence = [] } = given
  if (status === undefined)
    throw new HindcastError('bad-input', `experiences resolve needs a status: ${STATUSES.join(', ')}`)
  if (status === 'falsified' && (!surprise || rootCause === undefined))
    throw new HindcastError('bad-input', 'a falsified experience needs a surprise and a root cause', {
      remedy: `root causes: ${ROOT_CAUSES.join(', ')}`,
    })
  const at = ports.clock.now()
  const cited = await citedFrom(evidence, { session: holderOf(open), from: open.startedAt, until: at }, ports)
  return {
    kind: 'resolve',
    at,
    by: 'agent',
    status,
    result,
    ...(surprise && { surprise }),
    ...(rootCause && { rootCause }),
    ...(cause && { cause }),
    ...(lesson && { lesson }),
    evidence: cited,
  }
}

/** The events that are cited; each has to be of the session, and between start and end. */
async function citedFrom(
  ids: readonly string[],
  { session, from: since, until }: { readonly session: string; readonly from: number; readonly until: number },
  { memories }: OperationPorts,
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const found = await memories.show(ids)
  const events = found.flatMap((each) => (each.kind === 'event' ? [each.record] : []))
  const own = events.filter((each) => each.session === session && each.at >= since && each.at <= until)
  const stray = ids.find((id) => !own.some((each) => each.id.startsWith(id)))
  if (stray !== undefined)
    throw new HindcastError('bad-input', `evidence: '${stray}' is not an event of this session since the start`, {
      remedy: '',
    })
  return own.map(({ id }) => id)
}

async function adopted({ id }: ExperienceCall, place: Holder, open: Experience | undefined, ports: OperationPorts) {
  const orphan = await experienceWithId(id, ports)
  if (orphan.state === 'closed') throw new HindcastError('bad-input', `experience '${orphan.id}' is closed`)
  if (place.session === '') throw new HindcastError('not-found', 'no session is open in this project')
  if (open !== undefined && !open.isProvisional && open.id !== orphan.id) throw alreadyOpen(open)
  const { session, agent } = place
  const entry: Entry = {
    kind: 'adopt',
    at: ports.clock.now(),
    session,
    ...(agent !== undefined && { agentId: agent }),
  }
  return keepExperience(orphan, entry, ports)
}

/** An agent's own needs no id. */
async function abandoned({ id, words, result }: ExperienceCall, open: Experience | undefined, ports: OperationPorts) {
  const isId = id !== undefined && /^x_[0-9a-f]*$/.test(id)
  const reason = [isId || id === undefined ? '' : id, words ?? '', result ?? ''].filter(Boolean).join(' ')
  const target = isId ? await experienceWithId(id, ports) : required(open)
  if (target.state === 'closed') throw new HindcastError('bad-input', `experience '${target.id}' is closed`)
  const at = ports.clock.now()
  return keepExperience(
    target,
    { kind: 'resolve', at, by: 'agent', status: 'abandoned', result: cutPrivate(reason).text },
    ports,
  )
}
