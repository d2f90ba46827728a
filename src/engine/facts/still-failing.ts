import type { CheckOutcome } from '../../domain/checks/outcome.ts'
import { type Episode, episodeAt } from '../../domain/experience/episodes.ts'
import type { FactMap } from '../../domain/facts.ts'
import type { EventRecord } from '../../domain/nouns/event.ts'
import type { Evidence, Memories } from '../../ports.ts'
import type { KnownExperiences } from '../known-experiences.ts'

/** How many failures are carried over, newest first. */
const MOST = 30
/** A session unseen for so long is over, whether or not it said so. */
const OVER_MS = 60 * 60_000
const SESSIONS = 200

/** Read again from the evidence that their experiences cite. */
export const stillFailingFact =
  (
    { evidence, memories }: { readonly evidence: Evidence; readonly memories: Memories },
    experiences: KnownExperiences,
  ) =>
  async (
    { project, session }: FactMap['stillFailing']['ask'],
    { event: { at } }: { readonly event: { readonly at: number } },
  ): Promise<readonly Episode[]> => {
    const open = (await experiences.inProject(project, at)).filter(
      (one) => one.isProvisional && one.state === 'open' && one.session !== session,
    )
    if (open.length === 0) return []
    const sessions = await evidence.sessions({ project, asOf: at, limit: SESSIONS })
    const began = sessions.find(({ id }) => id === session)?.startedAt ?? at
    const over = new Set<string>(
      sessions
        .filter((one) => (one.endedAt ?? one.lastSeenAt + OVER_MS) <= at && one.startedAt < began)
        .map(({ id }) => id),
    )
    const own = open.filter((one) => over.has(one.session) && one.startedAt < began).slice(0, MOST)
    const found = await memories.show(own.flatMap(({ evidence: ids }) => ids.slice(0, 2)))
    const events = new Map(found.flatMap((one) => (one.kind === 'event' ? [[one.record.id, one.record] as const] : [])))
    return own.flatMap(({ evidence: [call = '', outcome = ''] }) => episodeFrom(events.get(call), events.get(outcome)))
  }

const episodeFrom = (call?: EventRecord, outcome?: EventRecord): Episode[] =>
  call === undefined || outcome === undefined ? [] : [episodeAt(outcome, call, outcome.body as unknown as CheckOutcome)]
