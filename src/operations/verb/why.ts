import type { TurnLogEntry } from '../../ports.ts'
import type { Paint } from './operation.ts'
import { clockTime, moment, withoutName } from './words.ts'

/** An entry of the turn log as `why` gives it. */
export type WhyEntry = Omit<TurnLogEntry, 'event' | 'eventName' | 'session'> & {
  readonly event: string
  readonly eventId: string
}

/** What `why` answers with. */
export interface Why {
  readonly session: string | null
  readonly entries: readonly WhyEntry[]
  /** Of the records that are cited. */
  readonly titles: Readonly<Record<string, string>>
}

/** A session event by event: what was told with its records, what was done; events of which nothing was told in one line. */
export function renderWhy({ session, entries, titles }: Why, paint: Paint): string {
  const [first] = entries
  if (session === null) return 'No session yet.'
  if (first === undefined) return `The turn log holds nothing of session ${session}.`
  const events = groups(entries).flatMap((group) => renderEvent(group, titles, paint))
  return [`session ${paint.cyan(session)}  ${moment(first.at)}`, ...events].join('\n')
}

type Group = readonly [WhyEntry, ...WhyEntry[]]

/** By event, in the order of their first entries: what came later from the queue stands with its event. */
function groups(entries: readonly WhyEntry[]): readonly Group[] {
  const found = new Map<string, [WhyEntry, ...WhyEntry[]]>()
  for (const entry of entries) {
    const group = found.get(entry.eventId)
    if (group === undefined) found.set(entry.eventId, [entry])
    else group.push(entry)
  }
  return [...found.values()]
}

function renderEvent(group: Group, titles: Why['titles'], paint: Paint): string[] {
  const [{ at, event, eventId }] = group
  const told = group.filter(isNotable)
  const rest = (['done', 'silent'] as const).flatMap((outcome) => {
    const names = group.filter((entry) => entry.outcome === outcome && !isNotable(entry)).map((each) => each.behaviour)
    return names.length === 0 ? [] : [`${outcome}: ${[...new Set(names)].join(', ')}`]
  })
  const title = withoutName(titles[eventId]?.replace(/\s+/g, ' ') ?? '', event)
  const about = title === '' || title === event ? '' : `  ${title}`
  const head = `${clockTime(at)}  ${paint.bold(event)}${about}${paint.dim(rest.length === 0 ? '' : `  ${rest.join('; ')}`)}`
  return [head, ...told.flatMap((entry) => renderEntry(entry, titles, paint))]
}

/** What was heard, went wrong or made a record. */
const isNotable = ({ outcome, ids }: WhyEntry): boolean =>
  outcome === 'done' ? ids.some((id) => !id.startsWith('e_')) : outcome !== 'silent'

function renderEntry(
  { behaviour, effect, ids, ms, budgetMs, outcome, error }: WhyEntry,
  titles: Why['titles'],
  paint: Paint,
) {
  const painted = COLOURS[outcome](paint)(outcome.padEnd(7))
  const what = effect === '' ? '' : ` (${effect.replaceAll(',', ', ')})`
  const line = `    ${painted}  ${behaviour}${what}${paint.dim(`  ${rounded(ms)} of ${budgetMs} ms`)}`
  const cited = ids.slice(0, MOST_CITED).map((id) => `             ${paint.cyan(id)}  ${titles[id] ?? ''}`.trimEnd())
  const more =
    ids.length > MOST_CITED ? [paint.dim(`             and ${ids.length - MOST_CITED} more (--json names all)`)] : []
  return [line, ...(error === undefined ? [] : [`             ${error}`]), ...cited, ...more]
}

const MOST_CITED = 10

const COLOURS: Readonly<Record<WhyEntry['outcome'], (paint: Paint) => (text: string) => string>> = {
  said: ({ green }) => green,
  done: ({ dim }) => dim,
  silent: ({ dim }) => dim,
  omitted: ({ yellow }) => yellow,
  late: ({ yellow }) => yellow,
  failed: ({ red }) => red,
}

const rounded = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0)
