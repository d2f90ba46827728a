import type { Replayed, ReplayedTurn, ReplayTotals } from '../../ports.ts'
import type { Paint } from './operation.ts'
import { count, duration, moment } from './words.ts'

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

const MOST_CITED = 10

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
