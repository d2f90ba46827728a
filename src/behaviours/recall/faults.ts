import { behaviour, on } from '../../domain/behaviour.ts'
import type { Effect } from '../../domain/effects.ts'
import type { Faults } from '../../domain/facts.ts'

/** Ranks above everything else at a session start. */
const RANK = 20

/** Reports failures to the person, never to the model. */
export default behaviour({
  name: 'faults',
  summary:
    'At the start of a session: one line, once, where failures switched a behaviour off, events could not be kept, or a behaviour tells less.',
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
      : [`${names.join(', ')} switched off after failures (\`hindcast behaviours on ${names[0]}\` tries again)`]),
    ...(lost === 0 ? [] : [`${lost} event${lost === 1 ? '' : 's'} could not be kept (\`hindcast logs\` shows why)`]),
    ...(less.length === 0
      ? []
      : [
          `${less.join(', ')} now tells less, since sessions seldom use it (\`hindcast behaviours list\` has the figures)`,
        ]),
  ]
  return parts.length === 0 ? [] : [{ kind: 'note', text: `Hindcast: ${parts.join('; ')}`, rank: RANK }]
}
