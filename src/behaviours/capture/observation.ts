import { behaviour, on } from '../../domain/behaviour.ts'
import type { WorkEffect } from '../../domain/effects.ts'
import type { Event } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { distil } from '../../domain/memory/distil.ts'
import { confirming, reconcile } from '../../domain/memory/merge.ts'
import { worthOf } from '../../domain/memory/significance.ts'
import { owedTurns, turnNeeds, turnsUpTo } from '../../domain/memory/turns.ts'
import type { Observation } from '../../domain/nouns/observation.ts'

/** How many of the project's newest records a finding is compared with. */
const OTHERS_LOOKED_AT = 300

const needs = ({ session, project, agent }: Event) =>
  ({
    ...turnNeeds(session, agent?.id),
    settings: { fact: 'settings' },
    known: { fact: 'records', noun: 'observation', session, limit: 500 },
    others: { fact: 'records', noun: 'observation', project, limit: OTHERS_LOOKED_AT },
  }) as const

const reaction = {
  lane: 'later',
  onFailure: 'retry',
  key: ({ session }: Event) => session,
  needs,
  decide: observed,
} as const

/** Makes observations about a turn when it ends, or when the next event shows that it has ended. */
export default behaviour({
  name: 'observation',
  summary: 'Extracts a few observations from what each turn did; no model is used.',
  reactions: [
    on('Stop', reaction),
    on('SubagentStop', reaction),
    on('PreCompact', reaction),
    on('SessionEnd', reaction),
    on('UserPromptSubmit', reaction),
    // A plan that is rejected, or carried out in a session of its own, ends its turn without a Stop
    on('PermissionDenied', { ...reaction, acts: ['other'] }),
  ],
})

function observed(event: Event, facts: FactsFor<typeof needs>): readonly WorkEffect[] {
  const turns = turnsUpTo(event, facts.events, facts.prompts)
  const root = facts.session?.worktree ?? facts.session?.cwd
  const worthy = owedTurns(event, turns, facts.known).filter((turn) => worthOf(turn) >= facts.settings.significance.min)
  const fresh: Observation[] = []
  for (const turn of worthy) fresh.push(...distil(turn, root, [...facts.known, ...fresh]))
  const confirmed = fresh.map((each, at) => confirming(each, [...facts.others, ...fresh.slice(0, at)]))
  return reconcile(confirmed, facts.known).map((observation) => ({ kind: 'observation', record: observation }))
}
