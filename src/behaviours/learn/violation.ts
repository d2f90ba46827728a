import { behaviour, on } from '../../domain/behaviour.ts'
import { violationsIn } from '../../domain/learning/violations.ts'

/** A turn's calls are among these. */
const EVENTS_LOOKED_AT = 300

/** Notices calls that break a rule in the project's instructions. */
export default behaviour({
  name: 'violation',
  summary: "Notices commands that break a rule in the project's instructions.",
  reactions: [
    on('Stop', {
      lane: 'later',
      onFailure: 'retry',
      // What the instructions said at the time of a transcript is unknown
      needs: ({ session, project, promptId, via }) =>
        via === 'hook'
          ? ({
              events: { fact: 'events', session, promptId, limit: EVENTS_LOOKED_AT },
              instructions: { fact: 'instructions', project, isPatient: true },
            } as const)
          : undefined,
      decide: (_, { events, instructions }) =>
        violationsIn(events, instructions).map((record) => ({ kind: 'signal', record })),
    }),
  ],
})
