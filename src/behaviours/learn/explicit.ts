import { behaviour, on } from '../../domain/behaviour.ts'
import type { WorkEffect } from '../../domain/effects.ts'
import { signalsIn } from '../../domain/learning/signals.ts'
import type { Signal } from '../../domain/nouns/signal.ts'

/** A prompt is among the newest of its session when its job runs. */
const PROMPTS_LOOKED_AT = 2000

/** Reads rules and corrections out of what a person types. */
export default behaviour({
  name: 'explicit',
  summary: 'Notices when a prompt states a rule ("use X, not Y") or corrects the agent.',
  reactions: [
    on('UserPromptSubmit', {
      lane: 'reply',
      onFailure: 'pass',
      answers: [],
      decide: (event) => signalEffects(signalsIn(event)),
    }),
    // Prompts that are read from a transcript, and those that were answered too late
    on('UserPromptSubmit', {
      lane: 'later',
      onFailure: 'retry',
      needs: (event) => {
        if (event.prompt !== '' && signalsIn(event).length === 0) return undefined
        return { prompts: { fact: 'prompts', session: event.session, limit: PROMPTS_LOOKED_AT } }
      },
      decide: (event, { prompts }) => signalEffects(signalsIn(event, prompts)),
    }),
  ],
})

const signalEffects = (signals: readonly Signal[]): readonly WorkEffect[] =>
  signals.map((record) => ({ kind: 'signal', record }))
