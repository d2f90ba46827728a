import { behaviour, on } from '../../domain/behaviour.ts'
import type { Effect } from '../../domain/effects.ts'
import type { Faults } from '../../domain/facts.ts'

/** Ranks above everything else at a session start. */
const RANK = 20

/** Reports failures to the person, never to the model. */
export default behaviour({
  name: 'faults',
  summary:
    'When a session starts: tells you if a behaviour was switched off, if one now adds less, or if events were lost.',
  reactions: [
    on('SessionStart', {
      lane: 'reply',
      budgetMs: 50,
      onFailure: 'pass',
      needs: () => ({ faults: { fact: 'faults' } }) as const,
      decide: (_, { faults }) => said(faults),
    }),
  ],
})

function said({ off, lost, quieter }: Faults): Effect<'SessionStart', 'reply'>[] {
  const names = off.map(({ behaviour: name }) => name)
  const less = quieter.map(({ behaviour: name }) => name)
  const parts = [
    ...(names.length === 0
      ? []
      : [
          `${names.join(', ')} switched off after repeated failures (to retry: \`hindcast behaviours on ${names[0]}\`)`,
        ]),
    ...(lost === 0 ? [] : [`${lost} event${lost === 1 ? '' : 's'} could not be recorded (see \`hindcast logs\`)`]),
    ...(less.length === 0
      ? []
      : [`${less.join(', ')} now adds less context, because sessions seldom use it (see \`hindcast behaviours\`)`]),
  ]
  return parts.length === 0 ? [] : [{ kind: 'note', text: `Hindcast: ${parts.join('; ')}`, rank: RANK }]
}
