import { behaviour, on } from '../../domain/behaviour.ts'
import type { WorkEffect } from '../../domain/effects.ts'
import type { Event, EventOf } from '../../domain/events.ts'
import { episodesIn, isChecked, isWorthKeeping } from '../../domain/experience/episodes.ts'
import type { Experience } from '../../domain/experience/experience.ts'
import { changesOf } from '../../domain/experience/journal.ts'
import { provisionalOf } from '../../domain/experience/provisional.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { isCommitting } from '../../domain/memory/git-acts.ts'

/** A failure and its cure are among so many of a session's newest events. */
const EVENTS_LOOKED_AT = 1000

const episodeNeeds = ({ session, project }: Event) =>
  ({
    events: { fact: 'events', session, limit: EVENTS_LOOKED_AT },
    earlier: { fact: 'stillFailing', project, session },
    experiences: { fact: 'experiences', project },
  }) as const

type Known = FactsFor<typeof episodeNeeds>

const reaction = {
  lane: 'later',
  onFailure: 'retry',
  // In the order of the runs
  key: ({ project }: Event) => `provisional ${project}`,
  decide: (_: Event, facts: Known) => noted(facts),
} as const

/** Keeps each failing check as an experience, and closes it when the check passes. */
export default behaviour({
  name: 'provisional',
  summary:
    'Opens an experience when a test, a build or a type check fails (or a linter, if a command fixes it), and closes it when the check passes: with the files, commands and commit in between.',
  reactions: [
    on('Outcome', {
      ...reaction,
      needs: (event: EventOf<'Outcome'>) => (isChecked(event) ? episodeNeeds(event) : undefined),
    }),
    // The commit that followed
    on('PostToolUse', {
      ...reaction,
      acts: ['shell'],
      needs: (event: EventOf<'PostToolUse'>) =>
        event.classification.gitActs?.some(isCommitting) ? episodeNeeds(event) : undefined,
    }),
  ],
})

function noted({ events, earlier, experiences }: Known): readonly WorkEffect[] {
  const known = new Map(experiences.map((one) => [one.id, one]))
  return episodesIn(events, earlier).flatMap((episode) => {
    const record = isWorthKeeping(episode) ? provisionalOf(episode) : undefined
    if (record === undefined || isKnown(record, known.get(record.id))) return []
    return [{ kind: 'experience', record } as const]
  })
}

/** Whether the store has it all; what ended stays as it ended, whoever ended it. */
function isKnown(record: Experience, known: Experience | undefined): boolean {
  if (known === undefined) return false
  // The agent has taken it over
  if (!known.isProvisional) return true
  if (known.state === 'closed') return record.committed === undefined || known.committed !== undefined
  return record.state === 'open' && changesOf(record).length <= changesOf(known).length
}
