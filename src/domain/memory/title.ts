import { baseName, relativePath } from '@hindcast/text/paths.ts'
import type { Account } from './account.ts'
import type { Aim } from './aim.ts'
import { type Candidate, type Headline, headline, isGoal, plainHeadline, statedHeadline, topicOf } from './headline.ts'
import type { Intent } from './intent.ts'
import { capital, shorten } from './prose.ts'
import { BESIDE } from './reading.ts'
import { withoutStop } from './sentences.ts'
import { kindOfVerb, LOOKS } from './words.ts'

/** The longest title: a question with its answer. */
export const TITLE_MAX = 150
/** The longest title of a change. */
const CHANGE_MAX = 120
/** The minimum score of a title that is used: it names its subject and refers to nothing outside itself. */
export const TELLING = 1.5

/** The material for a change's title, most specific first. */
export interface Changed {
  /** The subject of its commit, and the heading of the plan it carries out; each may be empty. */
  readonly subject?: string
  readonly plan?: string
  readonly symbols: readonly string[]
  /** The main one first. */
  readonly files: readonly string[]
  readonly root?: string | undefined
  /** Headings added to documents. */
  readonly documented?: readonly string[]
}

/** The weight of a title that the work already has, from a commit or a plan. */
const GIVEN = 5

/**
 * A title for a change, with its score: the commit's subject, the plan's heading, otherwise the best of what was asked
 * and done.
 */
export function changeTitle(
  { intent, asked, accepts, by: asker }: Aim,
  account: Account,
  { subject = '', plan = '', symbols, files, root, documented = [] }: Changed,
): Headline {
  const given = subject || plan
  if (given !== '')
    return {
      text: titleWithFile(shorten(given, CHANGE_MAX), files, root),
      score: GIVEN,
      by: subject === '' ? 'plan' : 'commit',
    }
  const deeds = account.deeds.filter((each) => !namesOther(each, files))
  const areTests = files.length > 0 && files.every((file) => BESIDE.test(file) && !/\.mdx?$/.test(file))
  const names = symbols.length === 0 ? '' : symbolsAsTitle(symbols, areTests)
  const weightOfAsked = worthOfAsked(intent, asked)
  const candidates: Candidate[] = [
    { text: account.turned, weight: 2 },
    { text: areTests ? names : '', weight: 3.6, by: 'observed' },
    ...documented.map((text) => ({ text: `Document: ${text}`, weight: 2, by: 'observed' as const })),
    {
      text: asked,
      weight: accepts ? weightOfAsked - 0.9 : weightOfAsked,
      ...(!accepts && { verbatim: true, by: asker }),
    },
    ...deeds.slice(0, 6).map((text, at) => ({ text, weight: 1.5 - 0.2 * at })),
    ...account.headings.slice(0, 3).map((text) => ({ text, weight: 0.6 })),
    ...account.told
      .slice(0, 6)
      .map((text, at) => ({ text, weight: (FOUND.test(text) ? 0.6 : 0) + (at === 0 ? 1.6 : 0.8 - 0.2 * at) })),
  ]
  const best = headline(candidates, topicOf([asked, ...files.map(baseName)]), CHANGE_MAX)
  const { text, by } = best.score >= TELLING ? best : fallbackOf(names, best, { asked, by: asker })
  return { text: titleWithFile(labelOf(asked) + text, files, root), score: best.score, by }
}

/** The title of a change that nothing describes well. */
function fallbackOf(
  names: string,
  best: Headline,
  { asked, by }: Pick<Aim, 'asked' | 'by'>,
): Pick<Headline, 'text' | 'by'> {
  if (names !== '') return { text: names, by: 'observed' }
  if (best.text !== '') return best
  const words = plainHeadline(asked)
  return words === '' ? { text: 'Edit', by: 'observed' } : { text: words, by }
}

/** `Change parse, format`; `Remove parse` if all were removed; `Tests parse` if they are tests. */
function symbolsAsTitle(symbols: readonly string[], areTests: boolean): string {
  const names = symbols.slice(0, 3).map((symbol) => symbol.replace(REMOVED, ''))
  const verb = symbols.every((symbol) => REMOVED.test(symbol)) ? 'Remove' : areTests ? 'Tests' : 'Change'
  return `${verb} ${names.join(', ')}`
}

const REMOVED = /^removed /

/** A request makes the best title; pasted text, a command or a description of a problem does not. */
function worthOfAsked({ kind, verb }: Intent, asked: string): number {
  if (asked.startsWith('/') || /->|→|❯|⎿/.test(asked)) return -2
  if (kind === 'report') return -1.6
  if (kind === 'weak') return -1
  // A description of what was done beats a truncated request
  const isLong = asked.length > CHANGE_MAX ? 1.6 : 0
  // "X should be Y" may describe the code, or quote what a program printed
  const isWish = verb === '' && !/^(?:no|not|never|don't|do not)\b/i.test(asked) ? 1.2 : 0
  return kind !== 'request' || LOOKS.has(verb) ? 0 : RUNS.test(verb) ? 0.2 : 3.2 - isLong - isWish
}

/** Asks that something be run rather than changed. */
const RUNS = /^(?:use|run|try|test|verify|continue|proceed|abandon)$/

/** It mentions a file, but none of these. */
function namesOther(deed: string, files: readonly string[]): boolean {
  const named =
    deed.match(/[\w-]+\.(?:[a-z]{1,2}|tsx|jsx|mjs|cjs|json|yaml|yml|toml|java|php|css|html|sql|cpp|swift)\b/g) ?? []
  return files.length > 0 && named.length > 0 && !named.some((name) => files.some((file) => baseName(file) === name))
}

/** `Title (path/of/file.ts)`, with as much of the path as fits; no path if the title names the file. */
export function titleWithFile(said: string, files: readonly string[], root?: string): string {
  const [main, ...rest] = files
  const text = withoutStop(said)
  if (main === undefined || text.includes(baseName(main))) return shorten(text, CHANGE_MAX)
  const more = rest.length === 0 ? '' : ` +${rest.length}`
  const tails = [` (${relativePath(main, root)}${more})`, ` (${baseName(main)}${more})`, ` (${baseName(main)})`]
  const tail = tails.find((each) => each.length <= 44 && text.length + each.length <= CHANGE_MAX) ?? ''
  return shorten(text, CHANGE_MAX - tail.length) + tail
}

/** A title without the file that was appended to it. */
export const withoutTail = (title: string): string =>
  title.replace(/ \((?:[^()\s]+\.\w+(?: \+\d+)?|\+\d+ files?)\)$/, '')

/** `/team:review 12` labels its result. */
function labelOf(asked: string): string {
  const command = /^\/(?:[\w.-]+:)*([a-z][\w-]+)/i.exec(asked)?.[1]
  return command === undefined ? '' : `${shorten(capital(command), 40)}: `
}

/** The bonus for an answer shown after its question, which gives it context. */
const SAYS_OF_WHAT = 1.5
/** The minimum length kept of a question, even if its answer would fill the space. */
const QUESTION_MIN = 40

/** A title for a finding, with its score: the question → the cause, otherwise the sentence that answers best. */
export function findingTitle(
  { intent, asked, accepts, by }: Aim,
  account: Account,
  acted: boolean,
  plan = '',
): Headline {
  if (plan !== '') return { text: shorten(`${PROPOSED}${plan}`, TITLE_MAX), score: GIVEN, by: 'plan' }
  const told = account.told.slice(0, 12)
  const wished = !acted && intent.kind === 'request' && changesThings(intent) ? asked : ''
  const topic = topicOf([asked])
  const answers: Candidate[] = [
    ...told.map((text, at) => ({ text, weight: (FOUND.test(text) ? 1 : 0) + Math.max(-1, 1.8 - 0.4 * at) })),
    ...(!account.asks ? account.points.slice(0, 6) : []).map((text) => ({ text, weight: -1.2 })),
  ]
  const proposals = [
    { text: account.offer, weight: -0.6 },
    { text: wished, weight: 0, verbatim: true, by },
  ]
  const answer = headline(answers, topic, CHANGE_MAX)
  // For a mere question, an offer is shown if nothing answers it
  const isAnswered = asksOnly(intent) && answer.score >= TELLING
  const best = isAnswered ? answer : headline([...answers, ...proposals], topic, CHANGE_MAX)
  const fits = (text: string) => best.text !== '' && best.text === shorten(text, CHANGE_MAX)
  const isPlan = fits(statedHeadline(account.offer)) || fits(plainHeadline(wished))
  if (isPlan || best.text === '') return { ...best, text: shorten(`${isPlan ? PROPOSED : ''}${best.text}`, TITLE_MAX) }
  const question = promptQuestion(intent, asked)
  const room = TITLE_MAX - best.text.length
  const before = question === '' ? '' : `${shorten(question, Math.max(QUESTION_MIN, room))} → `
  const isAnswer = question !== '' && !asked.startsWith('/') && !accepts
  return {
    text: shorten(`${asked.startsWith('/') ? labelOf(asked) : before}${best.text}`, TITLE_MAX),
    score: best.score + (question !== '' && intent.kind === 'question' ? SAYS_OF_WHAT : 0),
    by: isAnswer ? (by === 'script' ? 'script-answer' : 'answer') : best.by,
  }
}

/** Asks for information, not for work. */
const asksOnly = ({ kind, verb }: Intent): boolean => kind === 'question' || (kind === 'request' && LOOKS.has(verb))

/** The question, if it makes sense on its own. */
const promptQuestion = ({ kind, clause }: Intent, asked: string): string =>
  kind !== 'weak' && clause !== '' && !asked.startsWith('/') && isGoal(clause) ? plainHeadline(clause) : ''

/** Prefix for the title of something discussed but not done. */
export const PROPOSED = 'Proposed: '

/** A request for a change: none was made, so its words alone would claim too much. */
const changesThings = ({ verb, clause }: Intent): boolean =>
  kindOfVerb(verb) !== undefined &&
  !/^(?:show|print|write|generate|create) (?:me|us|a summary|the summary)\b/i.test(clause)

const FOUND =
  /\broot cause\b|\bthe (?:actual |real )?(?:issue|problem|bug|cause) (?:is|was)\b|\b(?:fails|failed) because\b/i
