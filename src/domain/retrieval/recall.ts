import { isGoal } from '../memory/headline.ts'
import { promptWish } from '../memory/intent.ts'
import { type Statement, saysAgain, statementOf } from '../memory/near-duplicates.ts'
import { errorTerms, errorWords, showsError } from './error-text.ts'
import type { PromptQuestion } from './question.ts'
import type { RecallCandidate } from './recall-candidate.ts'
import { hasName, isNamedFile, isSameIssue, issuesIn, isTellingName, namesFile, type Reference } from './references.ts'
import { phraseOfTopic, type RecallGround, rareLimit, SharedWords } from './word-match.ts'

/** A record that a prompt refers to. `key`: by what, as the line says it: `names #123`. */
export interface RecalledRecord extends RecallCandidate {
  readonly key: string
}

/** A phrase to look up; `isPrefix`: its last word is the beginning of one. */
export interface SoughtPhrase {
  readonly text: string
  readonly isPrefix: boolean
}

/** Each is looked up in the index. */
const MOST_PHRASES = 80

/** The phrases by which records are found that a question may be about, each once. */
export function phrasesOf({ references, sentences, twos, lookedFor, errors }: PromptQuestion): SoughtPhrase[] {
  const topics = [...sentences.flat(), ...lookedFor, ...twos].map(phraseOfTopic)
  const words = [...topics, ...errorTerms(errors)].map((text) => ({ text, isPrefix: false }))
  const named = references.map(({ phrase: text, isPrefix = false }) => ({ text, isPrefix }))
  return [...new Map([...named, ...words].map((each) => [each.text, each])).values()].slice(0, MOST_PHRASES)
}

/** The reasons to tell a record, most specific first, and the most records told for one name. */
const REASONS = {
  issue: 3,
  commit: 2,
  error: 2,
  decision: 2,
  symbol: 2,
  file: 2,
  branch: 1,
  session: 2,
  lookBack: 3,
  words: 3,
} as const
type Reason = keyof typeof REASONS
const ORDER = Object.keys(REASONS) as readonly Reason[]
/** More records than this of one name, and the name says too little. */
const FEW = 3

interface Match {
  readonly by: Reason
  /** What both name, as the line says it. */
  readonly name: string
  readonly weight: number
}

interface Found {
  readonly record: RecallCandidate
  readonly match: Match
}

/**
 * The records that a question refers to, most specific reference first; often none. The order of the candidates does not
 * matter.
 */
export function recalledAmong(
  candidates: readonly RecallCandidate[],
  question: PromptQuestion,
  ground: RecallGround,
): RecalledRecord[] {
  const words = new SharedWords(question, ground)
  const groups = new Map<string, Found[]>()
  for (const record of candidates) {
    const match = reasonFor(record, { question, ground, words, candidates })
    if (match === undefined) continue
    const group = groups.get(match.name)
    if (group === undefined) groups.set(match.name, [{ record, match }])
    else group.push({ record, match })
  }
  return [...groups.values()]
    .flatMap((group) => fewOf(group.sort(byWeight), question))
    .sort((a, b) => ORDER.indexOf(a.match.by) - ORDER.indexOf(b.match.by) || byWeight(a, b))
    .map(({ record, match }) => ({ ...record, ...words.answerIn(record), key: match.name }))
}

const byWeight = (a: Found, b: Found): number =>
  b.match.weight - a.match.weight || b.record.at - a.record.at || (a.record.id < b.record.id ? -1 : 1)

/**
 * With many records of one symbol, only those are told that decided something; of an explicit look back, those that fixed
 * something, too.
 */
function fewOf(group: readonly Found[], { lookedFor }: PromptQuestion): readonly Found[] {
  const by = group[0]?.match.by ?? 'words'
  if (by !== 'symbol' || group.length <= FEW) return group.slice(0, REASONS[by])
  return group.filter(({ record }) => isFirm(record, lookedFor.length > 0)).slice(0, 1)
}

const isFirm = ({ isDecided, type }: RecallCandidate, isBack: boolean): boolean =>
  isDecided || (isBack && FIXES.has(type))
const FIXES: ReadonlySet<string> = new Set(['bugfix', 'security'])

/** What the records are compared with, and with each other. */
interface Matching {
  readonly question: PromptQuestion
  readonly ground: RecallGround
  readonly words: SharedWords
  readonly candidates: readonly RecallCandidate[]
}

/** The most specific reason to tell a record, if there is any. */
function reasonFor(record: RecallCandidate, matching: Matching): Match | undefined {
  const { references } = matching.question
  const named = references.find((reference) => IS_ABOUT[reference.kind](record, reference, matching))
  if (named !== undefined) {
    const { kind: by, name } = named
    return { by, name: `${NAMED[by] ?? 'names'} ${name}`, weight: 0 }
  }
  if (isOfSameError(record, matching.question))
    return { by: 'error', name: 'same error', weight: FIXES.has(record.type) ? 1 : 0 }
  return matching.words.match(record)
}

/** What stands before a name on a line. */
const NAMED: { readonly [kind in Reference['kind']]?: string } = { branch: 'branch', session: 'of the session titled' }

type IsAbout = (record: RecallCandidate, reference: Reference, matching: Matching) => boolean

/** Whether a record is about what a prompt names. */
const IS_ABOUT: Readonly<Record<Reference['kind'], IsAbout>> = {
  issue: ({ title, more, asked }, issue, { ground }) =>
    [`${title}\n${more}`, asked].some((text) => isOneOfFew(issuesIn(text.slice(0, READ)), issue, ground.repository)),
  commit: ({ title, more }, { name }) =>
    `${title}\n${more}`
      .match(HASH)
      ?.some((hash) => hash.startsWith(name) || (/[a-f]/.test(hash) && name.startsWith(hash))) === true,
  symbol: ({ title, kind }, { name, phrase }, { ground }) =>
    kind !== 'prompt' && (ground.held.get(phrase) ?? 0) <= rareLimit(ground.records) && hasName(title, name),
  file: isOfFile,
  branch: ({ session }, { name }, { ground }) => ground.branches.get(name)?.has(session) === true,
  session: ({ session }, { name }, { ground }) => ground.titled?.get(name)?.has(session) === true,
}

const READ = 6_000
const HASH = /\b[0-9a-f]{7,40}\b/g

/** A text that names many issues is a list of them, and about none. */
const isOneOfFew = (named: readonly Reference[], issue: Reference, home: string | undefined): boolean =>
  new Set(named.map(({ name }) => name)).size <= FEW && named.some((each) => isSameIssue(each, issue, home))

/**
 * A record is about a file that it names or that is one of few which it changed: a large change touches many in passing. What a
 * change did, the file itself shows: told is what it does not, or what the prompt is about besides, or that it asks what was
 * done there. Of a file that many records changed, only what was decided.
 */
function isOfFile(record: RecallCandidate, { name }: Reference, { candidates, question, words }: Matching): boolean {
  const { kind, title, line, files, isDecided } = record
  if (kind !== 'observation') return false
  const has = (path: string) => isNamedFile(path, name)
  const changed = candidates.filter((each) => each.kind === 'observation' && each.files.some(has))
  const isFile = changed.length > 0 || name.includes('/') || (isDecided && !PRODUCT.test(name))
  const isTitled = isFile && namesFile(title, name)
  const isTold = isTitled || explains(record) || question.lookedInto.has(name) || words.sharesBeside(record, name)
  const isAbout = files.some(has) ? files.length <= FEW || namesFile(`${title} ${line}`, name) : isTitled
  if (!isAbout || !isTold) return false
  const isTelling = isTellingName(
    name,
    changed.flatMap((each) => each.files.filter(has)),
  )
  return isTelling && (changed.length <= FEW || isFirm(record, question.lookedFor.length > 0))
}

/** A product is called Node.js. */
const PRODUCT = /^[^.]+\.(?:js|io|ai|net)$/i

/** Whether a record says why something is as it is: what was decided, found, or wrong. */
const explains = ({ isDecided, type, failures }: RecallCandidate): boolean =>
  isDecided || failures.length > 0 || type === 'bugfix' || type === 'discovery'

/** Whether one of the two shows an error of the other: a person may quote it in a sentence. */
const isOfSameError = (record: RecallCandidate, { errors, inWords }: PromptQuestion): boolean =>
  (errors.length > 0 && showsError(errorWords(shownIn(record)), errors)) ||
  showsError(
    inWords,
    record.failures.map((failure) => errorWords(failure.slice(failure.indexOf(' → ') + 1))),
  )

/** What of a record, or of what was asked, may show an error. */
const shownIn = ({ title, failures, line, asked }: RecallCandidate): string =>
  [title, ...failures, line, asked].join('\n').slice(0, READ)

/**
 * Selects from these records (best first) those to show: none already shown or repeating one above; for each turn an
 * observation, otherwise its summary, otherwise its prompt; and a bare request only if nothing came of it.
 */
export function toTell<R extends RecallCandidate>(records: readonly R[], told: ReadonlySet<string>): R[] {
  const turns = new Set(records.filter(({ id }) => told.has(id)).flatMap(({ prompts }) => prompts))
  const chosen = new Map<R, Statement>()
  for (const record of [...records].sort((a, b) => WORTH[a.kind] - WORTH[b.kind])) {
    const isSaid = told.has(record.id) || record.prompts.some((prompt) => turns.has(prompt))
    if (isSaid || (record.kind === 'prompt' && (chosen.size > 0 || !isGoal(promptWish(record.title))))) continue
    const statement = statementOf(record.title)
    if ([...chosen.values()].some((other) => saysAgain(other, statement))) continue
    chosen.set(record, statement)
    for (const prompt of record.prompts) turns.add(prompt)
  }
  return records.filter((record) => chosen.has(record))
}

const WORTH = { observation: 0, summary: 1, prompt: 2 } as const
