import { pattern } from '@hindcast/text/late.ts'
import { patterns } from './patterns/catalogue.ts'
import { PATTERN_NAMES, type PatternName } from './patterns/pattern.ts'

/** A pattern that a prompt seems to ask for. */
export interface RunProposal {
  readonly pattern: PatternName
  readonly agents?: number | undefined
}

/** Longer prompts are pasted text rather than a request. */
const LONGEST = 2000

const NUMBERS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const NUMBER = `(?:\\d{1,2}|${NUMBERS.join('|')})`
const AGENT = '(?:sub-?)?agents?|jurors?|workers?|mappers?|reviewers?|critics?|specialists?|handlers?'
/** Verbs by which somebody asks for work to be given to agents. */
const ASKS =
  /\b(?:use|start|launch|spawn|run|spin up|set up|create|make|form|convene|assemble|ask|have|let|get|dispatch|send|give|try|put|organi[sz]e|orchestrate|delegate|fan out)\b/i
const SEVERAL = pattern(
  `\\b(${NUMBER})\\s+(?:[\\w-]+\\s+){0,3}?(?:${AGENT})\\b|\\b(?:several|multiple|some|parallel|a (?:few|group|team|panel)(?: of)?|sub-?)[ -]?(?:[\\w-]+\\s+){0,2}?(?:${AGENT})\\b|\\bsub-?agents\\b`,
  'i',
)

/**
 * The one pattern that a prompt asks for in so many words: a verb, several agents, and the arrangement, in one sentence.
 * Undefined if it asks for none or for several: a person is not asked about what they hardly mean.
 */
export function proposedRun(prompt: string): RunProposal | undefined {
  if (prompt.length > LONGEST) return undefined
  for (const sentence of prompt.replace(/```[\s\S]*?(?:```|$)|`[^`]*`/g, ' ').split(/(?<=[.!?])\s+|\n+/)) {
    if (!ASKS.test(sentence)) continue
    const several = SEVERAL().exec(sentence)
    const asked = PATTERN_NAMES.filter((name) => patterns[name].words.test(sentence))
    const [pattern] = asked
    if (several === null || pattern === undefined || asked.length > 1) continue
    return { pattern, agents: numberOf(several[1]) }
  }
  return undefined
}

function numberOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  const n = NUMBERS.indexOf(word.toLowerCase())
  return n >= 0 ? n + 2 : Number(word) >= 2 ? Number(word) : undefined
}
