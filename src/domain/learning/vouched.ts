import { oneLine } from '@hindcast/text/phrases.ts'
import { LEADS } from '../memory/words.ts'
import type { Prompt } from '../nouns/prompt.ts'
import { type OwnSentence, ownSaid } from '../voice/own-words.ts'
import { isLimit, ruleIn, type Teaching } from './teaching.ts'

/** A shorter span occurs by chance, and a longer passage is prose. */
const SHORTEST = 8
const LONGEST = 500

/**
 * The rule that a person states where a model says that they do: a verbatim span of their prompt, widened to whole sentences, and
 * what limits them, so that nothing that limits or negates it is cut off. Undefined where the prompt is not theirs, or the span is not in their own
 * voice: in a quotation, a paste, a report, output or a text that they hand over, or put together from several places.
 */
export function vouchedRule(span: string, { origin, text }: Pick<Prompt, 'origin' | 'text'>): Teaching | undefined {
  const words = oneLine(span)
  if (origin !== 'person' || text.trimStart().startsWith('/') || words.length < SHORTEST) return undefined
  const said = ownSaid(text).flatMap(statementsOf)
  const plain = oneLine(text)
  for (let most = 1; most <= MOST_SENTENCES; most++)
    for (let from = 0; from + most <= said.length; from++) {
      if (!isWhole(words, said.slice(from, from + most))) continue
      const end = said.findIndex((each, n) => n >= from + most && !limits(each.text))
      if (HABIT.test(said[from]?.text ?? '') || (end >= 0 && UNSAID.test(said[end]?.text ?? ''))) return undefined
      const quote = said
        .slice(from, end < 0 ? said.length : end)
        .map((each) => each.text)
        .join(' ')
      return quote.length <= LONGEST && plain.includes(quote) ? statedIn(quote) : undefined
    }
  return undefined
}

/** Whether a sentence or item of a list limits what comes before it. */
const limits = (text: string): boolean => {
  const words = text.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, '')
  return isLimit(words) || EXCEPTION.test(words)
}
const EXCEPTION =
  /^(?:but|though|however|except)[, ]+(?:never|not|no|don['’]?t|do not|always|only|in|on|for|if|when|where|with)\b/i

/** What the agent does is told in a complaint, which wants the opposite: "You always push to main." */
const HABIT = /^(?:(?:but|and|so|hey|no|why do)[, ]+)*you (?:always|never|keep|still)\b/i
/** Takes back, or objects to, what was just said. */
const UNSAID =
  /^(?:(?:no|oh|ah|hm+|wait|actually|please|and)[,.!… ]+)*(?:wait\b|scratch that|never ?mind|forget (?:it|that|this)|(?:just |only )?(?:kidding|joking)|i(?:['’]m| was) (?:just |only )?(?:kidding|joking)|stop (?:that|it|this|doing)|don['’]?t do (?:that|it|this)|not any ?more)\b/i

/** People do not always begin a sentence with a capital. */
function statementsOf({ text, spoken }: OwnSentence): readonly OwnSentence[] {
  if (text !== spoken) return [{ text, spoken }]
  return text
    .split(/(?<=[^.\s]{3}[.!?])(?<!\b(?:etc|approx|incl|resp|vs|fig|sec|esp)\.)\s+/i)
    .map((one) => ({ text: one, spoken: one }))
}

/** More sentences are a document. */
const MOST_SENTENCES = 4

/** Whether the span is in these sentences, in words that the person says and does not only mention, from where they begin to say it. */
function isWhole(span: string, own: readonly OwnSentence[]): boolean {
  if (own.some(({ text, spoken }) => text !== spoken)) return false
  const words = oneLine(own.map(({ spoken }) => spoken).join(' '))
  const at = words.indexOf(span)
  const before = at < 0 ? 'no such words' : (words.slice(0, at).toLowerCase().split(BEGINS).at(-1) ?? '')
  return before.split(/\s+/).every((word) => word === '' || LEADS.has(word))
}

/** Where a person begins to say something of its own: at a mark, as a reason, or as what to make sure of. */
const BEGINS = /[,;:.!?–—(…]|\b(?:because|since)\b|\b(?:(?:make|be) sure|remember|note|keep in mind) that\b/

/** A question that asks for nothing holds for nothing, whatever the model makes of it. */
function statedIn(quote: string): Teaching {
  const rule = ruleIn(quote)
  const isAsked = /[?？]/.test(quote) && !/\b(?:can|could|would|will) you\b/i.test(quote)
  return { ...rule, hasHorizon: rule.hasHorizon && !isAsked && rule.reach !== 'until' }
}
