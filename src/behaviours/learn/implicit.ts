import { behaviour, on } from '../../domain/behaviour.ts'
import type { WorkEffect } from '../../domain/effects.ts'
import { signalsAfterInterruption, signalsOfRefusal } from '../../domain/learning/refusals.ts'
import type { Signal } from '../../domain/nouns/signal.ts'

/** The end of the turn before a prompt is among these. */
const EVENTS_LOOKED_AT = 40
/** A prompt is among the newest of its session when its job runs. */
const PROMPTS_LOOKED_AT = 2000

/** Learns from calls that a person refused, and from what they type after interrupting the agent. */
export default behaviour({
  name: 'implicit',
  summary: 'Notices what you say when you refuse a tool call or interrupt the agent.',
  reactions: [
    on('PermissionDenied', {
      lane: 'later',
      onFailure: 'retry',
      needs: ({ session }) =>
        ({
          session: { fact: 'session', session },
          prompts: { fact: 'prompts', session, limit: PROMPTS_LOOKED_AT },
        }) as const,
      decide: (event, { session, prompts }) => {
        // A client without a person refuses whatever it would have to ask about
        const isScripts = prompts.some(({ promptId, origin }) => promptId === event.promptId && origin === 'script')
        return session?.attended === false || isScripts ? [] : implicitSignals(signalsOfRefusal(event))
      },
    }),
    on('UserPromptSubmit', {
      lane: 'later',
      onFailure: 'retry',
      needs: ({ origin, isPrivate, session }) => {
        if (origin !== 'person' || isPrivate) return undefined
        return {
          events: { fact: 'events', session, agent: null, limit: EVENTS_LOOKED_AT },
          prompts: { fact: 'prompts', session, limit: PROMPTS_LOOKED_AT },
        } as const
      },
      decide: (event, { events, prompts }) => {
        const prompt = event.prompt || (prompts.find((each) => each.event === event.id)?.text ?? '')
        return implicitSignals(signalsAfterInterruption(event, prompt, events))
      },
    }),
  ],
})

const implicitSignals = (signals: readonly Signal[]): readonly WorkEffect[] =>
  signals.map((record) => ({ kind: 'signal', record }))
