import * as z from 'zod'
import type { Telling } from '../domain/nouns/telling.ts'
import type { OperationPorts, TurnLogEntry } from '../ports.ts'
import { from, knownProject, projectOf, projectOr, sessionOf } from './verb/inputs.ts'
import { lessonDocument } from './verb/lessons.ts'
import { operation } from './verb/operation.ts'
import { recordWithId } from './verb/prefixes.ts'
import { renderWhy, type WhyEntry } from './verb/why.ts'

const input = z.object({
  session: z
    .string()
    .optional()
    .describe('the id of a session or a lesson, or a unique prefix (default: the latest session)')
    .meta({ called: 'session|lesson' }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(20_000)
    .default(1_000)
    .describe('show only the newest entries, at most this many'),
  project: projectOr('the current project'),
  from,
})

/** What was shown and saved in a session, event by event, from the turn log; or what a lesson rests on. */
export default operation({
  name: 'why',
  group: 'Find',
  summary:
    'Shows, event by event, what Hindcast added to a session and what it recorded; for a lesson, why it is or is not applied.',
  example: 'hindcast why 19ae565f',
  input,
  positional: ['session'],
  reads: true,
  async run({ session: asked, limit, project: only, from: here }, ports) {
    if (asked?.startsWith('l_')) {
      const lesson = await lessonDocument(await recordWithId('lesson', asked, ports), ports)
      return { session: null, entries: [], titles: {}, lesson }
    }
    const session = asked === undefined ? await newestLesson(only, here, ports) : await sessionOf(asked, ports)
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
      entries: log.map((entry) => ({ ...turnEntry(entry), ...useIn(entry, tellings) })),
      titles: { ...Object.fromEntries(rows.map(({ id, title }) => [id, title])), ...(await recordTexts(cited, ports)) },
    }
  },
  render: renderWhy,
})

/** What handoffs and lessons say, as search does not index all of them. */
async function recordTexts(ids: readonly string[], { memories }: OperationPorts): Promise<Record<string, string>> {
  const found = await memories.show(ids.filter((id) => /^[hl]_/.test(id)))
  const told = found.flatMap(({ kind, record }) => {
    if (kind === 'handoff') return [[record.id, record.goal || record.now]]
    return kind === 'lesson' ? [[record.id, record.text]] : []
  })
  return Object.fromEntries(told)
}

/** The newest session: of the named project, else of the current one, else of all. */
async function newestLesson(only: string | undefined, here: string | undefined, ports: OperationPorts) {
  const project = (await knownProject(only, ports)) ?? (await projectOf(here, ports))
  const [own] = await ports.evidence.sessions({ project, limit: 1 })
  if (own !== undefined || only !== undefined) return own?.id
  return (await ports.evidence.sessions({ limit: 1 }))[0]?.id
}

/** More than any session is shown. */
const TELLINGS = 10_000

/** How the records of an entry were used, and which were held back at its event. */
function useIn(
  { at, behaviour, ids }: TurnLogEntry,
  tellings: readonly Telling[],
): Pick<WhyEntry, 'used' | 'withheld'> {
  const own = tellings.filter((each) => each.behaviour === behaviour)
  const used = own.flatMap(({ record, used: how }) => (how && ids.includes(record) ? [[record, how] as const] : []))
  const withheld = own.filter((each) => each.withheld && each.at === at).map(({ record }) => record)
  return { used: Object.fromEntries(used), withheld }
}

/** `event` is the event's name, `eventId` its id. */
function turnEntry({ event, eventName, session: _, ...entry }: TurnLogEntry) {
  return { ...entry, event: eventName, eventId: event }
}
