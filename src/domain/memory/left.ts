import { baseName } from '@hindcast/text/paths.ts'
import { isNegated } from '../voice/languages.ts'
import { accountOf } from './account.ts'
import { commitsIn } from './commits.ts'
import { contentOf } from './content.ts'
import { cuesFor, refusesElsewhere } from './cues.ts'
import { topicOf } from './headline.ts'
import { agrees, isHousekeeping, ownSentences } from './intent.ts'
import { keepsVersions, type Matter, shareOf, workStepOf } from './matter.ts'
import { proseOf, type Sentence } from './prose.ts'
import { filesModifiedIn } from './reading.ts'
import { isQuestion, wordCount } from './sentences.ts'
import type { Turn } from './turns.ts'

/** What remains of a matter, and who said so; `text` is empty if nothing is known to. */
export interface Remaining {
  readonly text: string
  readonly by: 'agent' | 'user'
}

/** What a message leaves open. `asked`: it waits for an answer; `listed`: steps; `announced`: what comes at once. */
interface Open {
  readonly kind: 'asked' | 'listed' | 'announced'
  readonly items: readonly string[]
}

const NOTHING: Open = { kind: 'listed', items: [] }

/**
 * What remains of a matter: what its messages last left open, unless it was done, answered or dropped since. A side question,
 * thanks, or a commit leaves it as it was. What the person put off comes after it.
 */
export function remainingOf({ turns }: Pick<Matter, 'turns'>): Remaining {
  const open = turns.reduce<readonly Open[]>(openAfter, [])
  const items = [...new Set(open.flatMap((each) => each.items))].slice(-MOST_LEFT)
  if (items.length > 0) return { text: items.join('; '), by: 'agent' }
  return { text: putOffIn(turns), by: 'user' }
}

/** A question that is asked beside what is open is open with it, and is answered by itself. */
function openAfter(all: readonly Open[], turn: Turn): readonly Open[] {
  const next = openAtEnd(turn.message)
  const beside = all.filter((open) => keepsOpen(turn, open))
  if (next.items.length > 0 && (beside.length === 0 || next.kind === 'listed')) return [next]
  const isAsked = all.some(({ kind }) => kind === 'asked')
  const left = all
    .map((open) => (beside.includes(open) ? open : unsettled(open, turn, isAsked)))
    .filter(({ items }) => items.length > 0 && items[0] !== next.items[0])
  return next.kind === 'asked' ? [...left, next].slice(-MOST_LEFT) : left
}

/** What a turn leaves of what was open. `isAsked`: something was asked, so a mere "yes" is to that. */
function unsettled({ kind, items }: Open, turn: Turn, isAsked: boolean): Open {
  // A notice by a machine answers nothing
  const isOver = kind === 'announced' || (kind === 'asked' && turn.prompts.length > 0) || (!isAsked && isConsent(turn))
  return { kind, items: isOver ? [] : items.filter((item) => !isSettled(item, turn)) }
}

/** A turn that neither does nor drops what is open: a question without an edit, thanks, version control that nobody asked about. */
function keepsOpen(turn: Turn, { kind }: Open): boolean {
  if (turn.prompts.length === 0 || turn.prompts.some(({ text }) => declines(text))) return false
  if (filesModifiedIn(turn.calls).length > 0) return false
  // Yes and no are answers, whatever follows them
  if (kind === 'asked' && turn.prompts.some(({ text }) => !isQuestion(text) && agrees(openingWord(text)))) return false
  if (keepsVersions(turn)) return kind === 'listed' || turn.calls.length === 0
  return (
    workStepOf(turn).kind === 'question' || turn.prompts.every(({ text }) => isQuestion(text) || isHousekeeping(text))
  )
}

const openingWord = (text: string): string => /^[^\s,.!;:]+/.exec(text.trim())?.[0] ?? ''

const isConsent = ({ prompts }: Turn): boolean => prompts.length > 0 && prompts.every(({ text }) => agrees(text))

/** Whether a turn did what was open, was asked to, or dropped it: it holds half of its words. */
function isSettled(item: string, { prompts, calls, message }: Turn): boolean {
  if (prompts.some(({ text }) => declines(text) && wordCount(text) <= FEW)) return true
  const done = [
    ...prompts.map(({ text }) => text),
    ...commitsIn(calls).map(({ subject }) => subject),
    ...filesModifiedIn(calls).map(baseName),
    ...accountOf(message).deeds,
  ]
  return shareOf(topicOf([item]), topicOf(done)) >= DONE
}

const DONE = 0.5
/** A refusal of so many words is of everything that is open. */
const FEW = 6

/** Whether a prompt begins by refusing: "no, leave it", "skip that". */
function declines(prompt: string): boolean {
  const [first = ''] = ownSentences(prompt)
  const isShort = wordCount(first) <= 3 && !isQuestion(first)
  return (
    REFUSES.test(first) || REFUSES_ELSEWHERE.test(first) || (isShort && (isNegated(first) || refusesElsewhere(first)))
  )
}

const REFUSES =
  /^(?:no|nope|nah|never ?mind|forget|skip|drop|leave (?:it|that|this)|leave .{1,40}(?:not needed|no need)|(?:i )?(?:don['’]?t|do not) (?:need|want|bother|do)|not (?:needed|necessary|now|yet)|no need)(?![\p{L}\p{N}])/iu

/** The same in other languages: "no hace falta", "laisse tomber la doc", "lass die Doku weg". */
const REFUSES_ELSEWHERE =
  /^(?:(?:nein|non|não|nee),|no hace falta|no es necesario|olvida|olvídalo|não precisa|pas besoin|laissez? tomber|oubliez? (?:l|ç|ce)|vergiss|lass .{1,30}(?:weg|sein|bleiben)$|(?:das |die |den )?brauch(?:en wir|e ich) nicht|nicht nötig|не надо|не нужно|забудь)(?!\p{L})/iu

/**
 * What a message leaves open: its closing question, otherwise what it lists as next, otherwise a last sentence that announces
 * work or waits for something; nothing if it ends with none of these.
 */
function openAtEnd(message: string): Open {
  const { sentences } = proseOf(message)
  const end = sentences.findLastIndex(({ item }) => !item) + 1
  const { left, offer } = accountOf(message)
  const asked = askedIn(sentences.slice(0, end), sentences.slice(end), offer !== '')
  if (asked !== '') return { kind: 'asked', items: [asked] }
  if (left.length > 0) return { kind: 'listed', items: left.slice(0, MOST_LEFT) }
  const last = sentences[end - 1]?.text ?? ''
  if (OFFERS.test(last)) return { kind: 'asked', items: [last] }
  const isAnnounced = (ANNOUNCES.test(last) || cuesFor(message).announces.test(last)) && !/[:：]$/.test(last)
  return isAnnounced ? { kind: 'announced', items: [last] } : NOTHING
}

/** The question that a message ends with, with the list that it asks about, or with what it is about if it does not say so. */
function askedIn(told: readonly Sentence[], listed: readonly Sentence[], isOffer: boolean): string {
  const [label, item] = [told.at(-1)?.text ?? '', listed.at(-1)?.text ?? '']
  if (isQuestion(item)) return ASKS_ABOUT.test(label) ? `${label} ${listed.map(({ text }) => text).join('; ')}` : item
  const said = told.filter(({ text }) => !isCourtesy(text))
  const at = said.findLastIndex(({ text, item: isItem }, n) => n >= said.length - 2 && !isItem && isQuestion(text))
  const question = said[at]?.text ?? ''
  if (question === '') return ''
  if (new Set(contentOf(question)).size >= 2) return question
  const before = said[at - 1]
  if (before !== undefined && !before.item && !/[?？:：]$/.test(before.text)) return `${before.text} ${question}`
  return isOffer ? question : ''
}

const ASKS_ABOUT = /^(?:(?:would|do) you (?:like|want|prefer)|want me|(?:should|shall|may) i|which)\b.*[:：]$/i
/** Whether a question, and each alternative in it, asks for nothing that is open. */
const isCourtesy = (text: string): boolean =>
  isQuestion(text) && text.split(ALTERNATIVE).every((each) => COURTESY.test(each))

const ALTERNATIVE = /,\s+or\s+|\s+or\s+(?=(?:should|shall|do|does|is|are|would|can|may)\b)/i
const COURTESY =
  /\bany ?thing else\b|^(?!should|shall|may).*\b(?:something|what) else\b|\bany (?:other |more )?questions\b|\bhow (?:can|may) i help\b|\b(?:look|sound|seem)s? (?:good|right|ok|okay|fine)\b/i

const MOST_LEFT = 3
/** The agent says what it will do next, or is waiting for. */
const ANNOUNCES =
  /^(?:next|now|then),? (?:i|we)(?:'ll| will| need to| can|'m going to)\b|^(?:now )?(?:i'll|i will|let me|let's|i'm going to|(?:still )?waiting (?:for|on)) (?!know\b)|^(?:once|when|after|as soon as) .{3,120}, (?:i'll|i will|we can|you can)\b|^you(?:'ll| will)? (?:still |now )?(?:need|have) to\b|^(?:please |you can (?:now|then) )(?:try|run|re-?run|restart|reload|push|pull|merge|deploy|rebuild|reinstall|rotate)\b|^(?:try|run|re-?run|restart|reload|push|pull|merge|deploy|rebuild|reinstall|rotate) (?:the|your|this|it|them)\b|^(?:try|run|re-?run) `[^`]+`(?:[.,!]?$| (?:to|again|and|once|first)\b)/i
/** It waits for a word of the person, without asking. */
const OFFERS =
  /\b(?:just )?(?:say the word|give me the word|tell me (?:which|when|if|whether)|let me know (?:which|when|whether|how you|if you(?:'d| would)? (?:like|want|prefer)))\b/i

/** The newest sentence by which a person put something off, word for word, unless they asked for it since. */
function putOffIn(turns: readonly Turn[]): string {
  const said = turns.flatMap((turn, at) =>
    turn.prompts.flatMap(({ text }) =>
      ownSentences(text).map((sentence) => ({ sentence, later: turns.slice(at + 1) })),
    ),
  )
  const put = said.findLast(({ sentence }) => PUTS_OFF.test(sentence) && !isQuestion(sentence))
  return put === undefined || put.later.some((turn) => isSettled(put.sentence, turn)) ? '' : put.sentence
}

const PUTS_OFF =
  /\b(?:(?<!\b(?:not|don['’]t|never|are|is|was|were|be|been|gets?) )(?:do|fix|add|handle|look at|get to|come back to|finish|continue|leave|keep|save|postpone)\b(?:(?!\b(?:that|which|who|when|where|if|are|is|was|were)\b).){1,80}\b(?:later|tomorrow|another (?:day|time)|next (?:week|session|sprint))|not (?:now|today)\b.{0,10}$)|^(?:later|tomorrow|next (?:week|session|sprint)),? (?:we|i|let|you)\b/i
