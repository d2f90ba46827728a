import { relativePath } from '@hindcast/text/paths.ts'
import type { ContextItem } from '../effects.ts'
import type { Experience } from '../experience/experience.ts'
import type { Recurrence } from '../experience/recurring.ts'
import { errorIn } from '../learning/recipes.ts'
import type { Signal } from '../nouns/signal.ts'
import { quote, shownPath } from '../quote.ts'
import { when } from './times.ts'

/** The heading above what cured a failure. */
export const CURE_HEAD = 'This failed before'

const ERROR = 140
const COMMAND = 100
const SUBJECT = 90
const MOST_FILES = 4

/** What cured a failure: when, the error, and what was changed, run and committed before the check passed. */
export function cureItem(cure: Experience, now: number, root?: string): ContextItem {
  const { id, closedAt = cure.at, files, commands, committed, failing, isProvisional, hypothesis, lesson } = cure
  const [test] = failing
  const what = [
    ...(test === undefined ? [] : [quote(test, SUBJECT)]),
    ...(isProvisional ? [quote(hypothesis, ERROR)] : []),
  ].join(': ')
  const shown = files.slice(0, MOST_FILES).map((file) => shownPath(relativePath(file, root)))
  const rest = files.length > shown.length ? ` and ${files.length - shown.length} more` : ''
  const did = [
    ...(shown.length > 0 ? [`changed ${shown.join(', ')}${rest}`] : []),
    ...(commands.length > 0 ? [`ran ${commands.map((command) => quote(command, COMMAND)).join(', ')}`] : []),
  ]
  const told = [
    `${id} ${when(closedAt, now)}${what === '' ? '' : `, failed: ${what}`}`,
    `agent ${did.join(' and ')}; then it passed`,
    ...(committed === undefined ? [] : [`commit ${quote(committed, SUBJECT)}`]),
    ...(lesson === undefined ? [] : [`agent noted ${quote(lesson, ERROR)}`]),
  ]
  return { text: told.join('\n  '), ids: [id], rank: closedAt }
}

/** A failure that came back, with what cured it last. */
export function recurrenceItem({ cure, sessions }: Recurrence, now: number, root?: string): ContextItem {
  const item = cureItem(cure, now, root)
  return { ...item, text: `${item.text}\n  failed like this in ${sessions} sessions` }
}

/** The command that worked in place of one that failed. */
export const recipeItem = (recipe: Signal, now: number): ContextItem => ({
  text: [
    `${recipe.id} ${when(recipe.at, now)}, failed: ${quote(recipe.object ?? '', COMMAND)}: ${quote(errorIn(recipe), ERROR)}`,
    `then worked: ${quote(recipe.subject, COMMAND)}`,
  ].join('\n  '),
  ids: [recipe.id],
  rank: recipe.at,
})
