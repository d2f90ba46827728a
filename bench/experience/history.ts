import type { CheckOutcome } from '../../src/domain/checks/outcome.ts'
import type { Experience } from '../../src/domain/experience/experience.ts'
import { type FailureMark, isDistinctive, isSameFailure, markOf } from '../../src/domain/experience/failure.ts'
import { errorLine } from '../../src/domain/memory/failures.ts'
import type { EventRecord } from '../../src/domain/nouns/event.ts'
import { type Account, Accountant, type Utterance } from '../told/account.ts'
import { replayProject } from '../told/project.ts'

/** A project after its replay: what it kept, what it was told, and what the figures are made of. */
export interface History {
  readonly project: string
  readonly sessions: number
  /** Opened by Hindcast, in any state. */
  readonly provisional: readonly Experience[]
  /** Failing runs of tests. `isCured`: the session changed files after it and the same command then passed. */
  readonly runs: readonly { readonly id: string; readonly isCured: boolean }[]
  readonly failures: readonly Failure[]
  readonly cures: readonly Utterance[]
}

/** The first time that a session has a failure. `isRecurring`: an earlier session had it. */
export interface Failure {
  readonly isRecurring: boolean
  readonly isTold: boolean
  /** The call and its error, for a reader. */
  readonly says: string
}

/** Replays a project. */
export async function replayed(folder: string, project: string): Promise<History> {
  const accountant = new Accountant()
  let kept: readonly Experience[] = []
  await replayProject(folder, {
    after: (draft, answer) => accountant.after(draft, answer),
    end: async (store) => {
      kept = await store.memories.records({ noun: 'experience', limit: 100_000 })
      await accountant.end(store)
    },
  })
  const account = accountant.account()
  const cures = account.utterances.filter(({ behaviour }) => behaviour === 'cure')
  return {
    ...{ project, sessions: account.events.size, cures },
    provisional: kept.filter(({ isProvisional }) => isProvisional),
    runs: [...account.events.values()].flatMap(runsIn),
    failures: failuresIn(account, new Set(cures.map(({ eventId }) => eventId))),
  }
}

function runsIn(events: readonly EventRecord[]): History['runs'] {
  const outcomes = events.filter(({ name, body }) => name === 'Outcome' && body.check === 'test')
  const plain = (event: EventRecord) => String(event.body.command)
  return outcomes
    .filter(({ body }) => body.status === 'fail' || body.status === 'error')
    .map((failed) => {
      const passed = outcomes.find(
        (each) => each.seq > failed.seq && each.body.status === 'pass' && plain(each) === plain(failed),
      )
      const isEdited = events.some(
        ({ seq, filesModified }) => seq > failed.seq && seq < (passed?.seq ?? 0) && filesModified.length > 0,
      )
      return { id: failed.id, isCured: isEdited }
    })
}

/** In the order of time, the failures of each session that say enough to be recognised. */
function failuresIn({ events }: Account, told: ReadonlySet<string>): Failure[] {
  const calls = [...events.values()].flat().sort((a, b) => a.at - b.at || a.seq - b.seq)
  const checks = new Map<string, FailureMark[]>()
  for (const { name, cause = '', body } of calls) {
    const outcome = body as unknown as CheckOutcome
    if (name !== 'Outcome' || (outcome.status !== 'fail' && outcome.status !== 'error')) continue
    checks.set(cause, [...(checks.get(cause) ?? []), markOf(outcome)])
  }
  const before: { readonly session: string; readonly mark: FailureMark }[] = []
  return calls.flatMap((call) => {
    const mark = (checks.get(call.id) ?? commandFailure(call))[0]
    if (mark === undefined || (mark.tests.length === 0 && !isDistinctive(mark.print))) return []
    const same = before.filter((one) => isSameFailure(one.mark, mark))
    before.push({ session: call.session, mark })
    if (same.some(({ session }) => session === call.session)) return []
    const says = `${call.id} ${(call.target ?? '').slice(0, 80)} → ${mark.print} ${mark.about.join(' ')} ${mark.tests[0] ?? ''}`
    return [{ isRecurring: same.length > 0, isTold: told.has(call.id), says }]
  })
}

function commandFailure(call: EventRecord): FailureMark[] {
  const { kind } = (call.body.act ?? {}) as { readonly kind?: string }
  const isFailure = call.name === 'PostToolUseFailure' && kind === 'shell' && call.body.interrupted !== true
  return isFailure ? [markOf({ error: errorLine(call) })] : []
}
