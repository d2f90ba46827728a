import type { CheckOutcome } from '../checks/outcome.ts'
import { commitsIn } from '../memory/commits.ts'
import type { EventRecord } from '../nouns/event.ts'
import { changingCommands, stashesIn } from './changing.ts'
import { type CheckRun, folderIn, repeatedIn, runOf } from './covering.ts'
import { type ChangeMade, curingAmong } from './curing.ts'
import { diffOf } from './diffs.ts'
import type { Ending, FailingRun } from './ending.ts'
import { isSameTest, markOf, standsIn } from './failure.ts'
import { missingNames } from './missing.ts'
import { placesIn } from './places.ts'

/** A check that failed, and what made it pass, as far as it did. */
export interface Episode {
  readonly session: string
  readonly project: string
  readonly agentId?: string | undefined
  readonly promptId?: string | undefined
  readonly at: number
  readonly failed: CheckOutcome
  /** The folder that the failing line went to first. */
  readonly folder?: string | undefined
  /** The files that its output points to, as printed. */
  readonly places: readonly string[]
  /** Its failing runs, the first of which identifies it. */
  readonly runs: readonly FailingRun[]
  readonly end?: Ending | undefined
}

/** Whether something is known to have made the difference: a failure that passes unchanged was a flaky one. */
export const isCured = ({ end }: Pick<Episode, 'end'>): boolean =>
  end !== undefined && (end.files.length > 0 || end.commands.length > 0)

/**
 * Whether an outcome can begin or end an episode. What an editor reports, no command can repeat; and a command that its
 * program does not know checked nothing: other words work in its place, which is a recipe.
 */
export const isChecked = ({ check, status, command, error }: Ended): boolean =>
  CHECKED.has(check) &&
  status !== 'unknown' &&
  command !== '' &&
  !(status === 'error' && missingNames(error)?.length === 0)

type Ended = Pick<CheckOutcome, 'check' | 'status' | 'command' | 'error'>

const CHECKED: ReadonlySet<string> = new Set(['test', 'build', 'types', 'lint'])
/**
 * Of a linter's failures, and of runs that found nothing to run, only those that a command fixed: an edit for one finding says
 * nothing about the next.
 */
export const isWorthKeeping = ({ failed, end }: Episode): boolean =>
  (failed.check !== 'lint' && failed.isEmpty !== true) || (end?.commands.length ?? 0) > 0

const MOST_IDS = 20
const MOST_DIFFS = 3
const MOST_FILES = 12
const MOST_COMMANDS = 4
const MOST_PASSES = 20

/**
 * The failing tests, builds and type checks among a session's events, oldest first, and what made each pass. `earlier`:
 * episodes of sessions before it that are still open. An agent's failures end with its own passes; those of an agent that has
 * stopped, and of earlier sessions, with anybody's.
 */
export function episodesIn(events: readonly EventRecord[], earlier: readonly Episode[] = []): readonly Episode[] {
  const open = earlier.map(openEpisode)
  const walk: Walk = {
    calls: new Map(),
    agents: new Set(),
    open,
    ended: [],
    passed: [],
    aside: new Set(),
    isAside: false,
    without: [],
  }
  for (const event of events) {
    if (event.name === 'SubagentStop') walk.agents.delete(event.agentId ?? '')
    else if (event.agentId !== undefined) walk.agents.add(event.agentId)
    if (event.name === 'Outcome') followCheck(event, walk)
    else if (event.tool !== undefined) called(event, walk)
  }
  return [...walk.ended, ...walk.open].map(episodeOf).sort((a, b) => a.at - b.at)
}

/** An episode while its session is read. */
interface Open {
  readonly episode: Episode
  readonly runs: FailingRun[]
  /** The tests that have not passed yet. */
  tests: readonly string[]
  /** Since it last failed like this. */
  readonly changes: ChangeMade[]
  /** How many changes had been made when a run failed with something else for the first time since it last failed like this. */
  changesUntilElse?: number | undefined
  end?: Ending
}

interface Walk {
  readonly calls: Map<string, EventRecord>
  /** The subagents at work. */
  readonly agents: Set<string>
  open: Open[]
  readonly ended: Open[]
  /** The calls of passing runs. */
  readonly passed: EventRecord[]
  /** Calls during which changes were put aside (`git stash`), so that their checks say nothing of these; and whether they still are. */
  readonly aside: Set<string>
  isAside: boolean
  /** What failed without them: open once work goes on from there. */
  without: Open[]
}

const openEpisode = (episode: Episode): Open => ({
  episode,
  runs: [...episode.runs],
  tests: markOf(episode.failed).tests,
  changes: [],
})

function called(event: EventRecord, walk: Walk): void {
  walk.calls.set(event.id, event)
  const stashes = stashesIn(event)
  if (walk.isAside || stashes.includes(true)) walk.aside.add(event.id)
  walk.isAside = stashes.at(-1) ?? walk.isAside
  if (!walk.isAside) walk.without = []
  const written = event.outcome === 'ok' && Array.isArray(event.body.filesWritten) ? event.body.filesWritten : []
  const files = [...event.filesModified, ...written.filter((file) => typeof file === 'string')]
  const commands = changingCommands(event)
  const { agentId } = event
  if (walk.isAside && files.length > 0) leaveAside(walk)
  if (files.length > 0 || commands.length > 0)
    for (const each of walk.open) each.changes.push({ event, agentId, files, commands })
  committed(event, walk.ended)
}

/** An edit goes on from what is there: what was put aside cures nothing any more. */
function leaveAside(walk: Walk): void {
  for (const each of walk.open) each.changes.splice(0)
  const isOpen = ({ episode }: Open) => walk.open.some((one) => one.episode.failed.command === episode.failed.command)
  walk.open.push(...walk.without.filter((one) => !isOpen(one)))
  walk.without = []
  walk.isAside = false
}

/** The first commit after the change that cured it. */
function committed(event: EventRecord, ended: readonly Open[]): void {
  const [commit] = commitsIn([event])
  if (commit === undefined) return
  for (const each of ended) {
    const isOpen = isCured(each) && each.end?.commit === undefined && each.end?.session === event.session
    if (!isOpen || each.end === undefined) continue
    each.end = { ...each.end, commit: { hash: commit.hash, subject: commit.subject, event: event.id } }
  }
}

function followCheck(event: EventRecord, walk: Walk): void {
  const outcome = event.body as unknown as CheckOutcome
  const call = walk.calls.get(event.cause ?? '')
  if (!isChecked(outcome) || call === undefined) return
  if (walk.aside.has(call.id)) {
    const others = walk.without.filter(({ episode }) => episode.failed.command !== outcome.command)
    const isFailed = walk.isAside && outcome.status !== 'pass'
    walk.without = isFailed ? [...others, openEpisode(episodeAt(event, call, outcome))] : others
    return
  }
  if (outcome.status === 'pass') walk.passed.push(call)
  const run = runOf(outcome, folderIn(call.input ?? '', outcome.command))
  for (const each of walk.open.filter((one) => isOwn(one, event, walk)))
    settled(each, run, { event, call, outcome }, walk)
  walk.ended.push(...walk.open.filter(({ end }) => end !== undefined))
  walk.open = walk.open.filter(({ end }) => end === undefined)
  if (outcome.status === 'pass') committed(call, walk.ended)
  else failedAgain(event, call, outcome, walk) || walk.open.push(openEpisode(episodeAt(event, call, outcome)))
}

/** The agent's own failure, or one whose agent is gone. */
function isOwn({ episode }: Open, { session, agentId }: EventRecord, { agents }: Walk): boolean {
  if (episode.session !== session || episode.agentId === agentId) return true
  return episode.agentId !== undefined && !agents.has(episode.agentId)
}

interface Run {
  readonly event: EventRecord
  readonly call: EventRecord
  readonly outcome: CheckOutcome
}

/** Takes the tests that a passing run repeated from those still to pass, and ends the episode with the last one. */
function settled(one: Open, run: CheckRun, { event, call, outcome }: Run, { passed }: Walk): void {
  const { failed, folder } = one.episode
  const repeated = repeatedIn({ ...runOf(failed, folder), tests: one.tests }, run)
  if (repeated.length === 0) return
  if (outcome.status === 'pass')
    one.tests = repeated === 'all' ? [] : one.tests.filter((name) => !repeated.includes(name))
  else failedElse(one, repeated, { event, call, outcome })
  if (outcome.status === 'pass' && one.tests.length === 0) one.end = endingOf(one, { event, call, outcome }, passed)
}

/** Notes whether a failing run of the same target fails as before, or with something else. */
function failedElse(one: Open, repeated: readonly string[] | 'all', { event, call, outcome }: Run): void {
  const [before, now] = [markOf(one.episode.failed), markOf(outcome)]
  const tests = repeated === 'all' ? one.tests : repeated
  const isListed = tests.length > 0 && now.tests.length > 0 && outcome.failed === now.tests.length
  const isUnnamed = tests.length === 0 && now.tests.length === 0 && before.print !== '' && now.print !== ''
  if (!isListed && !isUnnamed) return
  const isSame = isListed
    ? tests.some((name) => now.tests.some((its) => isSameTest(its, name)))
    : before.print === now.print
  if (isSame) one.changesUntilElse = undefined
  else if (one.changesUntilElse === undefined) {
    one.changesUntilElse = one.changes.length
    const instead = now.tests[0] ?? outcome.error ?? outcome.command
    one.runs.push({ at: event.at, outcome: event.id, call: call.id, instead })
  }
}

function endingOf(
  { episode, changes, changesUntilElse }: Open,
  { event, call, outcome: passed }: Run,
  passes: readonly EventRecord[],
): Ending {
  const since = changes.slice(0, changesUntilElse)
  const own = since.filter(({ agentId }) => agentId === episode.agentId || agentId === event.agentId)
  const made = own.length > 0 ? own : since
  const { files, commands } = curingAmong(made, episode, event)
  const edits = made.filter((change) => change.files.some((file) => files.includes(file))).map((change) => change.event)
  return {
    at: event.at,
    session: event.session,
    passed,
    outcome: event.id,
    call: call.id,
    files: files.slice(0, MOST_FILES),
    commands: commands.slice(-MOST_COMMANDS),
    edits: edits.map(({ id }) => id).slice(-MOST_IDS),
    diffs: files
      .flatMap((file) => edits.findLast((edit) => edit.filesModified[0] === file) ?? [])
      .flatMap(diffOf)
      .slice(0, MOST_DIFFS),
    isErrorHarmless: [call, ...passes.slice(-MOST_PASSES)].some(({ output }) => standsIn(episode.failed.error, output)),
  }
}

/** Whether a failing run repeats one whose episode is open: the same tests with the same error, or the same command with it. */
function failedAgain(event: EventRecord, call: EventRecord, outcome: CheckOutcome, walk: Walk): boolean {
  const mark = markOf(outcome)
  const again = walk.open.find((one) => {
    const before = markOf(one.episode.failed)
    const isSame = before.print === mark.print && before.type === mark.type
    const { session, agentId, failed, folder } = one.episode
    const isKnown = mark.tests.every((name) => before.tests.some((its) => isSameTest(its, name)))
    const run = runOf(outcome, folderIn(call.input ?? '', outcome.command))
    return (
      isSame &&
      isKnown &&
      session === event.session &&
      agentId === event.agentId &&
      repeatedIn(runOf(failed, folder), run).length > 0
    )
  })
  again?.runs.push({ at: event.at, outcome: event.id, call: call.id })
  // What was changed before did not make it pass
  again?.changes.splice(0)
  return again !== undefined
}

/** The episode that begins with an outcome of a call. */
export const episodeAt = (event: EventRecord, call: EventRecord, failed: CheckOutcome): Episode => ({
  session: event.session,
  project: event.project,
  agentId: event.agentId,
  promptId: event.promptId,
  at: event.at,
  failed,
  folder: folderIn(call.input ?? '', failed.command),
  places: placesIn(call.output ?? ''),
  runs: [{ at: event.at, outcome: event.id, call: call.id }],
})

const episodeOf = ({ episode, runs, end }: Open): Episode => ({
  ...episode,
  runs: runs.slice(0, MOST_IDS),
  end,
})
