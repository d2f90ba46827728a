import { oneLine } from '@hindcast/text/phrases.ts'
import type { UseKind } from '../../domain/nouns/telling.ts'
import type { Replayed, ReplayedTurn, ReplayTotals, TurnLogEntry } from '../../ports.ts'
import { alignedRows, cutTitle, widthOf, wrappedLines } from './layout.ts'
import { type LessonDocument, renderLesson } from './lessons.ts'
import type { Paint, Screen } from './operation.ts'
import { clockTime, count, daySaid, duration, effectsSaid, moment, shortId, titleOnly, typeSaid } from './words.ts'

/** An entry of the turn log as `why` gives it. */
export type WhyEntry = Omit<TurnLogEntry, 'event' | 'eventName' | 'session'> & {
  readonly event: string
  readonly eventId: string
  /** How the session used the records that it was shown, by id. */
  readonly used: Readonly<Record<string, UseKind>>
  /** Records that were held back to measure use. */
  readonly withheld: readonly string[]
}

/** What `why` answers with. */
export interface Why {
  readonly session: string | null
  readonly entries: readonly WhyEntry[]
  /** Titles of the records that are cited. */
  readonly titles: Readonly<Record<string, string>>
  /** The lesson that was asked for instead of a session. */
  readonly lesson?: LessonDocument
}

/** A session event by event: what was shown, with its records, and what was saved; other events take one line. */
export function renderWhy({ session, entries, titles, lesson }: Why, screen: Screen): string {
  if (lesson !== undefined) return renderLesson(lesson, screen)
  const [first] = entries
  if (session === null) return 'No sessions yet.'
  if (first === undefined) return `Nothing is logged for session ${session}.`
  const events = groups(entries).flatMap((group) => renderEvent(group, titles, screen))
  return [`${screen.dim(`session · ${daySaid(first.at, screen.now)}`)}  ${screen.cyan(session)}`, ...events].join('\n')
}

type Group = readonly [WhyEntry, ...WhyEntry[]]

/** By event, in the order of their first entries; entries of the queue come under their event. */
function groups(entries: readonly WhyEntry[]): readonly Group[] {
  const found = new Map<string, [WhyEntry, ...WhyEntry[]]>()
  for (const entry of entries) {
    const group = found.get(entry.eventId)
    if (group === undefined) found.set(entry.eventId, [entry])
    else group.push(entry)
  }
  return [...found.values()]
}

function renderEvent(group: Group, titles: Why['titles'], screen: Screen): string[] {
  const [{ at, event, eventId }] = group
  const told = group.filter(isNotable)
  const rest = (['done', 'silent'] as const).flatMap((outcome) => {
    const names = group.filter((entry) => entry.outcome === outcome && !isNotable(entry)).map((each) => each.behaviour)
    return names.length === 0 ? [] : [`${OUTCOMES[outcome].words}: ${[...new Set(names)].join(', ')}`]
  })
  const title = titleOnly(titles[eventId] ?? '', event)
  const about = title === '' || title === event ? '' : `  ${title}`
  const said = typeSaid(event)
  return [
    `${clockTime(at)}  ${screen.bold(said)}${cutTitle(about, screen.columns - said.length - 10)}`,
    ...(rest.length === 0 ? [] : wrappedLines(`    ${rest.join('; ')}`, screen.columns, 6).map(screen.dim)),
    ...told.flatMap((entry) => renderEntry(entry, titles, screen)),
  ]
}

/** What was shown, failed or saved a record. */
const isNotable = ({ outcome, ids, withheld }: WhyEntry): boolean =>
  withheld.length > 0 || (outcome === 'done' ? ids.some((id) => !id.startsWith('e_')) : outcome !== 'silent')

function renderEntry(
  { behaviour, effect, ids, reasons, used, withheld, ms, deadlineMs, outcome, error }: WhyEntry,
  titles: Why['titles'],
  screen: Screen,
) {
  const { words, colour } = OUTCOMES[outcome]
  const kinds = effectsSaid(effect)
  const by = kinds === '' || kinds === behaviour ? behaviour : `${kinds} (by ${behaviour})`
  const took = `${rounded(ms)} ms${outcome === 'not-told' && deadlineMs !== undefined ? `, deadline ${deadlineMs} ms` : ''}`
  const line = `    ${colour(screen)(words.padEnd(9))}  ${by}${screen.dim(`  ${took}`)}`
  const row = (id: string, note: string) => citedRow(id, titles, note === '' ? [] : [note], screen)
  const named = ids.filter((id) => titles[id] !== undefined || used[id] !== undefined || !UNTITLED.test(id))
  const cited = [
    ...named.slice(0, MOST_CITED).map((id) => row(id, citationNotes(id, used[id], reasons, screen))),
    ...withheld.map((id) => row(id, screen.yellow('held back to measure use'))),
  ]
  return [
    line,
    ...(error === undefined || outcome === 'not-told' ? [] : [`      ${error}`]),
    ...cited,
    ...moreThan(named, screen),
  ]
}

/** Why a record was told, and how it was used. */
function citationNotes(
  id: string,
  use: UseKind | undefined,
  reasons: readonly string[],
  { dim, green }: Screen,
): string {
  const reason = reasons.find((each) => each.startsWith(`${id} `))?.slice(id.length + 1)
  return [reason === undefined ? '' : dim(reason), use === undefined ? '' : green(USES[use])].filter(Boolean).join('  ')
}

/** Tellings and signals have no title that would say more than their number. */
const UNTITLED = /^[tg]_/

/** A record that was shown or saved, its title cut to the screen's width. */
function citedRow(id: string, titles: Why['titles'], notes: readonly string[], { columns, cyan }: Screen): string {
  const taken = 6 + shortId(id).length + 2 + notes.reduce((sum, note) => sum + 2 + widthOf(note), 0)
  return [`      ${cyan(shortId(id))}`, cutTitle(oneLine(titles[id] ?? ''), columns - taken), ...notes]
    .filter(Boolean)
    .join('  ')
}

const moreThan = ({ length }: readonly string[], { dim }: Screen): string[] =>
  length > MOST_CITED ? [dim(`      and ${length - MOST_CITED} more (--json lists all)`)] : []

const USES: Readonly<Record<UseKind, string>> = {
  opened: 'used: opened it',
  file: 'used: worked on its file',
  words: 'used: repeated its words',
}

const MOST_CITED = 10

interface OutcomeWords {
  readonly words: string
  readonly colour: (paint: Paint) => (text: string) => string
}

const OUTCOMES: Readonly<Record<WhyEntry['outcome'], OutcomeWords>> = {
  said: { words: 'shown', colour: ({ green }) => green },
  done: { words: 'saved', colour: ({ dim }) => dim },
  silent: { words: 'no output', colour: ({ dim }) => dim },
  omitted: { words: 'left out', colour: ({ yellow }) => yellow },
  'not-told': { words: 'not told', colour: ({ yellow }) => yellow },
  failed: { words: 'failed', colour: ({ red }) => red },
}

const rounded = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0)

/** A replay turn by turn, and its totals. */
export function renderReplay({ turns, totals }: Replayed, screen: Screen): string {
  const lines = turns.filter(isTold).flatMap((turn) => renderTurn(turn, screen))
  return [...lines, '', ...renderTotals(totals, screen)].join('\n')
}

/** Other events, at which records were only saved, are in `--json`. */
const isTold = ({ event, said, note, effects }: ReplayedTurn): boolean =>
  ALWAYS.has(event) || said !== '' || note !== undefined || effects.some(isTrouble)

const ALWAYS = new Set(['SessionStart', 'UserPromptSubmit'])

type Effect = ReplayedTurn['effects'][number]

const isTrouble = ({ outcome }: Effect): boolean => outcome === 'failed' || outcome === 'omitted'

function renderTurn(turn: ReplayedTurn, screen: Screen): string[] {
  const { event, at, title, said, note, sections, titles, effects } = turn
  const name = typeSaid(event)
  const when = moment(at, screen.now)
  const about = title === '' ? '' : cutTitle(`  ${oneLine(title)}`, screen.columns - name.length - when.length - 2)
  const notes = note === undefined ? [] : note.split('\n')
  return [
    `${when}  ${screen.bold(name)}${about}`,
    ...(said === '' && note === undefined ? [screen.dim('    nothing shown')] : []),
    ...notes.map((line) => `    ${screen.dim('shown to you:')} ${line}`),
    ...sections.flatMap((section) => renderSection(section, titles, screen)),
    ...effects
      .filter(isTrouble)
      .map(
        ({ behaviour, outcome, error = '' }) => `    ${screen.yellow(OUTCOMES[outcome].words)}  ${behaviour}  ${error}`,
      ),
  ]
}

function renderSection(
  { behaviour, tokens, ids }: ReplayedTurn['sections'][number],
  titles: ReplayedTurn['titles'],
  screen: Screen,
): string[] {
  return [
    `    ${screen.green(behaviour)}${screen.dim(`  ${count(tokens, 'token')}`)}`,
    ...ids.slice(0, MOST_CITED).map((id) => citedRow(id, titles, [], screen)),
    ...moreThan(ids, screen),
  ]
}

function renderTotals({ events, prompts, calls, told, tokens, behaviours, unread, ms }: ReplayTotals, paint: Paint) {
  const what = [count(events, 'event'), count(prompts, 'prompt'), count(calls, 'tool call')].join(', ')
  const total = `${paint.bold(what)}; replayed in ${duration(ms)}`
  const shown = `Shown to the agent: ${count(told, 'time')}, ${count(tokens, 'token')}`
  const each = behaviours.map((one) => [`  ${one.behaviour}`, count(one.told, 'time'), count(one.tokens, 'token')])
  return [
    total,
    shown,
    ...alignedRows(each),
    ...(unread > 0 ? [paint.yellow(`${count(unread, 'line')} could not be read`)] : []),
  ]
}
