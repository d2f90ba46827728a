import { COMMON_WORDS, STOP_WORDS } from '../retrieval/vocabulary.ts'
import { stemOf } from '../retrieval/words.ts'
import { bare, shorten } from './prose.ts'
import { ACTIONS } from './words.ts'

/** Something that a title could be made of; `weight`: what its source is worth before it is read. */
export interface Candidate {
  readonly text: string
  readonly weight: number
}

/** The best of the candidates, as a title is worded, and how well it does as one. */
export interface Headline {
  readonly text: string
  readonly score: number
}

const NONE: Headline = { text: '', score: Number.NEGATIVE_INFINITY }

/**
 * The candidate that says most by itself: it names things, speaks of the topic, points at nothing that stands elsewhere,
 * asks nothing and fits. `fits` is how many characters a title may have. Equal ones by order.
 */
export function headline(candidates: readonly Candidate[], topic: ReadonlySet<string>, fits: number): Headline {
  return candidates.reduce((best, { text, weight }) => {
    const title = shorten(worded(text), fits)
    const score = weight + tellingOf(title, namesIn(text.slice(0, fits + 20)), topic)
    return title !== '' && score > best.score ? { text: title, score } : best
  }, NONE)
}

/** Stems of the words that a text is about. */
export function topicOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => contentOf(text.slice(0, 1500))).map(stemOf))
}

/** Names of things (code, quotes, files, options) in a text. */
export const namesIn = (text: string): string[] => [...new Set(text.match(NAMES) ?? [])]

function tellingOf(text: string, named: readonly string[], topic: ReadonlySet<string>): number {
  const names =
    named.filter((name) => !/^`?[\w-]+\.\w{1,4}(?::[\d-]+)?`?$/.test(name)).length + 0.4 * (named.length > 0 ? 1 : 0)
  const content = contentOf(text)
  const about = new Set(content.map(stemOf).filter((word) => topic.has(word))).size
  const inside = [...text.matchAll(DEICTIC)].length
  const faults = [
    pointsAway(text) ? 3 : 0,
    OF_NOTHING.test(text) ? 3 : 0,
    BARE_SUBJECT.test(text) && namesIn(text).length === 0 ? 1.2 : 0,
    /^(?:if|for|when|after|before|in|at|on|with) /i.test(text) ? 1 : 0,
    Math.min(2, inside) * 1.2,
    PERSONS.test(text) ? 1.6 : 0,
    /\?/.test(text) ? 3 : 0,
    HYPOTHETICAL.test(text) ? 1.5 : 0,
    Math.max(0, 3 - names - content.filter((word) => !GENERIC.has(word)).length) * 1.2,
    text.endsWith('…') ? 0.7 : 0,
    /^(?:when|if|while|since|because|after|before)\b[^,]*$/i.test(text) ? 3 : 0,
    VAGUE_END.test(text) ? 1.2 : 0,
    DANGLES.test(text) ? 2 : 0,
    /\b(?:there|it|this|that|here|them)$/i.test(text) ? 1.2 : 0,
    text.split('"').length % 2 === 0 ? 3 : 0,
    text.split(' ').length < 4 ? 0.8 : 0,
    /\b(?:\w+'t|not|no)\s*$/.test(text) ? 1 : 0,
  ]
  return Math.min(2, names) * 0.9 + Math.min(3, about) * 0.8 - faults.reduce((sum, each) => sum + each, 0)
}

/** As a title is worded: without marks, asides, openers, and folders of paths. */
export function worded(text: string): string {
  const whole = bare(text)
    .replace(
      /\s*\((?:e\.g\.|i\.e\.|\d+ (?:s|m|seconds?|minutes?)\b|lines?\b|already|[\w./-]+:\d+|with |like |was |see )[^()]*\)/gi,
      '',
    )
    .replace(/(?<![\w.])~?\/?(?:[\w.@-]+\/){2,}(?=[\w@-]+\.\w)/g, '')
    .replace(/(\.\w{1,5}):\d+(?:-\d+)?(?:, ?\d+(?:-\d+)?)*/g, '$1')
    .replace(/\s*\[[YyNn]\/[YyNn]\]/g, '')
    .replace(OPENER, '')
    .replace(
      /^(?:(?:mostly|basically|there are) )?(?:two|three|four|several|a few|some) (?:\w+ )?(?:things|reasons|places|causes|problems|issues)[^:]{0,40}: (?=\S)/i,
      '',
    )
    .replace(/^\w+ (?:this|that|it|these|them)(?: \w+)? by (?=[a-z]+ing )/i, '')
    .replace(/^.{0,48}\broot cause(?: is| was)?\s*:\s*(?=\S)/i, '')
    .replace(/^the changes (?=[a-z]+ )/i, '')
    .replace(/\byour (?=[a-z])/g, 'the ')
    .replace(INSTEAD, '$2 instead of $1')
    .replace(/^I(?:'ve| have)? (?!just |must |might |want |get |let |got )(?=[a-z]+(?:ed|ose|t) )/, '')
    .replace(/(?: too)?[\s.:;,–—-]+$| too$/, '')
    .replace(/(?<=\S+(?: \S+){4}) (?:with|when|if|for|to|as|like|by|(?:that|which)(?: [a-z]+s)?)$/, '')
    .replace(
      /^(?:both|all)(?: (?:of )?(?:the|them|these|those))? (?:places|cases|locations|sites|callers|of them) (?:now )?(?=[a-z]+ )/i,
      '',
    )
    .replace(/^[a-z]{2,12}ing(?= )/i, imperative)
  if (/^\W*`/.test(text)) return whole
  return whole.replace(/^[a-z](?=[a-z']*(?:\s|$))/, (first) => first.toUpperCase())
}

/** "Removing" → "Remove", where such a verb is known; else as it was. */
function imperative(gerund: string, _at: number, text: string): string {
  if (FINITE.test(text)) return gerund
  const stem = gerund.toLowerCase().slice(0, -3)
  return [stem, `${stem}e`, stem.slice(0, -1)].find((verb) => ACTIONS.has(verb)) ?? gerund
}

/** The gerund is what it speaks of. */
const FINITE =
  /\b(?:can|is|are|was|were|will|would|should|could|may|might|has|have|does|did|causes?|breaks?|fails?|leads?|makes?|needs?|takes?)\b/

const OPENER =
  /^(?:(?:this|which|that) means(?: that)?|so|but|and|now|also|however|basically|essentially|actually|currently|in short|to summari[sz]e|as a result|therefore|good news|all tests pass|note(?: that)?|fixed(?=:)|done(?=:))[,:]?\s+(?=\S)/i

const NAMES =
  /`[^`\n]{2,80}`|["“][^"“”\n]{2,60}["”]|(?<![\w.])--[a-z][\w-]+|\b(?!(?:e\.g|i\.e)\b)[\w-]+\.(?:[a-z]{1,3}|json|yaml|toml|html|java)\b|\b\w+_\w+\b|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*|\b\w+\(\)/g

const contentOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []).filter((word) => !STOP_WORDS.has(word))

/** "Instead of X we should do Y" → "Y instead of X" */
const INSTEAD =
  /^instead of ("[^"]+"|[\w./<>-]+),? (?:(?:we|you|it|i) )?(?:(?:should|could|can|must|would) )?(?:do|use|show|have|say|write|print) ("[^"]+"|[\w./<>-]+).*$/i
/** Announces what is cut off. */
const DANGLES =
  /\b(?:shows?|see|sees|if|when|with|of|and|to|for|by|are|is|was|were|returns?|using|them|functions|items|references|sources|files|cases|places|following)$/i
const VAGUE_END =
  /\b(?:has|have|been|is|are|was|were)(?: now| all| been)? (?:updated|fixed|changed|made|complete|done|ready|passing|adjusted|clean|green)$/i

const pointsAway = (text: string): boolean => POINTING.test(text) && !/^there (?:is|are|was|were) /i.test(text)

/** What it speaks of stands elsewhere. */
const POINTING =
  /^(?:just|it|its|it's|this|that|these|those|they|there|he|she|option|another|others?|here|first|second|then|the (?:change|changes|fix|issue|problem|solution|answer|file|code|same|above|other|old|following|current|approach|result|output|fallback|value|update|constraint|pattern|prompt|refactoring|implementation|investigation)s?) /i
/** Whether a text is of a deed to something that is named elsewhere, or of what holds everywhere. */
export const isOfNothing = (text: string): boolean => OF_NOTHING.test(text) || pointsAway(text)

/** Whether a title says by itself what was found: it names a thing or says enough, and points at nothing. */
export function standsAlone(title: string): boolean {
  if (isOfNothing(title)) return false
  return namesIn(title).length > 0 || contentOf(title).filter((word) => !GENERIC.has(word)).length >= ENOUGH
}

/** Words of its own that a title has which names nothing. */
const ENOUGH = 4

/** A deed to something that is not named; what holds everywhere, of a language. */
const OF_NOTHING =
  /^(?:[a-z]+ (?:it|this|that|them|these|those|both|there)(?: |$)(?!.{0,30}["“`])|[a-z]+ it to |[a-z]+ (?:again )?(?:the|my|your) (?:last|previous|latest|other) (?:changes?|commits?|message|fix|step|one)\b)|^in (?:general|theory|go|python|java|javascript|typescript|rust|ruby|sql|c|c\+\+|c#|php|swift|kotlin|bash|css|html|react|node)\b,? /i
/** "The check is …": which one? */
const BARE_SUBJECT =
  /^the (?:check|command|column|logic|test|tests|hook|function|method|flag|option|script|class|page|button|endpoint|query|table|field|error|message|config|last \w+|first \w+|old \w+) (?:is|are|was|were|has|have|will|now|can|does|do|did|should|only|primarily|uses?|shows?|reads?|returns?)\b/i
const DEICTIC =
  /\b(?:it|this|these|those|them|there(?!'s| is| are| was| were)|here|above|below|again|the following|too|either|a new one|for \d|the other|that one|this one)\b(?! (?:is|are|was) no)/gi
const PERSONS = /\b(?:i|i'm|i've|you|you're|your|we|we're|my|me|us|our|let's)\b/i
const HYPOTHETICAL =
  /\b(?:could|would|should|might|may|perhaps|maybe|potential(?:ly)?|consider|option \d|want to|wonder\w*)\b/i
/** Words that fit any work. */
const GENERIC = new Set(
  `add added adds change changed changes check checked code command commands could create created does done file files fix fixed function functions
  functionality good implement implemented issue issues item items make makes new now problem should show shows step test tests thing things update
  updated use used uses using way work works write writes wrote summary review result results feature findings single naming some more first last level`.split(
    /\s+/,
  ),
)

/** Whether a text says by itself what it is about: it names something, or has two words that not any work has. */
export function isTelling(text: string): boolean {
  if (namesIn(text).length > 0) return true
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [])
  return [...words].filter((word) => !STOP_WORDS.has(word) && !COMMON_WORDS.has(word)).length >= 2
}

/** What a session was for: the first thing that it was asked that tells, else the first; empty where nothing was asked. */
export function goalAmong(asked: readonly string[]): string {
  const own = asked.filter((text) => !WRAPS.test(text))
  return own.find(isGoal) ?? own.find(isTelling) ?? own[0] ?? asked[0] ?? ''
}

/** Whether one can say of a text what was wanted without what was said before. */
export const isGoal = (text: string): boolean =>
  isTelling(text) &&
  !isOfNothing(text) &&
  !text.startsWith(GO_AHEAD) &&
  text.split('"').length % 2 === 1 &&
  !WRAPS.test(text)

/** What begins the words for a mere "yes". */
export const GO_AHEAD = 'Go ahead: '

/** Says what somebody may stumble over. */
export const BEWARE =
  /\b(?:gotcha|careful|beware|silently|unexpected(?:ly)?|surprising(?:ly)?|easy to miss|misleading)\b/i

/** A pasted line that only says that something failed. */
const WRAPS = /^error: .{0,160}exit code \d+|^exit code \d+/i
