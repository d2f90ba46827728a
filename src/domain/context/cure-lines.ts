import { relativePath } from '@hindcast/text/paths.ts'
import type { ContextItem } from '../effects.ts'
import { partsOfDiff } from '../experience/diffs.ts'
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
const LINE = 80
const MOST_FILES = 4

/** What cured a failure: when, the error, and what was changed, run and committed before the check passed. */
export function cureItem(cure: Experience, now: number, root?: string): ContextItem {
  const { id, closedAt = cure.at, commands, committed, failing, failure, isProvisional, hypothesis, lesson } = cure
  const [test] = failing
  const what = [
    ...(test === undefined ? [] : [quote(test, SUBJECT)]),
    // What it failed with, unless a run that passed prints it, too
    ...(isProvisional && failure !== undefined ? [quote(hypothesis, ERROR)] : []),
  ].join(': ')
  const did = [
    ...changed(cure, root),
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

/** The changed files, each with the first line that was replaced, as far as it is kept. */
function changed({ files, diffs }: Experience, root?: string): readonly string[] {
  const lines = new Map(diffs.map(partsOfDiff).map((parts) => [parts.file, parts]))
  const shown = files.slice(0, MOST_FILES).map((file) => {
    const { removed: [old = ''] = [], added: [now = ''] = [] } = lines.get(file) ?? {}
    const replaced = [old, now].filter(Boolean).map((line) => quote(line, LINE))
    const how =
      replaced.length === 2 ? replaced.join(' → ') : `${now === '' ? 'removed' : 'added'} ${replaced.join('')}`
    return `${shownPath(relativePath(file, root))}${replaced.length === 0 ? '' : ` (${how})`}`
  })
  const rest = files.length > shown.length ? ` and ${files.length - shown.length} more` : ''
  return shown.length === 0 ? [] : [`changed ${shown.join(', ')}${rest}`]
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
