import { deriveId } from '../identity.ts'
import { checkResult } from '../memory/failures.ts'
import { shorten } from '../memory/prose.ts'
import type { FailingRun } from './ending.ts'
import type { Entry, ResolveEntry } from './entry.ts'
import { type Episode, isCured } from './episodes.ts'
import type { Experience } from './experience.ts'
import { keptMark, markOf } from './failure.ts'
import { experienceOf } from './journal.ts'

const MAX_COMMAND = 160

/** A failing check as an experience that Hindcast opened, and closed if it passes by now. Derived from evidence alone. */
export function provisionalOf(episode: Episode): Experience | undefined {
  const { runs, failed, session, project, agentId, at } = episode
  const [first, ...more] = runs
  if (first === undefined) return undefined
  const command = `\`${shorten(failed.command, MAX_COMMAND)}\``
  const start: Entry = {
    kind: 'start',
    by: 'hindcast',
    at,
    session,
    project,
    agentId,
    domain: 'debugging',
    strategy: 'read-the-error',
    goal: `Make ${command} pass`,
    hypothesis: failed.error ?? `${command} failed without naming an error`,
    action: 'Fix what the error names',
    prediction: `${command} passes`,
    failure: keptMark(markOf(failed)),
    failing: markOf(failed).tests,
    evidence: [first.call, first.outcome],
  }
  const again = more.map(captureOf)
  return experienceOf(deriveId('x', first.outcome), [start, ...again, ...resolutionOf(episode)])
}

const captureOf = ({ at, outcome, instead }: FailingRun): Entry => ({
  kind: 'capture',
  at,
  run: outcome,
  ...(instead === undefined ? { said: 'failed again' } : { said: shorten(instead, MAX_COMMAND), isOtherFailure: true }),
})

function resolutionOf(episode: Episode): readonly ResolveEntry[] {
  const { end } = episode
  if (end === undefined) return []
  const { at, passed, files, commands, edits, diffs, call, outcome, commit, isErrorHarmless } = end
  const how = isCured(episode) ? '' : ', with no change seen that made the difference'
  const closed: ResolveEntry = {
    kind: 'resolve',
    by: 'hindcast',
    at,
    // What passes again for no known reason has confirmed nothing
    status: isCured(episode) ? 'confirmed' : 'abandoned',
    files,
    commands,
    diffs,
    result: `Passed: ${checkResult(passed)}${how}`,
    evidence: [...edits, call, outcome],
    ...(isErrorHarmless && { isErrorHarmless }),
  }
  if (commit === undefined) return [closed]
  const { hash, subject, event } = commit
  // The commit came later than the end, which stays the same
  return [
    closed,
    { ...closed, committed: [hash, subject].filter(Boolean).join(' '), evidence: [...edits, call, outcome, event] },
  ]
}
