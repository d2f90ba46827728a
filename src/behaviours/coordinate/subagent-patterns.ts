import { behaviour, type Decided, on, weights } from '../../domain/behaviour.ts'
import {
  missingReason,
  newsSection,
  outcomeLines,
  proposalItem,
  resultSection,
  roleSection,
} from '../../domain/context/run-lines.ts'
import { patternNamed } from '../../domain/coordination/patterns/catalogue.ts'
import { proposedRun } from '../../domain/coordination/proposal.ts'
import { isComplete, mayBeOver, RUNS, type RunProgress } from '../../domain/coordination/run-progress.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import type { Strain } from '../../domain/folds.ts'
import { deriveId } from '../../domain/identity.ts'
import type { Run } from '../../domain/nouns/run.ts'

/** Just below an agent's role in a run. */
const RANK = 75
/** Just below the line with counts, which every session has. */
const NOTE_RANK = 9

type Ours = { readonly session: string }

const runNeeds = ({ session }: Ours) => ({ run: { fact: 'run', session } }) as const
type Known = FactsFor<typeof runNeeds>
/** Who reads a run and then changes it does so alone. */
const key = ({ session }: Ours): string => `run ${session}`
/** A role or a result that is not given is missed. */
const common = { lane: 'reply', weight: weights.claim, onFailure: 'pass' } as const
const newsOf = ({ session, agent }: Ours & { readonly agent?: { readonly id: string } | undefined }) =>
  agent === undefined ? undefined : ({ news: { fact: 'runNews', session, agent: agent.id } } as const)
const mainOnly = (event: Ours & { readonly agent?: unknown }) =>
  event.agent === undefined ? runNeeds(event) : undefined

/** Gives each subagent of a declared run its role, follows it, and tells the main agent what came out. */
export default behaviour({
  name: 'subagent-patterns',
  summary:
    'When a run of subagents is declared (`run start`): gives each its role, passes on what its pattern allows, collects votes and results, and tells the main agent once what came out or what is missing.',
  reactions: [
    on('SessionStart', {
      ...common,
      answers: ['note'],
      key,
      needs: (event) =>
        event.client?.pattern === undefined || event.source === 'resume' ? undefined : runNeeds(event),
      decide: (event, facts) => declared(event, facts),
    }),
    on('PreToolUse', {
      ...common,
      acts: ['agent'],
      due: RUNS,
      answers: [],
      needs: runNeeds,
      decide: ({ act }, { run }) => {
        if (act.kind !== 'agent' || run?.run.state !== 'open') return []
        const { type, description } = act
        return [{ kind: 'emit', name: 'Launched', n: 0, body: { type, description } }]
      },
    }),
    on('SubagentStart', {
      ...common,
      answers: ['context'],
      toApart: true,
      needs: runNeeds,
      decide: ({ agent }, { run }) => {
        const own = run?.participants.find((one) => one.agent === agent?.id)
        if (run === undefined || own === undefined) return []
        const { marks = [] } = newsSection(own, run, []) ?? {}
        return [{ kind: 'context', ...roleSection(own, run) }, ...heard(marks)]
      },
    }),
    on('PostToolUse', { ...common, answers: ['context'], key, needs: newsOf, decide: news }),
    on('PostToolUseFailure', { ...common, answers: ['context'], key, needs: newsOf, decide: news }),
    on('SubagentStop', {
      ...common,
      answers: [],
      key,
      needs: runNeeds,
      decide: ({ at }, { run }) => (run?.run.state === 'open' && isComplete(run) ? [runEffect(over(run, at))] : []),
    }),
    on('PostToolUse', { ...common, acts: ['agent'], answers: ['context'], key, needs: mainOnly, decide: runContext }),
    on('UserPromptSubmit', { ...common, answers: ['context'], key, needs: mainOnly, decide: runContext }),
    on('UserPromptSubmit', {
      ...common,
      answers: ['context'],
      needs: (event) => {
        const isAsked = event.origin !== 'machine' && !event.isPrivate && proposedRun(event.prompt) !== undefined
        return isAsked ? { ...runNeeds(event), strain: { fact: 'strain', scope: event.session } } : undefined
      },
      decide: (event, facts) => proposed(event, facts),
    }),
    on('Stop', {
      ...common,
      answers: ['context', 'block'],
      key,
      needs: (event) => (event.active ? undefined : mainOnly(event)),
      decide: (event, facts) => waited(event, facts),
    }),
  ],
})

/** A run that the client's environment declares; a word that names no pattern is the person's to correct. */
function declared(
  { client, session, project, at }: EventOf<'SessionStart'>,
  { run }: Known,
): Decided<'SessionStart', 'reply', 'note'>[] {
  const word = client?.pattern ?? ''
  const pattern = patternNamed(word)
  if (pattern === undefined)
    return [{ kind: 'note', text: `Hindcast: PATTERN_TYPE '${word}' names no pattern of subagents`, rank: NOTE_RANK }]
  if (run?.run.state === 'open') return []
  const id = deriveId('r', session, 'environment', at)
  return [
    runEffect({
      id,
      session,
      project,
      at,
      pattern,
      stages: [],
      by: 'environment',
      state: 'open',
      outcome: [],
      evidence: [],
    }),
  ]
}

/** What others said while an agent works, once, beside its next result. */
function news(
  { agent }: { readonly agent?: { readonly id: string } | undefined },
  { news: known }: FactsFor<typeof newsOf>,
): Decided<'PostToolUse', 'reply', 'context'>[] {
  const own = known?.run.participants.find((one) => one.agent === agent?.id)
  const found = known && own && newsSection(own, known.run, known.warned)
  return found === undefined ? [] : [{ kind: 'context', ...found.section }, ...heard(found.marks)]
}

const heard = (of: readonly string[]) =>
  of.length === 0 ? [] : ([{ kind: 'emit', name: 'Warned', n: 0, body: { of } }] as const)

/** The result, once, beside the next thing that the main agent reads. */
function runContext({ at }: { readonly at: number }, { run }: Known): Decided<'PostToolUse', 'reply', 'context'>[] {
  if (run === undefined || run.run.state === 'open' || run.run.toldAt !== undefined) return []
  return [{ kind: 'context', ...resultSection(run) }, runEffect({ ...run.run, toldAt: at })]
}

/** What a prompt asks for is proposed once a session and pattern, and only while no run is open. */
function proposed(
  { prompt }: EventOf<'UserPromptSubmit'>,
  { run, strain }: Known & { readonly strain: Strain },
): Decided<'UserPromptSubmit', 'reply', 'context'>[] {
  const found = proposedRun(prompt)
  const mark = `run ${found?.pattern}`
  if (found === undefined || run?.run.state === 'open' || strain.warned.includes(mark)) return []
  return [
    { kind: 'context', type: 'notice', rank: RANK, items: [proposalItem(found)] },
    { kind: 'emit', name: 'Warned', n: 0, body: { of: [mark] } },
  ]
}

/**
 * At a stop: the result, if all have ended and nobody planned how many there are or the missing ones were named before; else
 * once what is missing. An
 * agent that the host itself waits for in the background is not missing: its end wakes the session.
 */
function waited({ at, running }: EventOf<'Stop'>, { run }: Known): Decided<'Stop', 'reply', 'context' | 'block'>[] {
  if (run === undefined) return []
  if (run.run.state !== 'open') return runContext({ at }, { run })
  // The main agent was told what is missing, and went on without it
  const isGivenUp = run.run.waitedAt !== undefined && run.participants.length > 0 && run.running.length === 0
  if (mayBeOver(run) || isGivenUp) return runContext({ at }, { run: { ...run, run: over(run, at) } })
  const isAwaited = run.running.every(({ agent }) => running?.includes(agent))
  const isStarted = run.toStart === undefined || run.toStart.length === 0
  if (run.run.waitedAt !== undefined || run.participants.length === 0 || (isStarted && isAwaited)) return []
  return [{ kind: 'block', reason: missingReason(run) }, runEffect({ ...run.run, waitedAt: at })]
}

const over = (progress: RunProgress, at: number): Run => ({
  ...progress.run,
  state: 'complete',
  endedAt: at,
  outcome: outcomeLines(progress),
  result: progress.result.data,
  evidence: progress.evidence,
})

const runEffect = (record: Run) => ({ kind: 'run', record }) as const
