import { digest } from '@hindcast/redaction/digest.ts'
import { behaviour, type Decided, on } from '../../domain/behaviour.ts'
import { CURE_HEAD, cureItem, recipeItem } from '../../domain/context/cure-lines.ts'
import type { ContextItem } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import { type Asking, curesOf, failuresOf } from '../../domain/experience/cures.ts'
import { type FailureMark, keptMark } from '../../domain/experience/failure.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { recipeFor } from '../../domain/learning/recipes.ts'
import { errorLine } from '../../domain/memory/failures.ts'
import type { Signal } from '../../domain/nouns/signal.ts'

type Called = EventOf<'PostToolUse' | 'PostToolUseFailure'>

const RANK = 60
const MOST = 2

const cureNeeds = ({ project, session }: Called) =>
  ({
    settings: { fact: 'settings' },
    session: { fact: 'session', session },
    strain: { fact: 'strain', scope: session },
    experiences: { fact: 'experiences', project },
    recipes: { fact: 'recipes', project },
  }) as const

const reaction = {
  lane: 'reply',
  acts: ['shell'],
  answers: ['context'],
  onFailure: 'pass',
  needs: (event: Called) => {
    const isChecked = event.name === 'PostToolUse' && event.classification.check !== undefined
    const hasFailed = event.name === 'PostToolUseFailure' && !event.interrupted
    return isChecked || hasFailed ? cureNeeds(event) : undefined
  },
  decide: recalledCures,
} as const

/** Says beside a failing call what made the same failure pass before. */
export default behaviour({
  name: 'cure',
  summary:
    'When a command fails with an error that was fixed before: shows the files, commands and commit that made it pass, or the command that worked instead.',
  reactions: [on('PostToolUse', reaction), on('PostToolUseFailure', reaction)],
})

function recalledCures(
  event: Called,
  facts: FactsFor<typeof cureNeeds>,
): Decided<Called['name'], 'reply', 'context'>[] {
  const { settings, session, strain, experiences, recipes } = facts
  if (experiences.length === 0 && recipes.length === 0) return []
  const { at, worktree, cwd } = event
  const asking = { session: event.session, at, startedAt: session?.startedAt ?? at, emptiedAt: strain.emptiedAt }
  const failures = failuresOf(event, settings.outcome.extraCommands)
  const cures = curesOf(failures, experiences, asking).slice(0, MOST)
  const recipe = settings.learn.enabled ? recipeOf(event, recipes, asking) : undefined
  const items: ContextItem[] = [
    ...(recipe === undefined ? [] : [recipeItem(recipe, at)]),
    ...cures.map((cure) => cureItem(cure, at, worktree ?? cwd)),
  ].slice(0, MOST)
  const mark = `cure ${event.agent?.id ?? ''} ${failureKey(failures)}`
  if (items.length === 0 || strain.warned.includes(mark)) return []
  return [
    { kind: 'context', type: 'reminder', rank: RANK, head: CURE_HEAD, items },
    { kind: 'emit', name: 'Warned', n: 0, body: { of: [mark] } },
  ]
}

/** Identifies a failure, so that its cure is shown only once. */
const failureKey = ([first]: readonly FailureMark[]): string =>
  first === undefined ? '' : digest([keptMark(first) ?? '', ...first.tests])

function recipeOf(event: Called, recipes: readonly Signal[], asking: Asking): Signal | undefined {
  if (event.name !== 'PostToolUseFailure') return undefined
  const known = recipes.filter(({ session, at }) => session !== asking.session || at < (asking.emptiedAt ?? 0))
  return recipeFor(event.classification.commands, errorLine({ output: event.error }), known)
}
