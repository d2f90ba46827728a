import { baseName } from '@hindcast/text/paths.ts'
import { oneLine } from '@hindcast/text/phrases.ts'
import { deriveId } from '../identity.ts'
import type { Summary } from '../nouns/summary.ts'
import { askerOf } from './aim.ts'
import { type TurnWork, worksOf } from './deeds.ts'
import { chainsOf, runTotals, shownCommand } from './failures.ts'
import { isHousekeeping } from './intent.ts'
import { learnedIn } from './learned.ts'
import { remainingOf } from './left.ts'
import { type AttributedText, type Matter, mattersOf } from './matter.ts'
import { capital, closedSentence, shorten } from './prose.ts'
import { filesModifiedIn, filesReadIn } from './reading.ts'
import { isQuestion, sizeOf, wordCount } from './sentences.ts'
import type { Turn } from './turns.ts'

const FIELD = 600
const MAX_EVIDENCE = 60

/**
 * The state of a session's open matter after these turns: what it was asked for, all that was completed for it, newest first,
 * what was learned, and what remains. A matter has one summary, which is kept up to date. Undefined if the last turn says
 * nothing, or was only thanks.
 */
export function summarise(turns: readonly Turn[], root?: string): Summary | undefined {
  const turn = turns.at(-1)
  const matter = mattersOf(turns).at(-1)
  if (turn === undefined || matter === undefined || isIdle(turn)) return undefined
  const calls = matter.turns.flatMap((each) => each.calls)
  const events = matter.turns.flatMap((each) => each.events)
  const changed = filesModifiedIn(calls)
  const read = filesReadIn(calls)
  const { text, by } = requestIn(matter)
  if (text === '' && turn.message === '' && changed.length === 0) return undefined
  return {
    id: deriveId('m', turn.session, turn.agentId ?? '', matter.turns[0]?.key ?? ''),
    session: turn.session,
    project: turn.project,
    at: turn.endedAt,
    request: shorten(oneLine(text), 300),
    ...(by !== 'user' && { requestBy: by }),
    investigated: shorten(investigated(calls, read), FIELD),
    learned: sentencesField(learnedIn(turns)),
    completed: completedIn(turns, changed, root),
    nextSteps: sentencesField([capital(remainingOf(matter).text)]),
    notes: sentencesField([...runTotals(calls), ...stillFailing(calls)]),
    filesRead: read,
    filesModified: changed,
    evidence: [
      ...matter.turns.flatMap(({ prompts }) => prompts.map(({ id }) => id)),
      ...events.map(({ id }) => id),
    ].slice(-MAX_EVIDENCE),
  }
}

/** What a matter was asked for; where nothing says so by itself, its first prompt. */
function requestIn({ asked, turns }: Matter): AttributedText {
  if (asked.text !== '') return asked
  const prompts = turns.flatMap((turn) => turn.prompts)
  return { text: prompts[0]?.text ?? '', by: askerOf(prompts.slice(0, 1)) }
}

/**
 * All that a session did, newest first: what its last work turn says it did, the commits, the changed files of the matter, and
 * before them a sentence of each earlier turn that no commit took in.
 */
function completedIn(turns: readonly Turn[], changed: readonly string[], root?: string): string {
  const [last, ...earlier] = worksOf(turns).reverse()
  const committed = ({ commits }: TurnWork) => [...new Set(commits)].map((subject) => `Committed: ${subject}`)
  const lines = [
    ...(last === undefined ? [] : [...last.deeds.slice(0, MOST_DEEDS), ...committed(last)]),
    changed.length > 0 ? `Changed ${fileNames(changed, root)}.` : '',
    ...earlier.flatMap((work) =>
      [...committed(work), ...(work.commits.length > 0 ? [] : work.deeds.slice(0, 1))].map(
        (each) => `Earlier: ${each}`,
      ),
    ),
  ]
    .filter(Boolean)
    .map((line) => closedSentence(shorten(line, LINE)))
  return lines.reduce((all, line) => (all.length + line.length < DONE ? `${all} ${line}` : all), '').trim()
}

const MOST_DEEDS = 3
const DONE = 800
/** The most characters of one sentence. */
const LINE = 180

function investigated(calls: Turn['calls'], read: readonly string[]): string {
  const searches = calls.filter(({ body }) => (body.act as { kind?: string } | undefined)?.kind === 'search')
  const plain = searches
    .flatMap(({ target }) => (target ?? '').split('|'))
    .filter((term) => /^[\w ./-]{3,40}$/.test(term))
  const terms = [...new Set(plain.map((term) => `“${term}”`))].slice(0, 4)
  const parts = [
    read.length > 0
      ? `Read ${read.slice(0, 6).map(baseName).join(', ')}${read.length > 6 ? ` and ${read.length - 6} more` : ''}`
      : '',
    terms.length > 0 ? `searched for ${terms.join(', ')}` : '',
  ].filter(Boolean)
  return parts.length === 0 ? '' : `${parts.join('; ')}.`
}

const MOST_FILES = 4

const fileNames = (files: readonly string[], root?: string): string => {
  const cut = (file: string) => (root !== undefined && file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file)
  return (
    files.slice(0, MOST_FILES).map(cut).join(', ') +
    (files.length > MOST_FILES ? ` and ${files.length - MOST_FILES} more` : '')
  )
}

const stillFailing = (calls: Turn['calls']): string[] =>
  chainsOf(calls)
    .filter(({ recovery, error }) => recovery === undefined && error !== '')
    .slice(-2)
    .map(({ failure, error }) => `Unresolved: \`${shownCommand(failure)}\`: ${error}`)

const sentencesField = (sentences: readonly string[]): string =>
  shorten(sentences.map(closedSentence).filter(Boolean).join(' '), FIELD)

/** Whether a turn had no effect: thanks, a greeting or a single letter, answered in a line or two without a call. */
export const isIdle = ({ prompts, calls, message, plan }: Turn): boolean =>
  calls.length === 0 &&
  plan === '' &&
  sizeOf(message) <= SHORT &&
  prompts.every(({ text }) => isHousekeeping(text) || (wordCount(text) <= FEW && !isQuestion(text)))

/** The longest answer to thanks, in characters, and the longest thanks, in words. */
const SHORT = 240
const FEW = 2
