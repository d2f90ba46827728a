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
      const end = said.findIndex((each, n) => n >= from + most && !isLimit(each.text))
      const quote = said
        .slice(from, end < 0 ? said.length : end)
        .map((each) => each.text)
        .join(' ')
      return quote.length <= LONGEST && plain.includes(quote) ? statedIn(quote) : undefined
    }
  return undefined
}

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
  const before =
    at < 0
      ? 'no such words'
      : (words
          .slice(0, at)
          .split(/[,;:.!?–—(…]/)
          .at(-1) ?? '')
  return before
    .toLowerCase()
    .split(/\s+/)
    .every((word) => word === '' || LEADS.has(word))
}

/** A question that asks for nothing holds for nothing, whatever the model makes of it. */
function statedIn(quote: string): Teaching {
  const rule = ruleIn(quote)
  const isAsked = /[?？]/.test(quote) && !/\b(?:can|could|would|will) you\b/i.test(quote)
  return { ...rule, hasHorizon: rule.hasHorizon && !isAsked && rule.reach !== 'until' }
}
