import type { UseKind } from '../../domain/nouns/telling.ts'
import type { Replayed, ReplayedTurn, ReplayTotals, TurnLogEntry } from '../../ports.ts'
import type { Paint } from './operation.ts'
import { clockTime, count, duration, moment, withoutName } from './words.ts'

/** An entry of the turn log as `why` gives it. */
export type WhyEntry = Omit<TurnLogEntry, 'event' | 'eventName' | 'session'> & {
  readonly event: string
  readonly eventId: string
  /** How the session used the records that it was told, by id. */
  readonly used: Readonly<Record<string, UseKind>>
  /** Records that would have been told, but for measuring use. */
  readonly withheld: readonly string[]
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
const isNotable = ({ outcome, ids, withheld }: WhyEntry): boolean =>
  withheld.length > 0 || (outcome === 'done' ? ids.some((id) => !id.startsWith('e_')) : outcome !== 'silent')

function renderEntry(
  { behaviour, effect, ids, used, withheld, ms, budgetMs, outcome, error }: WhyEntry,
  titles: Why['titles'],
  paint: Paint,
) {
  const painted = COLOURS[outcome](paint)(outcome.padEnd(7))
  const what = effect === '' ? '' : ` (${effect.replaceAll(',', ', ')})`
  const line = `    ${painted}  ${behaviour}${what}${paint.dim(`  ${rounded(ms)} of ${budgetMs} ms`)}`
  const row = (id: string, note: string) =>
    `             ${[paint.cyan(id), titles[id] ?? '', note].filter(Boolean).join('  ')}`
  const cited = [
    ...ids.slice(0, MOST_CITED).map((id) => row(id, used[id] === undefined ? '' : paint.green(USES[used[id]]))),
    ...withheld.map((id) => row(id, paint.yellow('withheld, to measure use'))),
  ]
  const more =
    ids.length > MOST_CITED ? [paint.dim(`             and ${ids.length - MOST_CITED} more (--json names all)`)] : []
  return [line, ...(error === undefined ? [] : [`             ${error}`]), ...cited, ...more]
}

const USES: Readonly<Record<UseKind, string>> = {
  opened: 'used: opened',
  file: 'used: its file touched',
  words: 'used: its words taken up',
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

/** A replay turn by turn, and what it came to. */
export function renderReplay({ turns, totals }: Replayed, paint: Paint): string {
  const lines = turns.filter(isTold).flatMap((turn) => renderTurn(turn, paint))
  return [...lines, '', ...renderTotals(totals, paint)].join('\n')
}

/** What was only made or done of other events stands in `--json`. */
const isTold = ({ event, said, note, effects }: ReplayedTurn): boolean =>
  ALWAYS.has(event) || said !== '' || note !== undefined || effects.some(isTrouble)

const ALWAYS = new Set(['SessionStart', 'UserPromptSubmit'])

type Effect = ReplayedTurn['effects'][number]

const isTrouble = ({ outcome }: Effect): boolean => outcome === 'failed' || outcome === 'omitted'

function renderTurn({ event, at, title, said, note, sections, titles, effects }: ReplayedTurn, paint: Paint): string[] {
  const about = title === '' ? '' : `  ${title}`
  const nothing = said === '' && note === undefined ? paint.dim('  nothing') : ''
  const troubles = effects.filter(isTrouble)
  return [
    `${moment(at)}  ${paint.bold(event)}${about}${nothing}`,
    ...(note === undefined ? [] : note.split('\n').map((line) => `    ${paint.dim('to the person:')} ${line}`)),
    ...sections.flatMap((section) => renderSection(section, titles, paint)),
    ...troubles.map(({ behaviour, outcome, error = '' }) => `    ${paint.yellow(outcome)}  ${behaviour}  ${error}`),
  ]
}

function renderSection(
  { behaviour, tokens, ids }: ReplayedTurn['sections'][number],
  titles: ReplayedTurn['titles'],
  paint: Paint,
): string[] {
  const cited = ids.slice(0, MOST_CITED).map((id) => `      ${paint.cyan(id)}  ${titles[id] ?? ''}`.trimEnd())
  const rest = ids.length - cited.length
  return [
    `    ${paint.green(behaviour)}${paint.dim(`  ${count(tokens, 'token')}`)}`,
    ...cited,
    ...(rest > 0 ? [paint.dim(`      and ${rest} more (--json names all)`)] : []),
  ]
}

function renderTotals({ events, prompts, calls, told, tokens, behaviours, unread, ms }: ReplayTotals, paint: Paint) {
  const what = [count(events, 'event'), count(prompts, 'prompt'), count(calls, 'call')].join(', ')
  const total = `${paint.bold(what)}; told ${count(told, 'time')}, ${count(tokens, 'token')}; relived in ${duration(ms)}`
  const each = behaviours.map((one) => `  ${one.behaviour}  ${count(one.told, 'time')}, ${count(one.tokens, 'token')}`)
  return [total, ...each, ...(unread > 0 ? [paint.yellow(`${count(unread, 'line')} could not be read`)] : [])]
}
