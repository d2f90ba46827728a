import { behaviour, on } from '../../domain/behaviour.ts'
import { ORPHAN_FOOT, ORPHAN_HEAD, orphanLine } from '../../domain/context/belief-lines.ts'
import type { Entry } from '../../domain/experience/entry.ts'
import type { Experience } from '../../domain/experience/experience.ts'
import { holderOf, withJournalEntry } from '../../domain/experience/journal.ts'

/** Below the handoff, above the project's decisions. */
const RANK = 70

const LATER = { lane: 'later', onFailure: 'retry' } as const

/** What becomes of a belief whose session is over. */
export default behaviour({
  name: 'orphan',
  summary:
    'Abandons an unresolved belief when its session ends, hands it on after /clear, and offers it to the next session if its own was killed.',
  reactions: [
    on('SessionStart', {
      lane: 'reply',
      onFailure: 'pass',
      answers: ['context'],
      needs: ({ project, session, source, client }) =>
        source === 'compact'
          ? undefined
          : ({ orphans: { fact: 'orphans', project, session, pid: client?.pid } } as const),
      decide: ({ at }, { orphans }) =>
        orphans.length === 0
          ? []
          : [
              {
                kind: 'context',
                type: 'notice',
                rank: RANK,
                head: ORPHAN_HEAD,
                foot: ORPHAN_FOOT,
                items: orphans.map((one) => orphanLine(one, at)),
              },
            ],
    }),
    on('SessionStart', {
      ...LATER,
      needs: ({ source, client, session, project }) => {
        if (source !== 'clear' || client?.pid === undefined) return undefined
        return {
          before: { fact: 'clearedBefore', session, pid: client.pid },
          experiences: { fact: 'experiences', project },
        } as const
      },
      decide: ({ at, session }, { before, experiences }) =>
        // Subagents do not outlive their session
        openIn(experiences, before?.id).flatMap((one) =>
          one.agentId === undefined ? [withEntry(one, { kind: 'adopt', at, session })] : [],
        ),
    }),
    on('SessionEnd', {
      ...LATER,
      needs: ({ project, reason }) =>
        reason === 'clear' ? undefined : ({ experiences: { fact: 'experiences', project } } as const),
      decide: ({ at, session }, { experiences }) =>
        openIn(experiences, session).map((one) =>
          withEntry(one, { kind: 'resolve', at, by: 'hindcast', status: 'abandoned', result: 'session ended' }),
        ),
    }),
  ],
})

/** The agent's own: what Hindcast opened, a later session may still close. */
const openIn = (experiences: readonly Experience[], session: string | undefined): readonly Experience[] =>
  experiences.filter((one) => one.state === 'open' && !one.isProvisional && holderOf(one) === session)

const withEntry = (experience: Experience, entry: Entry) =>
  ({ kind: 'experience', record: withJournalEntry(experience, entry) }) as const
