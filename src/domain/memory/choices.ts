import { pattern } from '@hindcast/text/late.ts'
import { ownSaid } from '../voice/own-words.ts'
import { contentOf } from './content.ts'
import { cuesFor, refusesElsewhere } from './cues.ts'
import { topicOf } from './headline.ts'
import { agrees } from './intent.ts'
import { bare, proseOf, shorten } from './prose.ts'
import { isQuestion, withoutStop, wordCount } from './sentences.ts'
import { perTurn, type Turn, type TurnEvent } from './turns.ts'

/** What a person decided, word for word: `question → answer`, or their own sentence; and the calls that show it. */
export interface PersonsDecision {
  readonly text: string
  /** Identifies it within its turn. */
  readonly anchor: string
  readonly evidence: readonly TurnEvent[]
}

/**
 * The person's decisions in a turn: answers to the client's multiple-choice questions, to the question that the agent's last
 * message ended with, the option that they picked, and one thing that they want instead of another. What is asked of the agent
 * for once is none: how to proceed, a consent, an order.
 */
export const choicesOf = perTurn((turn: Turn): readonly PersonsDecision[] => {
  const answered = turn.calls.filter(
    ({ body, outcome }) => outcome === 'ok' && (body.act as { puts?: string } | undefined)?.puts === 'question',
  )
  const listed = answered.flatMap((call) => {
    const lines = (call.output ?? '')
      .split('\n')
      .filter((line) => / → \S/.test(line) && !PASSING.test(line) && !EXCEPTS.test(line) && !isNoAnswer(line))
    return lines.map((text, at) => ({ text, anchor: `${call.id} ${at}`, evidence: [call] }))
  })
  // A plan's steps only say how this one task is done
  const prompts = turn.plan === '' ? turn.prompts.filter(({ origin }) => origin === 'person') : []
  const text = prompts.map((prompt) => chosenIn(prompt.text, turn.before)).find((each) => each !== '')
  const said = text === undefined ? [] : [{ text, anchor: 'choice', evidence: [] }]
  return [...listed, ...said].slice(0, MAX_CHOICES)
})

const MAX_CHOICES = 3

/** A question about how to proceed right now; its answer has no lasting value. */
const PASSING =
  /\b(?:do you want me to|shall i|should i (?:wait|run|start|begin|stop)|commit|push|merge|branch|pull request|pr|proceed|continue|next|now|skip|hooks?)\b|(?:^|[.!:,] )(?:can|may|could) i\b|\b(?:what|which)\b[^?]*\b(?:should (?:i|we)|(?:want|like) me to) (?:do|update|fix|work|focus|tackle|address|handle|review)\b/i

/** Whether an answer says what is so, or only points at a list that is not told with it: "1, 3", "all four". */
function isNoAnswer(line: string): boolean {
  const answer = line.slice(line.lastIndexOf(' → ') + 3)
  return STATES.test(answer) || SEVERAL.test(answer) || (NUMBERS.test(line) && POINTS.test(answer))
}

const STATES =
  /^(?:there (?:is|are)|(?:it|that)(?:['’]s| is) (?:already|there|done|fixed)|i (?:have|already|just)|already)\b/i
const SEVERAL =
  /^(?:(?:do|take|fix|only|just|all|options?|numbers?) )*(?:(?:[1-9]|[a-d])[\s,.&+]+(?:and )?)+(?:[1-9]|[a-d])\W*$|^all (?:two|three|four|five|[2-9])\W*$/i
/** Items with numbers or letters in a question, or a question for one of them. */
const NUMBERS = /(?:^|[\s(])(?:1|a)[.):]\s|\bwhich (?:option|variant|item|number|one)s?\b/i
const POINTS =
  /^(?:(?:do|take|fix|only|just|option|number|the|first|last|all|both|none|of|them|these|those|and|one|two|three|four|five|\d+|[a-d])\b[\s,.&+]*)+$/i

/** What a prompt decides, in the person's words, after the question that it answers; empty if it decides nothing. */
function chosenIn(prompt: string, before: string): string {
  const sentences = ownSaid(prompt)
    .map(({ text }) => text)
    .filter((text) => text.length <= LONGEST && !isQuestion(text) && !isForOnce(text))
  const picked = pickedIn(sentences, before)
  if (picked !== '') return picked
  const question = closingQuestion(before)
  const said = ownSaid(prompt).map(({ text }) => text)
  if (isProposal(question) && isYes(said)) return `${question} → ${said.join(' ')}`
  const answer = question === '' ? undefined : sentences.slice(0, 2).find((each) => takesSide(each, question))
  if (answer === undefined) return sentences.find((each) => PREFERS().test(each)) ?? ''
  const at = sentences.indexOf(answer)
  const answers = sentences.slice(0, wordCount(answer) <= BARE ? at + 2 : at + 1)
  return `${question} → ${answers.filter((each) => isNo(each) || sentences.indexOf(each) >= at).join(' ')}`
}

/** Longer sentences explain. */
const LONGEST = 300

/** The question that a message ends with, if it names its subject and does not only ask how to go on. */
function closingQuestion(message: string): string {
  const { sentences } = proseOf(message.slice(-READ))
  const asked = sentences.slice(-CLOSING).findLast(({ text, item }) => !item && isQuestion(text))?.text ?? ''
  return new Set(contentOf(asked)).size >= 2 && !PROCEEDS.test(asked) && !ASKS_FACTS.test(asked) ? asked : ''
}

const READ = 2_000
/** How many sentences may close a message; options may follow the question. */
const CLOSING = 8

/** Asks what is or was so, which nobody decides: "Do you see a toast or a blank page?", "Did you mean the cart or the invoice?" */
const ASKS_FACTS =
  /^(?:why|did (?!you (?:want|prefer))|is (?!(?:it|that|this) (?:ok|okay|fine|alright|better)\b)(?!.*\bor\b)|do you (?:see|get|have|mean|know|remember|notice|run)|does|has|have|had|was|were|are you (?!fine|ok|happy|okay))\b/i

/** Asks what the agent is to do next, or whether it is to act on what it made. */
const PROCEEDS =
  /\b(?:commit|push|merge|rebase|deploy|publish|release|branch|pull request|prs?|proceed|continue|go ahead|start|begin|run|re-?run|next|first|now|ready|move (?:on|to)|look into|dig into|investigate|explore|wait)\b/i

/** Whether a sentence takes a side in what a question asks: it refuses, keeps or uses something, or names one of two sides. */
function takesSide(sentence: string, question: string): boolean {
  if (NO_SIDE.test(sentence)) return false
  if (agrees(sentence) || CONSENTS.test(sentence) || /[:：]$/.test(sentence)) return false
  const hasSides = contrasts(question)
  if (isNo(sentence) && hasSides) return true
  if (KEEPS().test(sentence) && wordCount(sentence) <= SHORT) return true
  const isSide = hasSides && !OFFERS_WORK.test(question)
  return (isSide || isNo(sentence)) && isAbout(sentence, question)
}

/** Whether a question proposes one way to do something, not a step of the work and not what is so: "Should I switch to UUIDs?" */
const isProposal = (question: string): boolean =>
  (PROPOSES().test(question) || (ASKS_ELSEWHERE.test(question) && CHOOSES_ELSEWHERE.test(question))) &&
  !STEP.test(question) &&
  !SIDES.test(question) &&
  !OFFERS_WORK.test(question)

const CHOOSES = String.raw`(?:use|switch to|go with|keep|stick (?:to|with)|adopt|default to|store|treat|round(?![ -]?trip)|migrate to|standardi[sz]e on|base (?:it|this|them) on)\b`
const ASKS = String.raw`\b(?:(?:should|shall) (?:i|we)|(?:want|like|prefer|ok|okay|fine)(?: me| us)? (?:to|if (?:i|we)))`
/** A verb of choice after "should we" and the like; after another subject, where it is no noun. */
const PROPOSES = pattern(
  [
    String.raw`${ASKS}(?: (?:just|also|still|rather|instead|\w+ly))? ${CHOOSES}`,
    String.raw`${ASKS} .*\b(?:instead of|rather than)\b`,
    String.raw`\b(?:should|shall) (?!(?:i|we)\b)(?:\S+ ){1,6}?(?<!\b(?:be|in|of|the|an?|any|no|another|from|by|i|we|you|they|that|its?|our|your|their) )${CHOOSES}`,
    String.raw`\b(?:(?:what|how) about|(?:ok|okay|fine) with) (?:using|switching to|going with|keeping)\b`,
  ].join('|'),
  'i',
)
/** A step of the work at hand: "use the debugger to find it", "keep digging", "keep an eye on the build". */
const STEP =
  /\b(?:use (?:.* to [a-z]|(?:(?:an?|the) )?(?:profiler|sub-?agents?|tools?|skill|script|terminal|shell)\b)|(?:use|keep) (?:my|your|these|those)\b|keep (?:(?!existing|string)\w+ing|an eye|in mind|track|you|me|up|on|at)\b|keep .*\b(?:running|open|alive)\b|treat (?:it|this|that) as\b|debugger|im auge)/i

const ASKS_ELSEWHERE =
  /(?<!\p{L})(?:soll(?:en|te|ten)?|wollen wir|möchtest|willst|deb(?:o|emos)|deber[íi]a(?:mos)?|dev(?:o|emos|er[íi]a(?:mos)?)|dobbiamo|dovre(?:i|mmo)|quieres|quer|vuoi|dois|devons|devrai(?:s|ent)|devrions|faut-il|veux-tu|voulez-vous|moet(?:en)?|zal|zullen|wil je|mam|mamy|powinien\p{L}*|powinni\p{L}*|мне|нам|стоит|следует|нужно ли)(?!\p{L})|要|应该|应当|需要|是否|ますか|ましょうか|べき/iu
const CHOOSES_ELSEWHERE =
  /(?<!\p{L})(?:verwenden|nutzen|benutzen|behalten|umstellen|wechseln|speichern|runden|statt|usar|usemos|utilizar|mantener|manter|cambiar a|guardar|utiliser|garder|conserver|passer à|stocker|usare|mantenere|passare a|gebruiken|overstappen|behouden|użyć|używać|использовать|оставить|перейти|хранить)(?!\p{L})|使用|改用|采用|保留|使う|使いますか|にします|にしますか/iu
const SIDES = /(?<!\p{L})(?:or|oder|ou|или|albo)(?!\p{L})|还是|それとも/iu

/** Whether an answer begins by agreeing, with a whole sentence, and is short enough to be told with all that it adds or takes back. */
const isYes = (sentences: readonly string[]): boolean => {
  const [first = '', ...others] = sentences
  const agreed = first.replace(CONSENTS, '').replace(/^[\s,.!]*(?:to me|thanks|thank you|please)?[\s,.!]*$/i, '')
  return (
    (agrees(first) || (agreed === '' && first !== '') || AGREES_TO.test(first)) &&
    others.length <= ADDED &&
    sentences.join(' ').length <= LONGEST &&
    !sentences.some((each) => EXCEPTS.test(each) || isQuestion(each))
  )
}

/** How many sentences after a yes are told with it. */
const ADDED = 2

const AGREES_TO =
  /^(?:yes|yeah|ok|okay|sure)?[\s,.!]*(?:let['’]?s |we |i['’]d )?(?:go|do|stay) (?:with )?(?:that|it)[\s.!]*$/i

const BARE = 2
const SHORT = 12

/** What begins like an answer and is none: "no idea", "no problem", "keep going", "take your time", "that's not what I meant". */
const NO_SIDE =
  /^(?:(?:no|nope|ok|okay|well|hm+)[\s,.!–—-]+)?(?:no (?:idea|clue|problem|worries|rush|hurry|matter|preference|opinion|comment|need to|more questions)\b|never ?mind\b|not sure\b|(?:i )?(?:don['’]?t|do not) (?:ask|know|care|mind|worry|bother|understand)\b|keep (?:going|on\b|it up|up\b|in mind|me\b|looking|digging|trying|working|searching)|take (?:your time|care|note|a (?:look|break|step))|use your\b|leave (?:me|us)\b|(?:that['’]?s|this is|it['’]?s) not what i\b)/i

/** Agrees in other words than yes. */
const CONSENTS =
  /^(?:yes |ok(?:ay)? )?(?:that['’]?s|it['’]?s|this is|looks|sounds|all) (?:correct|right|good|fine|great|perfect|ok(?:ay)?)\b/i

/** Whether a question names what it would replace, or two sides. */
const contrasts = (question: string): boolean =>
  /\b(?:instead of|rather than|or|versus|vs)\b/i.test(question) || cuesFor(question).decides.test(question)

const isNo = (sentence: string): boolean =>
  /^(?:no|nope|nah|never|don['’]?t|do not)\b/i.test(sentence) || refusesElsewhere(sentence)

/** Whether two texts share a word of substance in any form: the same stem, or more than half of a long word. */
function isAbout(answer: string, question: string): boolean {
  const asked = [...topicOf([question])]
  return [...topicOf([answer])].some((stem) => asked.some((each) => isAkin(stem, each)))
}

function isAkin(one: string, other: string): boolean {
  const differs = [...one].findIndex((letter, at) => letter !== other[at])
  const shared = differs < 0 ? one.length : differs
  return one === other || (shared >= AKIN && shared * 2 > Math.max(one.length, other.length))
}

/** Fewer letters at the beginning say nothing. */
const AKIN = 4

const OPENS = String.raw`^(?:no[\s,.!–—-]+|yes[\s,.!–—-]+|ok(?:ay)?[\s,.!–—-]+|please |let['’]?s |just |i['’]?d |we (?:should |want to )?|i (?:would |want to )?)*`

/** Takes a side by its verb: "keep truncation", "leave it as it is", "use the first one". */
const KEEPS = pattern(`${OPENS}(?:keep|leave|use|stay|stick|prefer|go with|take)\\b`, 'i')

/** Whether a sentence is an order or an exception for the task at hand. */
const isForOnce = (sentence: string): boolean => EXCEPTS.test(sentence) || ORDERS().test(sentence)

const EXCEPTS =
  /\b(?:this (?:time|once)|(?:just|only) (?:this )?once|for (?:this|the|that) (?:pr|commit|run|test|demo|branch|release|session|task|one)|right now)\b/i
const ORDERS = pattern(
  `${OPENS}(?:first |then )?(?:run|re-?run|try|commit|push|merge|wait|continue|proceed|go on|show me|explain|check|look|start|do (?:it|that|this|the)|fix|implement|make|create|add|write|test|can you|could you)\\b`,
  'i',
)

/** One thing instead of another: "no, use X instead of Y", "we use X, not Y", "use X for this instead". */
const PREFERS = pattern(
  `${OPENS}(?:use|keep|go with|prefer|take|stay with|stick (?:with|to))\\b.{1,160}\\b(?:instead(?: of)?|rather than|and not|, not|not)\\b`,
  'i',
)

/** The option that a prompt picks, as the agent wrote it, after the question; empty if it picks none, or a way to proceed. */
function pickedIn(sentences: readonly string[], before: string): string {
  const found = sentences.map((each) => PICKS.exec(each)).find((match) => match !== null)
  const [picks = '', label = ''] = found ?? []
  if (label === '' || !OFFERS.test(before) || namesAnother(found?.input.slice(picks.length) ?? '', label)) return ''
  const options = before
    .split('\n')
    .map((line) => OPTION.exec(line) ?? [])
    .flatMap(([, its, text = '']) => (its?.toLowerCase() === label.toLowerCase() ? [withoutStop(bare(text))] : []))
  // Two lists: nobody can tell which of them is meant
  const meant = new Set(options).size === 1 ? (options[0] ?? '') : ''
  const said = proseOf(before.slice(-READ)).sentences
  const question = said.findLast(({ text, item }) => !item && isQuestion(text))?.text ?? ''
  // Where the agent speaks of itself it offers ways to work
  if (meant === '' || /\bI(?:['’]\w+)?\b/.test(meant) || OFFERS_WORK.test(question)) return ''
  const asked = question.replace(/^\w+ question:\s*/i, '')
  return `${[shorten(asked, ASKED), `option ${label}`].filter(Boolean).join(' → ')}: ${meant}`
}

/** Whether the rest of a sentence names another option: "B but A is cheaper", "a and b". */
const namesAnother = (rest: string, label: string): boolean =>
  [
    ...rest.matchAll(/(?<![\p{L}\p{N}'’])(?:([A-D])|(?:and|or) ([a-d])|(?:and|or|option) (\d))(?![\p{L}\p{N}'’.])/gu),
  ].some(([, ...all]) => all.some((each) => each !== undefined && each.toLowerCase() !== label.toLowerCase()))

const ASKED = 90
/** "let's go with B", "option 2 please" */
const PICKS =
  /^(?:(?:ok|okay|yes|let's|lets|i'd|i would|we|i|please|just|do|take|choose|pick|go with|going with|go for|implement|like|prefer)[\s,]+)*(?:the )?(?:option |variant |approach |alternative |plan )?#?([a-d]|\d)\b(?=[\s,.!]*(?:please|then|it is|instead|(?:looks|sounds|seems|is) (?:really |very |much |clearly |probably |definitely )?(?:good|great|fine|right|ok|okay|best|better|perfect|cleaner|simpler|safer|nicer|enough|my)|too(?! \p{L})|and|with|but|because|since|$))/iu
/** Introduces a list of options. */
const OFFERS = /\b(?:options?|alternatives?|approach(?:es)?|which|prefer|either)\b/i
/** Asks which piece of work comes next. */
const OFFERS_WORK =
  /\b(?:(?:want|like) me to|(?:should|shall) i (?:start|begin|do|fix|continue|proceed|go|work)|dig into|start with)\b/i
/** An option with its number or letter. */
const OPTION =
  /^\s*(?:[-*#]+\s*)?(?:\*\*)?(?:(?:option|variant|approach|alternative|plan)\s*)?([a-d]|\d)[.):]\s*(?:\*\*\s*)?(\S.{3,300})$/i
