import { behaviour, on } from '../../domain/behaviour.ts'
import type { WorkEffect } from '../../domain/effects.ts'
import type { EventOf } from '../../domain/events.ts'
import { signalsIn } from '../../domain/learning/signals.ts'

/** Reads rules and corrections out of what a person types. */
export default behaviour({
  name: 'explicit',
  summary: 'Notices when a prompt states a rule ("use X, not Y") or corrects the agent.',
  reactions: [
    on('UserPromptSubmit', { lane: 'later', budgetMs: 200, onFailure: 'retry', decide: (event) => noticed(event) }),
  ],
})

const noticed = (event: EventOf<'UserPromptSubmit'>): readonly WorkEffect[] =>
  signalsIn(event).map((record) => ({ kind: 'signal', record }))
