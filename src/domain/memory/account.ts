import { type CueSet, cuesFor } from './cues.ts'
import { bare, capital, proseOf, type Sentence } from './prose.ts'
import { isQuestion, sentencesIn, sizeOf, wordCount } from './sentences.ts'
import { isDeedVerb } from './words.ts'

/** An agent's last message, sorted by what each part is useful for. */
export interface Account {
  /** Sentences that say what was done, most specific first; each begins with a past-tense verb. */
  readonly deeds: readonly string[]
  /**
   * Sentences of substance, in order, without filler; `told` excludes list items but includes the lines that introduce
   * lists.
   */
  readonly points: readonly string[]
  readonly told: readonly string[]
  /** Headings that name a subject. */
  readonly headings: readonly string[]
  /** Before and after, where the agent gives both: `old → new`. */
  readonly turned: string
  /** It asks a question, so what it lists are options. */
  readonly asks: boolean
  /** The offer or question that it ends with ("Should I remove the unused function?"), as a clause. */
  readonly offer: string
  readonly decisions: readonly string[]
  readonly causes: readonly string[]
  /** What the agent lists or labels as still to do. */
  readonly left: readonly string[]
}

/** Reads a message. Linear; the last ones are remembered, since each is asked for by several readers and at each later turn. */
export function accountOf(message: string): Account {
  const known = ACCOUNTS.get(message)
  if (known !== undefined) return known
  if (ACCOUNTS.size >= MOST_KNOWN) ACCOUNTS.clear()
  const account = readAccount(message)
  ACCOUNTS.set(message, account)
  return account
}

const ACCOUNTS = new Map<string, Account>()
const MOST_KNOWN = 200

function readAccount(message: string): Account {
  const prose = proseOf(message)
  const cues = cuesFor(message)
  const isOpen = (each: Sentence, at: number) => isLeft(each, prose.sentences.length - at, cues)
  const left = prose.sentences.filter(isOpen)
  const account = prose.sentences.filter((each, at) => !isOpen(each, at))
  const all = account.map((each) => ({ ...each, said: each.text, text: capital(withoutFiller(each.text, cues)) }))
  const points = all.filter(({ text }) => text !== '' && !asksPerson(text, cues) && !ANNOUNCES.test(text))
  const stated = all
    .filter(({ text, item }) => !item && text !== '' && !asksPerson(text, cues))
    .filter(({ text }) => !ANNOUNCES.test(text) || wordCount(text) >= 7)
  const told = all.filter(({ text }) => text !== '' && !asksPerson(text, cues))
  const texts = points.map(({ text }) => text)
  const offer = offerOf(prose.sentences, cues)
  const headings = prose.headings.filter((heading) => !LEFT.test(heading) && !cues.left.test(heading))
  return {
    // Sentences that only describe the current state come last
    deeds: [...deedsOf(told, headings, cues), ...texts.filter(isStateNow)],
    points: texts,
    told: stated.map(({ text }) => text),
    headings: headingsOf(headings),
    turned: turnedIn(prose.sentences),
    asks: prose.sentences.some(({ text }) => asksPerson(text, cues) || CHOOSE.test(text)),
    offer,
    decisions: texts.filter((text) => decides(text, cues)),
    causes: points.flatMap(({ text, said }) =>
      sentencesIn(text).filter((each, at) =>
        [each, ...(at === 0 ? sentencesIn(said).slice(0, 1) : [])].some(
          (one) => CAUSES.test(one) || cues.causes.test(one),
        ),
      ),
    ),
    left: left
      .map(({ text }) => withoutFiller(text.replace(LEFT_LABEL, '').replace(cues.leftLabel, ''), cues))
      .filter((text) => text !== ''),
  }
}

/** Sentences first, then headings and list items. */
function deedsOf(sentences: readonly Sentence[], headings: readonly string[], cues: CueSet): string[] {
  const of = (texts: readonly string[]) => texts.flatMap((text) => deedOf(text.replace(/^\d+[.)]\s*/, ''), cues) ?? [])
  const told = sentences.filter(({ item }) => !item).map(({ text }) => text)
  const listed = sentences.filter(({ item }) => item).map(({ text }) => text)
  return [...of(told), ...of(headings), ...of(listed)]
}

/** The sentence rewritten to begin with what was done: "I've added X" → "Added X"; undefined for any other sentence. */
function deedOf(sentence: string, cues: CueSet): string | undefined {
  if (cues.deed.test(sentence) && wordCount(sentence) >= 3) return capital(sentence)
  const text = sentence
    .replace(/^[`\w./-]+\.\w+[`\w:,\s-]*?[:–—-]\s+(?=[A-Z])/, '')
    .replace(/^(?:I(?:'ve| have)?|We(?:'ve| have)?)\s+(?:also |now |just |successfully )*/i, '')
    .replace(/^.{2,90}?:\s+(?=Now [a-z]+s |[A-Z][a-z]+ed )/, '')
  if (/^Now (?!the |all |when |it |both )[a-z]+s /.test(text)) return capital(text)
  const verb = /^[a-z]+(?:-[a-z]+)?/i.exec(text)?.[0].toLowerCase() ?? ''
  if (SAME_FORMS.has(verb) && !/^(?:I|We)\b/.test(sentence) && IS_PERSONS.test(sentence)) return undefined
  if (!isDeedVerb(verb) || wordCount(text.replace(/\s*\([^)]*\)$/, '')) < 3) return undefined
  if (TOO_VAGUE.test(text) && !text.includes('`')) return undefined
  // What follows is not told with it
  return capital(text.replace(/\bthe following (?=\p{L})/u, ''))
}

/** Verbs whose past tense is also their imperative. */
const SAME_FORMS: ReadonlySet<string> = new Set(['set', 'reset', 'split'])
/** What only the person sets: "Set the variable `UPLOAD_KEY`" is an instruction. */
const IS_PERSONS = /\b(?:[Yy]ours?|[Yy]ou|variables?|secrets?|passwords?|credentials?|tokens?|[A-Z]+(?:_[A-Z\d]+)+)\b/
const TOO_VAGUE = /^\w+ (?:the (?:fix|bug|issue|problem)\b.{0,8}$|the fix\b|in\b|it\b|this\b|that\b)/i

const isStateNow = (sentence: string): boolean =>
  PASSIVE.test(sentence) &&
  sentence.length > 24 &&
  !/^(?:this|that|these|those|it|they|both|your?|here)\b/i.test(sentence)

function headingsOf(headings: readonly string[]): string[] {
  return headings
    .map((heading) =>
      heading.replace(/^(?:summary|\d+[.)]|step \d+|phase \d+)\s*(?:of [^:–—-]*)?[:–—-]*\s*/i, '').replace(/:$/, ''),
    )
    .filter((heading) => wordCount(heading) >= 3 && !GENERIC_HEADING.test(heading))
}

function turnedIn(sentences: readonly Sentence[]): string {
  const at = sentences.findIndex(({ text }) => /^before:\s/i.test(text))
  const [old, now] = [sentences[at]?.text, sentences[at + 1]?.text].map((text) =>
    text?.replace(/^(?:before|after):\s*/i, ''),
  )
  const isPair = at >= 0 && /^after:\s/i.test(sentences[at + 1]?.text ?? '')
  return isPair && `${old}${now}`.length < 90 ? `${old} → ${now}` : ''
}

function offerOf(sentences: readonly Sentence[], cues: CueSet): string {
  const asked = sentences
    .slice(-6)
    .reverse()
    .find(({ text }) => asksPerson(text, cues) && isQuestion(text))
  const clause = bare(asked?.text ?? '')
    .replace(/[?？؟\s]+$/, '')
    .replace(ASKS, '')
    .replace(cues.offer, '')
    .replace(cues.offer, '')
  return capital(clause.trim())
}

/**
 * Whether it says what is left to do rather than what was done: by its own label, by the heading or line above it or, for
 * the last sentences, by its own words. `fromEnd`: 1 for the last one.
 */
const isLeft = ({ text, under }: Sentence, fromEnd: number, cues: CueSet): boolean =>
  LEFT.test(under) ||
  cues.left.test(under) ||
  LEFT_LABEL.test(text) ||
  cues.leftLabel.test(text) ||
  (fromEnd <= CLOSING && (LEFT_SAID.test(text) || cues.leftSaid.test(text)))

/** How many sentences close a message. */
const CLOSING = 3

/** A heading, or a line before a list, that introduces remaining work. */
const LEFT =
  /^(?:(?:the |your |possible |suggested |recommended |immediate )?next(?: (?:steps?|actions?|up))?|what(?:'|’)?s (?:next|left)|remaining(?: \w+)?|still (?:to do|open|missing|needed|left)(?: \w+)?|to[- ]?dos?(?: list)?|follow[- ]?ups?|open (?:points|items|tasks)|outstanding(?: \w+)?|left to do|not (?:yet )?done|future work)(?: (?:for|to) [^:]{1,30})?\s*(?:\([^()]{0,40}\)\s*)?[:：?]?$/i
/** The same as a label within a line. */
const LEFT_LABEL =
  /^(?:next(?: steps?)?|still (?:to do|open|missing)|remaining(?: work)?|left to do|to[- ]?do|follow[- ]?ups?)\s*[:：]\s*(?=\S)/i
/** A sentence that says so: "What is left is the parser", "The docs are still missing", "That leaves the tests". */
const LEFT_SAID =
  /^(?:(?:and|so|but) )?(?:what(?:['’]s| is)? (?:still )?(?:left|remains|missing|open)\b.{0,20}?\b(?:is|are)\b|(?:that|this) leaves\b|still (?:to do|missing|left|open|needed)\b|(?!(?:nothing|none|no|if|let|everything)\b).{2,80}? (?:is|are|remains?) (?:still |yet |not yet )+(?:to be|to do|missing|open|left|unfinished|(?:un)?done|needed|pending|outstanding)\b|(?!(?:nothing|none|no|if)\b).{2,80}? (?:is|are) not yet \w+(?:ed|en)\b)/iu

/** Strips leading agreement and cheer; a sentence of nothing else becomes empty. */
function withoutFiller(sentence: string, cues: CueSet): string {
  const text = sentence
    .replace(FILLER, '')
    .replace(LABEL, '')
    .replace(cues.label, '')
    .replace(/^so\s+(?=\S)/i, '')
    .trim()
  return HOLLOW.test(text) || cues.hollow.test(text) || PLACE.test(text) || sizeOf(text) < 12 ? '' : text
}

const FILLER =
  /^(?:(?:✅|✓|✨|🎉|done|perfect|great|excellent|good (?:catch|idea|thinking|question|point)|yes|wait|ok(?:ay)?|sure|right|understood|you're (?:absolutely )?right(?: to [\w ]+)?|got it|found it|all done|all set|makes sense|exactly|so|now|in short|bottom line)[\s]*[-–—,.!:]+\s*)+/i
/** A label for what follows, which adds nothing. */
const LABEL =
  /^(?:\d{1,2}[.)]\s+|(?:the )?(?:fix|issue|bug|(?:root )?cause|changes?|problem|summary|result|notes?|overview|error|answer)(?: #?\d+)?\s*:\s+)+/i
/** A location in the code and nothing else. */
const PLACE = /^(?:(?:files?|location|branch|tests?)\s*:\s*)?`?[\w./<>-]+(?::[\d-]+)?`?(?:\s*\(.*\))?$/i
const HOLLOW =
  /^(?:done|ready to (?:commit|merge|push|test)|all (?:\w+ )?tests (?:pass|are passing)|tests pass|build (?:passes|succeeds)|everything (?:works|passes)|(?:all )?(?:tests|build|lint)[\w, ]* pass(?:es)?|here(?:'s| is| are)\b[^.]*(?:summary|changes|overview|found|did|options|happened|flow)|let me|now let|i'll|i will|looking at|i can see|i see|summary|the changes(?: made)?:?$|changes made|let me know)\b/i
const ANNOUNCES = /:$|^(?:here|below|the following|this means|for example|options|result|before|after|note)\b[^.]*:$/i
/** Offers something, or asks how to proceed. */
const asksPerson = (text: string, cues: CueSet): boolean =>
  ASKS.test(text) || (isQuestion(text) && cues.offer.test(text))

/** Says what was decided, and why. */
const decides = (text: string, cues: CueSet): boolean =>
  (DECIDES.test(text) || cues.decides.test(text)) && (REASONS.test(text) || cues.reasons.test(text))

const ASKS =
  /^(?:(?:do|did) you want (?:me )?to|do you want me to|want me to|would you like (?:me )?to|would you prefer(?: to| that)?|shall i|should i|may i|which (?:do|would) you prefer|does (?:this|that) \w+|is (?:this|that)|try)\s*(?:also |now )?/i
const CHOOSE = /\b(?:would you (?:like|prefer)|do you want|which (?:one|option|do you)|shall i|should i)\b/i
const PASSIVE =
  /\b(?:has|have) been (?:\w+ly )?\w+(?:ed|wn|en|lt)\b|\b(?:is|are) now\b|^now (?:the|when|all|it)\b|\bno longer\b|\bwill now\b/i
const GENERIC_HEADING =
  /^(?:summary|changes?|what|how|why|when|where|key|current|proposed|next|options?|result|output|files|tests?|overview|details?|background|before|after|status|findings?|conclusion)\b.{0,24}$|^\d|(?:complete|found|applied|made|works|needed):?$/i
const DECIDES =
  /\b(?:decided|chose|chosen|opted|went with|going with|settled on|picked|prefer(?:red)?|rejected|ruled out|kept|better (?:to|than)|instead of|rather than)\b/i
const REASONS =
  /\b(?:because|since|so that|as it|due to|to avoid|to keep|in order to|which (?:keeps|avoids|means)|otherwise)\b/i
const CAUSES =
  /\b(?:root cause|the (?:issue|problem|bug|cause|reason) (?:is|was)|because|caused by|due to|turned out|happens when|fail(?:s|ed) because|was failing)\b/i
