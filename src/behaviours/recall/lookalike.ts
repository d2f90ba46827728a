import { behaviour, on } from '../../domain/behaviour.ts'
import { confirming, separating } from '../../domain/settlement.ts'

/** Below faults. */
const RANK = 15

/** Asks the person whether a project is one that is known elsewhere; never decides, and tells the model nothing. */
export default behaviour({
  name: 'lookalike',
  summary:
    'When a session starts: tells you if the project looks like one that is known at another path, because its folder was moved or it is a second clone, until you decide.',
  reactions: [
    on('SessionStart', {
      lane: 'reply',
      onFailure: 'pass',
      needs: ({ project }) => ({ alike: { fact: 'lookalike', project } }) as const,
      decide({ source }, { alike }) {
        if (alike === undefined || source === 'compact') return []
        const text = `Hindcast: this looks like ${alike.known.name}, known at ${alike.known.root}; if it is, run \`${confirming(alike)}\`, if not, \`${separating(alike.own.root)}\``
        return [{ kind: 'note', text, rank: RANK }]
      },
    }),
  ],
})
