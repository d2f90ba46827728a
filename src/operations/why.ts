import * as z from 'zod'
import type { Telling } from '../domain/nouns/telling.ts'
import type { OperationPorts, TurnLogEntry } from '../ports.ts'
import { from, project, projectOf, sessionOf } from './verb/inputs.ts'
import { operation } from './verb/operation.ts'
import { renderWhy, type WhyEntry } from './verb/why.ts'

const input = z.object({
  session: z.string().optional().describe('the id of a session, or its beginning; the newest one if left out'),
  limit: z.coerce.number().int().min(1).max(20_000).default(1_000).describe('how many entries at most, the newest'),
  project,
  from,
})

/** What was said and done in a session, event by event, from the turn log. */
export default operation({
  name: 'why',
  summary:
    'Says what was told and done in a session, event by event: by which behaviour, from which records, how fast.',
  example: 'hindcast why 19ae565f',
  input,
  positional: ['session'],
  reads: true,
  async run({ session: asked, limit, project: only, from: here }, ports) {
    const session = asked === undefined ? await newest(only, here, ports) : await sessionOf(asked, ports)
    if (session === undefined) return { session: null, entries: [], titles: {} }
    const [newestFirst, tellings] = await Promise.all([
      ports.turnLog.read({ session, limit }),
      ports.memories.records({ noun: 'telling', session, limit: TELLINGS }),
    ])
    const log = [...newestFirst].reverse()
    const withheld = tellings.flatMap((each) => (each.withheld ? [each.record] : []))
    const cited = [...new Set([...log.flatMap(({ event, ids }) => [event, ...ids]), ...withheld])]
    const rows = await ports.history.rows(cited)
    return {
      session,
      entries: log.map((entry) => ({ ...entryOf(entry), ...useIn(entry, tellings) })),
      titles: Object.fromEntries(rows.map(({ id, title }) => [id, title])),
    }
  },
  render: renderWhy,
})

/** Of the project that is meant, else of the one asked from, else of all. */
async function newest(only: string | undefined, here: string | undefined, ports: OperationPorts) {
  const project = await projectOf(only ?? here, ports)
  const [own] = await ports.evidence.sessions({ project, limit: 1 })
  if (own !== undefined || only !== undefined) return own?.id
  return (await ports.evidence.sessions({ limit: 1 }))[0]?.id
}

/** A session is told far fewer records. */
const TELLINGS = 10_000

/** Which records of an entry were used, and how; and which were withheld at its event. */
function useIn(
  { at, behaviour, ids }: TurnLogEntry,
  tellings: readonly Telling[],
): Pick<WhyEntry, 'used' | 'withheld'> {
  const own = tellings.filter((each) => each.behaviour === behaviour)
  const used = own.flatMap(({ record, used: how }) => (how && ids.includes(record) ? [[record, how] as const] : []))
  const withheld = own.filter((each) => each.withheld && each.at === at).map(({ record }) => record)
  return { used: Object.fromEntries(used), withheld }
}

/** `event` is the event's name; `eventId` tells two of one name apart. */
function entryOf({ event, eventName, session: _, ...entry }: TurnLogEntry) {
  return { ...entry, event: eventName, eventId: event }
}
