import { STOP_WORDS } from '../retrieval/vocabulary.ts'
import { words } from '../retrieval/words.ts'
import { namesIn } from './headline.ts'
import { capital, splitSentences } from './prose.ts'
import { ACTIONS, LOOKS, OPENERS, QUESTION_WORDS } from './words.ts'

/** What a prompt wants: its telling clause, without politeness. */
export interface Intent {
  /** `weak`: understood only with what was said before ("fix it", "option 3", "yes"). */
  readonly kind: 'request' | 'question' | 'report' | 'weak'
  /** The clause, beginning with a capital; empty where there is none. */
  readonly clause: string
  /** The verb that a request begins with; lower case. */
  readonly verb: string
}

const NONE: Intent = { kind: 'weak', clause: '', verb: '' }
/** What is asked stands at a prompt's head or end; between them people paste. */
const HEAD = 4000
/** Words of a sentence that says something. */
const LONG = 6
const MAX_SENTENCES = 40

/** Reads a prompt. Linear. */
export function intentOf(prompt: string): Intent {
  const command = /^\/([\w:.-]+)(?:\s+([^\n]{1,200}))?/.exec(prompt.trim())
  if (command !== null) return { kind: 'request', clause: `/${command[1]} ${command[2] ?? ''}`.trim(), verb: '' }
  const text = prompt.length > 2 * HEAD ? `${prompt.slice(0, HEAD)}\n${prompt.slice(-HEAD)}` : prompt
  const intents = written(text).slice(0, MAX_SENTENCES).map(intentOfSentence)
  const best = (kind: Intent['kind']) => intents.find((intent) => intent.kind === kind)
  const told = intents.find(({ kind, clause }) => kind === 'weak' && clause.split(' ').length >= LONG)
  const asks = intents.find(({ kind, verb }) => kind === 'request' && !LOOKS.has(verb))
  return (
    asks ??
    best('report') ??
    best('request') ??
    telling(best('question'), told) ??
    intents.find(({ clause }) => clause !== '') ??
    NONE
  )
}

/** What was told before a mere "can you look?" says more. */
function telling(asked: Intent | undefined, told: Intent | undefined): Intent | undefined {
  const isShort = asked !== undefined && asked.clause.split(' ').length < LONG && namesIn(asked.clause).length === 0
  return isShort && told !== undefined ? { ...told, kind: 'report' } : asked
}

/** All that a prompt says in the person's own words, without politeness and pasted text; empty where that is nothing. */
export function wishOf(prompt: string): string {
  const text = prompt.length > 2 * HEAD ? `${prompt.slice(0, HEAD)}\n${prompt.slice(-HEAD)}` : prompt
  const sentences = written(text).slice(0, MAX_SENTENCES)
  const wishes = sentences.map((sentence) => withoutOpeners(sentence.replace(/\s+/g, ' ').trim()).replace(ASKING, ''))
  return wishes.filter((wish) => !agrees(wish) && words(wish).some(isTelling)).join(' ')
}

const isTelling = (word: string): boolean => !STOP_WORDS.has(word.toLowerCase())

const ASKING =
  /^(?:(?:show|tell|give|remind) (?:me|us)|explain(?: to me)?|how (?:do|can|should|would) (?:i|we|you)|what(?:'s| is| are| was| were)|where(?:'s| is| are)|why (?:is|are|do|does|did)|do you (?:know|remember))\b\s*/i

/** Whether a prompt only agrees or picks one of what was offered. */
export function agrees(prompt: string): boolean {
  const text = prompt.trim().toLowerCase()
  return (
    text.length <= 60 &&
    /^(y|yes|yep|yeah|yup|sure|ok|okay|please do|do it|do that|go|go ahead|continue|proceed|sounds good|perfect|great|exactly|correct|right|agreed|lgtm|option \w+|#?\d{1,2}|[a-d])\b[\s.,!:]*(yes|please|do|go ahead|that|it|this|implement|exactly|with|option|continue|sounds|good|great|works|do it|do that|\d|[.,!\s])*$/.test(
      text,
    )
  )
}

/** A person's own sentences: pasted output, code and quotes left out. */
function written(text: string): string[] {
  const own = text
    .replace(EMBEDDED, '\n')
    .replace(/```[\s\S]*?(```|$)/g, '\n')
    .replace(/https?:\/\/\S+/g, (url) => (url.length > 60 ? 'the link' : url))
    .replace(CHOICES, '\n')
    .split('\n')
    .filter((line) => !/^\s*([❯$>⎿│┃✓✗×•⨯⏺+|]|at\s|\d+[:|]|-\s{3})|\[y\/n\]/i.test(line))
  return own.flatMap(splitSentences)
}

/** What somebody else proposes, one of which may be done. */
const CHOICES = /(?<=\b(?:either|alternatives|options|one of)):[ \t]*\n\s*(?:[^\n]+(?:\n|$)){1,6}/gi

/** Where a request begins in the midst of a sentence. */
const EMBEDDED =
  /(?<=[^>\s]\s|[,)])(?<!\b(?:how|what|where|why|when|which|if|that|who)\s)(?=(?:can|could|would) (?:you|we) (?:please |also |maybe )?[a-z]+ |let's [a-z]+ |please [a-z]+ )/gi

function intentOfSentence(sentence: string): Intent {
  const whole = sentence.replace(/\s+/g, ' ').trim()
  if (QUOTES.test(whole)) return NONE
  const text = withoutOpeners(whole).replace(SEEKS_CONSENT, '')
  const clause = text.replace(/[\s?!.:,]+$/, '').replace(/^["“](?=[^"”]*$)/, '')
  const verb = /^[a-z'-]+/i.exec(clause)?.[0].toLowerCase() ?? ''
  const words = clause.split(' ').length
  if (words < 2 || agrees(clause) || (words <= 5 && OPINION.test(clause))) return NONE
  if (/ (?:->|→|=>) /.test(clause)) return { kind: 'report', clause, verb: '' }
  if (ACTIONS.has(verb) || (POLITE.test(whole) && !STATES.has(verb) && !TELLS.test(clause)))
    return { kind: isVague(clause) ? 'weak' : 'request', clause: capital(clause), verb }
  if ((QUESTION_WORDS.has(verb) && !TELLS.test(clause)) || sentence.trimEnd().endsWith('?'))
    return { kind: words < 3 || isVague(clause) ? 'weak' : 'question', clause: `${capital(clause)}?`, verb: '' }
  return { kind: words >= 4 && TROUBLE.test(clause) ? 'report' : 'weak', clause: capital(clause), verb: '' }
}

/** What the agent had said is no wish of the person's. */
const QUOTES = /^(?:as )?you (?:also |just )?(?:said|wrote|mentioned)\b/i
const SEEKS_CONSENT =
  /(?<=\S{3}),?\s+(?:does (?:that|this|it) make sense|what do you think|is (?:this|that|it) an? easy (?:change|fix)|is that ok(?:ay)?|any thoughts|wdyt)\b.*$/i
const OPINION = /^(?:what do you think|any thoughts|thoughts|does (?:that|this) make sense|right|correct|or not)\b/i
const POLITE = /^(?:[\w']+[,\s]+){0,2}(?:(?:can|could|would) (?:you|we)|let's|lets|please) (?!it\b)/i
/** Verbs that ask after a state rather than for a deed. */
const STATES = new Set('have has had do does be been see tell know it not we you i think consider still'.split(' '))
/** Tells how something is, though it was asked to be looked at, or begins as a question does. */
const TELLS = /^[`"“]|^(?:the|a|an|there|this|that|if|unless) |^(?:when|where|while) [^,?]{4,120}, /i
const TROUBLE =
  /\b(?:fails?|failing|failed|breaks?|broken|bug|errors?|empty|invalid|incorrect|hangs?|stuck|lost|flaky|dies?|slow|times? out|timeouts?|leaks?|isn't|wasn't|aren't|won't|crash(?:es)?|wrong|issue|problem|doesn't|does not|can't|cannot|missing|unused|not used|not working|should|needs?)\b/i

/** Takes off what comes before the point: "hmm, so could you please …". */
function withoutOpeners(sentence: string): string {
  let text = sentence
  for (let round = 0; round < 8; round++) {
    const next = OPENERS.reduce((rest, opener) => rest.replace(opener, ''), text)
    if (next === text || next.trim() === '') return text
    text = next.trimStart()
  }
  return text
}

/** All nouns are pronouns: what it is about was said elsewhere. */
function isVague(clause: string): boolean {
  const rest = clause
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
