import { COMMON_WORDS, STOP_WORDS } from '@hindcast/text/vocabulary.ts'
import { apart, words } from '@hindcast/text/words.ts'
import {
  agreesElsewhere,
  isChoreElsewhere,
  isFillElsewhere,
  isOtherLanguage,
  isPoliteElsewhere,
  verbElsewhere,
} from './cues.ts'
import { isQuestion, sentencesIn, withoutStop, wordCount } from './sentences.ts'
import { ACTIONS, LEADS, LOOKS, NEGATIONS, QUESTION_WORDS } from './words.ts'

/** What a prompt asks for, in the person's own words. */
export interface Intent {
  /** `weak`: makes sense only with what came before ("fix it", "option 3", "yes"). */
  readonly kind: 'request' | 'question' | 'report' | 'weak'
  /** A whole sentence of the prompt, word for word; empty if there is none. */
  readonly clause: string
  /**
   * The request's main verb, after any polite opening, in lower case; empty if it is negated or in another language.
   */
  readonly verb: string
}

const NONE: Intent = { kind: 'weak', clause: '', verb: '' }
/** A request is at a prompt's head or end; people paste in between. */
const HEAD = 4000
/** The minimum number of words in a sentence of substance. */
const LONG = 6
const MAX_SENTENCES = 40

/** Reads a prompt. Linear. */
export function intentOf(prompt: string): Intent {
  const command = commandIn(prompt)
  if (command !== '') return { kind: 'request', clause: command, verb: '' }
  const intents = ownSentences(prompt).map(intentOfSentence)
  const best = (kind: Intent['kind']) => intents.find((intent) => intent.kind === kind)
  const told = intents.find(({ kind, clause }) => kind === 'weak' && wordCount(clause) >= LONG)
  const asks = intents.filter(({ kind, verb }) => kind === 'request' && !LOOKS.has(verb))
  return (
    asks.find(({ clause }) => tellsEnough(clause)) ??
    asks[0] ??
    best('report') ??
    best('request') ??
    telling(best('question'), told) ??
    intents.find(({ clause }) => clause !== '') ??
    NONE
  )
}

/** Whether a sentence has specific words. */
const tellsEnough = (clause: string): boolean =>
  /[`_]\S|\w\.\w|[a-z][A-Z]/.test(clause) ||
  words(coreOf(clause)).filter((word) => !STOP_WORDS.has(word) && !COMMON_WORDS.has(word)).length >= 2

/** A slash command with its arguments, as typed; empty if the prompt is not one. */
export const commandIn = (prompt: string): string =>
  /^\/[\w:.-]+(?=\s|$)[^\n]{0,400}/.exec(prompt.trim())?.[0].replace(/\s+/g, ' ').trim() ?? ''

/** What came before a mere "can you look?" says more. */
function telling(asked: Intent | undefined, told: Intent | undefined): Intent | undefined {
  const isShort = asked !== undefined && wordCount(asked.clause) < LONG && !/[`_.()]\S/.test(asked.clause)
  return isShort && told !== undefined ? { ...told, kind: 'report' } : asked
}

/** Everything that a prompt says in the person's own words, without pasted text; may be empty. */
export const promptWish = (prompt: string): string =>
  ownSentences(prompt)
    .filter((sentence) => !agrees(sentence) && words(sentence).some((word) => !STOP_WORDS.has(word.toLowerCase())))
    .join(' ')

/** Whether a prompt only agrees or picks one of the options offered. */
export function agrees(prompt: string): boolean {
  const text = prompt.trim().toLowerCase()
  if (text.length > 60) return false
  return (
    agreesElsewhere(text) ||
    /^(y|yes|yep|yeah|yup|k|sure|ok|okay|please do|do it|do that|go|go ahead|go for it|continue|proceed|sounds good|perfect|great|exactly|correct|right|agreed|lgtm|option \w+|#?\d{1,2}|[a-d])\b[\s.,!:]*(yes|please|pls|plz|thanks|thx|do|go ahead|go for it|to me|that|it|this|implement|exactly|with|option|continue|sounds|good|great|works|do it|do that|\d|[.,!\s])*$/.test(
      text,
    )
  )
}

/** Whether a prompt asks for nothing of lasting value: version control, thanks, a single letter. */
export function isHousekeeping(prompt: string): boolean {
  const said =
    apart(prompt.replace(/^\//, ''))
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (said.join('').length <= 1) return true
  const isChore = (word: string) => CHORES.has(word) || isChoreElsewhere(word) || agrees(word)
  const isChores =
    said.length <= 12 && said.every((word) => STOP_WORDS.has(word) || isChore(word) || isFillElsewhere(word))
  return isChores && said.some(isChore) && !/[?？؟]/.test(prompt)
}

/** Whether a request is first of all for version control, or to go on: "commit and update the changelog". */
export function beginsWithChore(text: string): boolean {
  const [first = ''] =
    coreOf(text)
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/u) ?? []
  return VERSIONS.test(first) || isChoreElsewhere(first)
}

const VERSIONS = /^(?:commit|push|rebase|squash|amend|stash|tag|continue|proceed)$/

const CHORES = new Set(
  `commit commits push pull fetch merge rebase squash amend stash checkout branch branches tag git gh pr prs
  origin main master remote changes change everything conflict conflicts create open new latest thanks thank great perfect nice cool good job awesome excellent lovely brilliant superb wonderful amazing bye hi hey hello`.split(
    /\s+/,
  ),
)

/** A person's own sentences, word for word; lines of pasted output, code and quotations are left out. */
export function ownSentences(prompt: string): string[] {
  const typed = withoutBlocks(prompt)
  // A script may well send nothing but such blocks
  const blocks = headAndTail(/[\p{L}\p{N}]/u.test(typed) ? typed : prompt)
    .replace(/```[\s\S]*?(```|$)/g, LEFT_OUT)
    .split('\n')
    .reduce<string[]>(joinedLines, [''])
  return blocks
    .map((block) => ANNOUNCED.exec(block)?.[1] ?? block)
    .flatMap(sentencesIn)
    .map((sentence) => withoutGreeting(sentence.replace(/\s+/g, ' ')))
    .filter((sentence) => sentence !== '' && !TAGGED.test(sentence) && !isReadout(sentence))
    .slice(0, MAX_SENTENCES)
}

/** A prompt without the tags that clients put around a long paste, each on a line of its own, and what they enclose. Linear. */
export const withoutBlocks = (prompt: string): string =>
  prompt.replace(/<([a-z][\w-]*)(?:\s[^<>]*)?>\n[\s\S]*?(?:<\/\1>|$)/g, LEFT_OUT)

/** A long prompt without its middle, cut between lines so that no sentence loses its beginning. */
function headAndTail(prompt: string): string {
  if (prompt.length <= 2 * HEAD) return prompt
  const [head, tail] = [prompt.slice(0, HEAD), prompt.slice(-HEAD)]
  return `${head.slice(0, Math.max(head.lastIndexOf('\n'), head.lastIndexOf(' ')))}${LEFT_OUT}${tail.slice(Math.max(0, tail.indexOf('\n')))}`
}

/** Ends a paragraph, as a pasted line does. */
const LEFT_OUT = '\n│\n'

/**
 * Adds a line to the paragraphs so far: a sentence may span lines, and a list belongs to the line that introduces it.
 * Program output ends a paragraph.
 */
function joinedLines(blocks: string[], raw: string): string[] {
  const line = raw.trim()
  const before = blocks.at(-1) ?? ''
  if (isPasted(raw) || isReadout(raw) || (line === '' && !/[:：]$/.test(before)))
    return before === '' ? blocks : [...blocks, '']
  const isOwn = /^(?:[-*+•]|\d{1,3}[.)]|#{1,6})\s/.test(line) && !/[:：]$/.test(before)
  if (line === '') return blocks
  if (isOwn && before !== '') return [...blocks, withoutMark(line)]
  blocks[blocks.length - 1] = before === '' ? withoutMark(line) : `${before} ${line}`
  return blocks
}

/** A list item or heading without its marker. */
const withoutMark = (line: string): string => line.replace(/^(?:[-*+•]|\d{1,3}[.)]|#{1,6})\s+/, '')

/** A paragraph that introduces a long block of output: the output is not the person's words. */
const ANNOUNCED =
  /^(.{0,300}?\b(?:errors?|issues?|warnings?|outputs?|logs?|traces?|messages?|results?)(?: \w+){0,3}\s*:)\s.{150,}$/is

/** Whether a program printed a line, or the line quotes one. */
export const isPasted = (line: string): boolean => PASTED.test(line)

/** Whether a line is made of values as programs print them (a state in capitals, a path, a number with its unit), without any grammar. */
function isReadout(line: string): boolean {
  const parts = line.trim().split(/\s+/)
  const values = parts.filter((part) => VALUE.test(part)).length
  return (
    values >= 2 &&
    values * 2 >= parts.length &&
    !parts.some((part) => !VALUE.test(part) && STOP_WORDS.has(part.toLowerCase()))
  )
}

/** What a program puts before what it says: `[proxy] GET …`. */
const TAGGED = /^\[[\w .:-]{1,40}\]\s/

const VALUE = /^(?:[A-Z]{2,}[:,]?|ok|[\w.@-]*\/[\w./@-]+|[([]?\d[\d.,:/%-]*(?:ms|s|m|h|kB|MB|GB|B|%)?[)\],]?)$/

const PASTED =
  /^\s*(?:[❯$>⎿│┃✓✗×•⨯⏺⏵|]|at\s\S+\s?\(|\d+[:|]\s|[-+]{3}\s|@@\s|Traceback|[\w.]*(?:Error|Exception):\s|\[?\d{4}-\d\d-\d\d[T ]\d\d:|\[[\w .:-]{1,40}\]\s)|\[y\/n\]|:\d+:\d+\b|\b0x[0-9a-f]{4}/i

/** Without a greeting that is its own clause. */
const withoutGreeting = (sentence: string): string => sentence.replace(GREETING, '')

const GREETING =
  /^(?:(?:hi|hey|hello|good (?:morning|evening|afternoon)|thanks|thank you|great|perfect|ok|okay|hmm+)(?: (?:there|all|again|claude|so much|a lot))?\s*[,.!…—–]+(?:\s+|$))+/i

function intentOfSentence(sentence: string): Intent {
  const clause = withoutStop(sentence)
  const count = wordCount(clause)
  if (count < 2 || agrees(clause)) return NONE
  const isAsked = isQuestion(clause)
  const first = firstWord(clause)
  if (!isEnglish(clause)) return intentElsewhere(clause, count)
  if (/ (?:->|→|=>) /.test(clause)) return { kind: 'report', clause, verb: '' }
  const { verb, isNegated } = verbOf(clause)
  if ((verb !== '' && !(isAsked && ASKS_BACK.has(first))) || isNegated)
    return { kind: isVague(clause) ? 'weak' : 'request', clause, verb }
  if (isAsked || (QUESTION_WORDS.has(first) && !TELLS.test(clause)))
    return { kind: count < 3 || isVague(clause) ? 'weak' : 'question', clause, verb: '' }
  const isLong = count >= 4
  if (isLong && TROUBLE.test(clause)) return { kind: 'report', clause, verb: '' }
  return { kind: isLong && WISH.test(clause) ? 'request' : 'weak', clause, verb: '' }
}

/** What depends on no grammar: a mark, how long it is, and a few words of the language, if it is a known one. */
function intentElsewhere(clause: string, count: number): Intent {
  if (isQuestion(clause) && !isPoliteElsewhere(clause)) return { kind: 'question', clause, verb: '' }
  return { kind: count < 3 ? 'weak' : 'request', clause, verb: verbElsewhere(clause) }
}

/** A question that begins like this is not a polite request. */
const ASKS_BACK = new Set('should shall do does did is are was were have has will'.split(' '))

const firstWord = (text: string): string => /^[a-z'’-]+/i.exec(text)?.[0].toLowerCase().replace('’', "'") ?? ''

/** The verb of a request, after any polite opening, and whether it is negated. */
function verbOf(clause: string): { readonly verb: string; readonly isNegated: boolean } {
  const plain = clause
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\b(great|good|nice|cool|helpful) if\b/, '$1')
  for (const word of plain.split(/[\s,:;.!]+/).slice(0, 12)) {
    if (NEGATIONS.has(word)) return { verb: '', isNegated: true }
    if (ACTIONS.has(word)) return { verb: word, isNegated: false }
    if (!isLead(word)) break
  }
  return { verb: '', isNegated: false }
}

const isLead = (word: string): boolean => LEADS.has(word) || /^[a-z]{3,}ly$/.test(word)

/** A sentence without its polite opening; for judging it, never for showing it. */
export function coreOf(text: string): string {
  const said = text.split(' ')
  const from = said.findIndex(
    (word) =>
      !isLead(
        word
          .toLowerCase()
          .replaceAll('’', "'")
          .replace(/[,:;.!]+$/, ''),
      ),
  )
  return from > 0 ? said.slice(from).join(' ') : text
}

/** English cue words say nothing about text in another language: several words without any, or another script. */
function isEnglish(text: string): boolean {
  const said = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const foreign = said.filter((word) => /[^a-z]/.test(word)).length
  const english = said.filter((word) => STOP_WORDS.has(word) || ACTIONS.has(word)).length
  return foreign <= said.length / 3 && english > 0 && !isOtherLanguage(said, english)
}

/** Describes how something is, though it begins like a question. */
const TELLS = /^(?:when|where|while) [^,?]{4,120}, /i
const TROUBLE =
  /\b(?:fails?|failing|failed|breaks?|broken|bug|errors?|empty|invalid|incorrect|hangs?|stuck|lost|flaky|dies?|slow|times? out|timeouts?|leaks?|isn't|wasn't|aren't|won't|crash(?:es)?|wrong|issue|problem|doesn't|does not|can't|cannot|missing|unused|not used|not working)\b/i
/** Says how something should be, without an imperative. */
const WISH = /\b(?:should|needs?|must|want|wants|would like|prefer)\b/i

/** All its nouns are pronouns, so its subject is elsewhere. */
function isVague(clause: string): boolean {
  const rest = coreOf(clause)
    .toLowerCase()
    .replace(/[^a-z0-9_\s./#-]/g, ' ')
    .split(/\s+/)
    .slice(1)
  const telling = rest.filter((word) => word.length > 2 && !VAGUE.has(word)).length
  return telling < (/^(?:it|this|that|them|these|those|both)$/.test(rest[0] ?? '') ? 3 : 1)
}

const VAGUE = new Set(
  `it its this that these those them they both all same one ones again now then too also please option first second
  third last next here there fix change changes way better more bit little please for with and the into from about was were
  wider longer shorter bigger smaller done works work what how why mean again show see look check issue problem
  yes exactly else out other others again with just some any`.split(/\s+/),
)
