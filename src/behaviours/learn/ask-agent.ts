import { behaviour, on } from '../../domain/behaviour.ts'

/** After everything that was learned or recorded. */
const RANK = 20

/** At most 40 tokens: every session pays for it. */
const ASKS =
  'When the user states a lasting rule, preference or correction, keep it: MCP tool `lessons`, action `confirm` (span, scope, sure).'

/** Asks the session's agent to point out rules, which no grammar recognises as well; the tool lets through only what the person typed. */
export default behaviour({
  name: 'ask-agent',
  summary: 'When a session starts: asks the agent to point out rules that you state, in your own words.',
  reactions: [
    on('SessionStart', {
      lane: 'reply',
      onFailure: 'pass',
      answers: ['context'],
      // A continuing session still has it, and a script states no rules
      needs: ({ source, attended, client }) =>
        source === 'resume' || (client?.attended ?? attended) === false
          ? undefined
          : ({ settings: { fact: 'settings' } } as const),
      decide: (_, { settings: { learn } }) =>
        learn.enabled && learn.askAgent
          ? [{ kind: 'context', type: 'reminder', rank: RANK, items: [{ text: ASKS, ids: [], rank: 1 }] }]
          : [],
    }),
  ],
})
