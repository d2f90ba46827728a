import { cutPrivateDeep } from '@hindcast/redaction/tags.ts'
import { outcomeLines } from '../../domain/context/run-lines.ts'
import { isDone, roleSaid } from '../../domain/coordination/patterns/participants.ts'
import type { PatternName, PatternRole } from '../../domain/coordination/patterns/pattern.ts'
import { progressOf, RUN_EVENTS, type RunProgress } from '../../domain/coordination/run-progress.ts'
import { HindcastError } from '../../domain/errors.ts'
import { deriveId } from '../../domain/identity.ts'
import type { Run } from '../../domain/nouns/run.ts'
import type { OperationPorts } from '../../ports.ts'
import { knownProject, newestSession, projectOf, sessionOf } from './inputs.ts'
import { LISTED_BY, recordWithId } from './prefixes.ts'
import type { RunInput } from './run-input.ts'

/** A run as `--json` gives it. */
export interface RunDocument {
  readonly id: string
  readonly pattern: PatternName
  readonly sessionId: string
  readonly project: string
  readonly state: Run['state']
  readonly by: Run['by']
  readonly startedAt: number
  readonly endedAt: number | null
  readonly agents: number | null
  readonly stages: readonly string[]
  readonly rounds: number | null
  readonly participants: readonly {
    readonly agent: string
    readonly type: string
    readonly role: PatternRole
    readonly done: boolean
  }[]
  /** Who has not ended and who has not started, as far as that is planned. */
  readonly missing: readonly string[]
  readonly outcome: readonly string[]
  readonly result: Readonly<Record<string, unknown>> | null
}

/** Subagents of one session, twice: they start and stop. */
const MOST_EVENTS = 2000

/** The run that a call is about, as it is afterwards; none if there is none. */
export async function runAfter(given: RunInput, ports: OperationPorts): Promise<readonly RunDocument[]> {
  if (given.action !== 'show' && given.self?.agent !== undefined)
    throw new HindcastError('bad-input', 'only the main agent starts and stops runs')
  if (given.action === 'start') return [runDocument(await progress(await started(given, ports), ports))]
  const found = given.id === undefined ? await newestRun(given, ports) : await recordWithId('run', given.id, ports)
  if (given.action === 'stop') return [runDocument(await stopped(found, ports))]
  return found === undefined ? [] : [runDocument(await progress(found, ports))]
}

async function started(
  { pattern, agents, stages = [], rounds, by, ...given }: RunInput,
  ports: OperationPorts,
): Promise<Run> {
  if (pattern === undefined)
    throw new HindcastError('bad-input', 'run start needs a pattern', { remedy: 'for a list, run hindcast run --help' })
  const { session, project } = await runPlace(given, ports)
  if (session === '')
    throw new HindcastError('not-found', 'no session is open in this project', {
      remedy: 'start one, then declare the run',
    })
  const [open] = await ports.memories.records({ noun: 'run', session, limit: 1 })
  if (open?.state === 'open')
    throw new HindcastError('bad-input', `${open.id} (${open.pattern}) is still open in this session`, {
      remedy: 'to end it, run hindcast run stop',
    })
  const at = ports.clock.now()
  const id = deriveId('r', session, 'declared', at)
  const plan = { agents, stages: cutPrivateDeep(stages) as readonly string[], rounds }
  return keepRun({ id, session, project, at, pattern, ...plan, by, state: 'open', outcome: [], evidence: [] }, ports)
}

/** The session whose run is meant: the calling agent's, the one that is named, or the project's newest. */
async function runPlace(
  { self, session, project, from }: Pick<RunInput, 'self' | 'session' | 'project' | 'from'>,
  ports: OperationPorts,
) {
  if (self !== undefined) return self
  if (session !== undefined) {
    const [found] = await ports.evidence.sessions({ id: await sessionOf(session, ports), limit: 1 })
    return { session: found?.id ?? session, project: found?.project ?? '' }
  }
  const own = (await knownProject(project, ports)) ?? (await projectOf(from, ports)) ?? ''
  return { session: await newestSession(own, ports), project: own }
}

async function newestRun(given: RunInput, ports: OperationPorts): Promise<Run | undefined> {
  const { session, project } = await runPlace(given, ports)
  const isOne = given.self !== undefined || given.session !== undefined
  const [found] = await ports.memories.records({ noun: 'run', ...(isOne ? { session } : { project }), limit: 1 })
  return found
}

async function stopped(run: Run | undefined, ports: OperationPorts): Promise<RunProgress> {
  if (run?.state !== 'open') throw new HindcastError('not-found', 'no run is open', { remedy: LISTED_BY.run })
  const before = await progress(run, ports)
  const { result, evidence } = before
  const now = ports.clock.now()
  const end = { state: 'stopped' as const, endedAt: now, outcome: outcomeLines(before), result: result.data, evidence }
  return { ...before, run: await keepRun({ ...run, ...end }, ports) }
}

async function keepRun(run: Run, ports: OperationPorts): Promise<Run> {
  const project = (await ports.evidence.projects()).find(({ id }) => id === run.project)
  if (project === undefined) throw new HindcastError('not-found', 'nothing is recorded of this project yet')
  await ports.keeper.keep('run', run, project)
  return run
}

async function progress(run: Run, { evidence, clock }: OperationPorts): Promise<RunProgress> {
  const asOf = run.endedAt ?? clock.now()
  const names = [...RUN_EVENTS]
  return progressOf(run, await evidence.events({ session: run.session, names, asOf, newest: true, limit: MOST_EVENTS }))
}

/** What is over is shown as it was kept, also where its events are gone. */
function runDocument({ run, participants, running, toStart = [], result, ...rest }: RunProgress): RunDocument {
  const { id, pattern, session, project, at, by, state } = run
  const isOver = state !== 'open'
  return {
    id,
    pattern,
    sessionId: session,
    project,
    state,
    by,
    startedAt: at,
    endedAt: run.endedAt ?? null,
    agents: run.agents ?? null,
    stages: run.stages,
    rounds: run.rounds ?? null,
    participants: participants.map((one) => ({ agent: one.agent, type: one.type, role: one.role, done: isDone(one) })),
    missing: state === 'complete' ? [] : [...running.map(({ role }) => roleSaid(role)), ...toStart],
    outcome: isOver ? run.outcome : outcomeLines({ result, ...rest }),
    result: (isOver ? run.result : result.data) ?? null,
  }
}
