import { oneLine } from '@hindcast/text/phrases.ts'
import { deriveId } from '../identity.ts'
import type { Observation } from '../nouns/observation.ts'
import { marksIn, withFiller } from '../voice/marks.ts'
import { ownPassages } from '../voice/own-words.ts'
import { withoutBlocks } from './intent.ts'
import { LEADS } from './words.ts'

const TITLE_MAX = 100

/** A statement to remember. `cause`: where it was said (a prompt's event), or when. */
export interface Said {
  readonly text: string
  readonly by: 'user' | 'agent'
  readonly session: string
  readonly project: string
  readonly at: number
  readonly cause: string
  /** Ids of the records that contain it. */
  readonly evidence: readonly string[]
  readonly promptId?: string | undefined
  readonly agentId?: string | undefined
}

/**
 * Whether the person who sent this prompt said these exact words: they must have typed them, not pasted or quoted them, and
 * the sentence around them must not negate, question or attribute them ("never …", "if …", "the manual says …").
 */
export function isQuoteOf(text: string, prompt: string): boolean {
  const quoting = marksIn(prompt).mentions.filter(({ at }) =>
    comparableText(prompt.slice(...at)).includes(comparableText(text)),
  )
  const rest = withFiller(
    prompt,
    quoting.map(({ at }) => at),
    '…',
  )
  const typed = typedIn(rest)
  const own = ownPassages(rest).map((passage) => rest.slice(...passage).trim())
  const isTyped = (passage: string) => typed.some((part) => part.includes(passage))
  return own.some((passage) => isTyped(passage) && isSaidIn(comparableText(text), comparableText(passage)))
}

/** Longer lines are rarely typed. */
const TYPED_MAX = 800

/**
 * The passages of a prompt that look typed. Clients mark long pastes at most, so besides such blocks and code only a single
 * line counts: people press Enter at its end, and most pasted text has several.
 */
const typedIn = (prompt: string): readonly string[] =>
  withoutBlocks(prompt)
    .split(/\n│\n|```[\s\S]*?(?:```|$)/)
    .map((part) => part.trim())
    .filter((part) => part.length <= TYPED_MAX && !NOT_TYPED.test(part))

/** How a line begins that a program wrote, or a document; and whatever else than a line feed begins another line. */
const NOT_TYPED = /^(?:[>|$❯+]|\/\/|#{1,6}\s|\d{4}-\d\d-\d\dT)|[\r\n\v\f\u0085\u2028\u2029]/

function isSaidIn(quote: string, typed: string): boolean {
  if (quote === '') return false
  let at = -1
  for (let n = 0; n < LOOKED_AT; n++) {
    at = typed.indexOf(quote, at + 1)
    if (at < 0) return false
    const before = typed.slice(0, at)
    const [begun, after] = [lastSentence(before), firstSentence(typed.slice(at + quote.length))]
    const isWhole = !/[\p{L}\p{N}]$/u.test(begun) && !/^[\p{L}\p{N}]/u.test(after)
    if (isWhole && beginsAside(begun) && !TURNS.test(`${begun} ${after}`) && !isAnothers(before)) return true
  }
  return false
}

/** Whether a statement may begin after this part of a sentence: after a comma, or words that only lead to it. */
const beginsAside = (begun: string): boolean =>
  (begun.split(/[,;:–—(…]|\s-\s/).at(-1) ?? '')
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .every((word) => word === '' || LEADS.has(word) || REMINDS.has(word))

const REMINDS = new Set(
  'remember reminder note mind keep memorise memorize save that this for later in fyi important rule from on'.split(
    ' ',
  ),
)

/** The maximum number of occurrences checked. */
const LOOKED_AT = 20

const comparableText = (text: string): string => oneLine(text.toLowerCase())
const lastSentence = (text: string): string => text.split(/[.!?](?= )/).at(-1) ?? ''
const firstSentence = (text: string): string => /^[^.!?]*[.!?]*/.exec(text)?.[0] ?? ''
const TURNS =
  /\b(?:not|never|no|none|nobody|nothing|neither|nor|without|unless|if|whether|instead|cannot|stop|avoid|wrong|false|says?|said|saying|claims?|claimed|suggests?|suggested|wrote|writes|according|argues|states|reads|thinks|believes|doubt|suppose|imagine|pretend|tell|used to|print|rename|translate|paraphrase|summari[sz]e|titled?|heading|message)\b|n['’]t\b|\?/

/** Whether the words that follow stand in quotation marks or a tag, or after a colon that introduces a text to work on. */
function isAnothers(before: string): boolean {
  const isQuoted = ['"', '`', '″', '＂'].some((mark) => before.split(mark).length % 2 === 0)
  const isOpen = ['“”', '«»', '„“', '‘’', '‹›', '「」', '『』'].some(
    ([open = '', close = '']) => before.lastIndexOf(open) > before.lastIndexOf(close),
  )
  const leads = before.split(': ').slice(0, -1)
  // An apostrophe looks the same elsewhere
  const isDirectlyIn = /(?:^|[\s(])'$|<[a-z][^<>]{0,200}>\s*$/.test(before)
  return isQuoted || isOpen || isDirectlyIn || !leads.every((lead) => OWN_LEAD.test(lastSentence(lead)))
}

/** What introduces a person's own statement; "translate this:" does not. */
const OWN_LEAD =
  /^\W*(?:(?:and|also|but|please|so|well|ok|okay) )*(?:please|so|also|remember(?: this| that)?|keep in mind|note(?: that)?|mind(?: that)?|rule(?: \d+)?|reminder|important|fyi|ps|btw|decision|policy|convention|from now on|in (?:this|our) (?:repo|repository|project))$/

/** An observation of what is to be remembered, word for word; the same statement in the same place has the same id. */
export function rememberedNote({ text, by, cause, ...place }: Said): Observation {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return {
    ...place,
    id: deriveId('o', 'remembered', cause, text),
    type: 'discovery',
    title: line.length <= TITLE_MAX ? line : `${line.slice(0, TITLE_MAX - 1).trimEnd()}…`,
    narrative: text.trim(),
    facts: [],
    concepts: [],
    filesRead: [],
    filesModified: [],
    rememberedBy: by,
  }
}
