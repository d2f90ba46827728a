import { splitSentences } from './prose.ts'
import { ACTIONS, OPENERS, QUESTION_WORDS } from './words.ts'

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
const MAX_SENTENCES = 40

/** Reads a prompt. Linear. */
export function intentOf(prompt: string): Intent {
  const command = /^\/([\w:.-]+)(?:\s+([^\n]{1,200}))?/.exec(prompt.trim())
  if (command !== null) return { kind: 'request', clause: `/${command[1]} ${command[2] ?? ''}`.trim(), verb: '' }
  const text = prompt.length > 2 * HEAD ? `${prompt.slice(0, HEAD)}\n${prompt.slice(-HEAD)}` : prompt
  const intents = written(text).slice(0, MAX_SENTENCES).map(intentOfSentence)
  const best = (kind: Intent['kind']) => intents.find((intent) => intent.kind === kind)
  return best('request') ?? best('report') ?? best('question') ?? intents.find(({ clause }) => clause !== '') ?? NONE
}

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
    .replace(/```[\s\S]*?(```|$)/g, '\n')
    .replace(/https?:\/\/\S+/g, (url) => (url.length > 60 ? 'the link' : url))
    .split('\n')
    .filter((line) => !/^\s*([❯$>⎿│┃✓✗×•⨯⏺+|]|at\s|\d+[:|]|-\s{3})/.test(line))
  return own.flatMap(splitSentences)
}

function intentOfSentence(sentence: string): Intent {
  const text = withoutOpeners(sentence.replace(/\s+/g, ' ').trim())
  const clause = text.replace(/[\s?!.:,]+$/, '')
  const verb = /^[a-z'-]+/i.exec(clause)?.[0].toLowerCase() ?? ''
  const words = clause.split(' ').length
  if (words < 2 || agrees(clause)) return { ...NONE, clause: '' }
  if (ACTIONS.has(verb)) return { kind: isVague(clause) ? 'weak' : 'request', clause: capital(clause), verb }
  if (QUESTION_WORDS.has(verb) || sentence.trimEnd().endsWith('?'))
    return { kind: words < 3 || isVague(clause) ? 'weak' : 'question', clause: `${capital(clause)}?`, verb: '' }
  const trouble =
    /\b(fails?|failing|failed|broken|bug|error|errors|crash(es)?|wrong|issue|problem|doesn't|does not|can't|cannot|missing|instead|not working|should|need|needs)\b/i
  return { kind: words >= 4 && trouble.test(clause) ? 'report' : 'weak', clause: capital(clause), verb: '' }
}

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
  return rest.length < 8 && !rest.some((word) => word.length > 2 && !VAGUE.has(word))
}

const VAGUE = new Set(
  `it its this that these those them they both all same one ones again now then too also please option first second
  third last next here there fix change changes way better more bit little please for with and the into from about
  wider longer shorter bigger smaller done works work what how why mean again show see look check issue problem
  yes exactly else other others again with just some any`.split(/\s+/),
)

const capital = (text: string): string => (text === '' ? text : text[0]?.toUpperCase() + text.slice(1))
