import { COMMON_WORDS } from '@hindcast/text/vocabulary.ts'
import { stemOf } from '@hindcast/text/words.ts'
import type { TitleSource } from '../nouns/observation.ts'
import { contentOf } from './content.ts'
import { coreOf } from './intent.ts'
import { bare, shorten } from './prose.ts'
import { withoutStop, wordCount } from './sentences.ts'

/** Text that a title could be made from. */
export interface Candidate {
  readonly text: string
  /** How much its source is worth, whatever it says. */
  readonly weight: number
  /** A person's words or a commit's subject, shown word for word. */
  readonly verbatim?: boolean
  /** The author of the words, if not the agent. */
  readonly by?: TitleSource
}

/** The best candidate, worded as a title, with its score. */
export interface Headline {
  readonly text: string
  readonly score: number
  readonly by?: TitleSource | undefined
}

const NONE: Headline = { text: '', score: Number.NEGATIVE_INFINITY }

/**
 * The most self-contained candidate: it names things, is about the topic, refers to nothing outside itself, asks
 * nothing, and fits. `fits`: the maximum length of a title. Ties go to the first.
 */
export function headline(candidates: readonly Candidate[], topic: ReadonlySet<string>, fits: number): Headline {
  return candidates.reduce((best, { text, weight, verbatim = false, by }) => {
    const title = shorten(verbatim ? plainHeadline(text) : statedHeadline(text), fits)
    const names = namesInText(text.slice(0, fits + 20))
    const faults =
      (/[:：]\s*$/.test(text) ? LIST_FOLLOWS - (wordCount(title) > SAYS_ALL ? 1 : 0) : 0) +
      faultsOf(verbatim ? coreOf(title) : title, names) +
      (verbatim ? 0 : faultsOfStatement(title, names))
    const score = weight + meritsOf(title, names, topic) - faults
    return title !== '' && score > best.score ? { text: title, score, by } : best
  }, NONE)
}

/** Stems of the words that a text is about. */
export function topicOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => contentOf(text.slice(0, 1500), true)).map(stemOf))
}

/** Names of things (code, quotes, files, options) in a text. */
export const namesInText = (text: string): string[] => [...new Set(text.match(NAMES) ?? [])]

function meritsOf(text: string, named: readonly string[], topic: ReadonlySet<string>): number {
  const about = new Set(
    contentOf(text)
      .map(stemOf)
      .filter((word) => topic.has(word)),
  ).size
  return Math.min(2, weightOfNames(named)) * 0.9 + Math.min(3, about) * 0.8
}

const weightOfNames = (named: readonly string[]): number =>
  named.filter((name) => !/^`?[\w-]+\.\w{1,4}(?::[\d-]+)?`?$/.test(name)).length + (named.length > 0 ? 0.4 : 0)

/** The penalty for a fragment that only introduces a list. */
const LIST_FOLLOWS = 2.5
/** A sentence with this many words says something even without its list. */
const SAYS_ALL = 9

/** What makes any text a poor title. */
function faultsOf(text: string, named: readonly string[]): number {
  const inside = [...text.matchAll(DEICTIC)].length
  const telling = contentOf(text).filter((word) => !GENERIC.has(word)).length
  const faults = [
    pointsAway(text) ? 3 : 0,
    OF_NOTHING.test(text) ? 3 : 0,
    Math.min(2, inside) * 1.2,
    Math.max(0, 3 - weightOfNames(named) - telling) * 1.2,
    text.split('"').length % 2 === 0 ? 3 : 0,
    wordCount(text) < 4 ? 0.8 : 0,
  ]
  return faults.reduce((sum, each) => sum + each, 0)
}

/** What makes an agent's sentence a poor title: it asks, addresses the user, hedges, or only says that all is well. */
function faultsOfStatement(text: string, named: readonly string[]): number {
  const faults = [
    BARE_SUBJECT.test(text) && named.length === 0 ? 1.2 : 0,
    /^(?:if|for|when|while|since|because|after|before|in|at|on|with) /i.test(text) ? 1 : 0,
    PERSONS.test(text) ? 1.6 : 0,
    /[?？؟]/.test(text) ? 3 : 0,
    HYPOTHETICAL.test(text) ? 1.5 : 0,
    VAGUE_END.test(text) ? 1.2 : 0,
    PROCESS.test(text) ? 3 : 0,
    text.endsWith('…') ? 0.7 : 0,
  ]
  return faults.reduce((sum, each) => sum + each, 0)
}

/** A text without Markdown and without a final full stop. */
export const plainHeadline = (text: string): string => withoutStop(bare(text))

/** An agent's sentence as a title: without openers, asides, line numbers, folder paths, or "I've" before the verb. */
export function statedHeadline(text: string): string {
  const whole = plainHeadline(text)
    .replace(/\s*\((?:e\.g\.|i\.e\.|lines? \d|[\w./-]+:\d+)[^()]*\)/gi, '')
    .replace(/(?<![\w.@/-])~?\/?(?:[\w.@-]+\/){2,}(?=[\w@-]+\.\w)/g, '')
    .replace(/(\.\w{1,5}):\d+(?:-\d+)?(?:, ?\d+(?:-\d+)?)*/g, '$1')
    .replace(OPENER, '')
    .replace(/^I(?:'ve| have)? (?=(?:[a-z]+ed|chose|kept|made|built|wrote|found|took|put|split) )/, '')
  return /^\W*`/.test(text) ? whole : whole.replace(/^[a-z](?=[a-z']*(?:\s|$))/, (first) => first.toUpperCase())
}

const OPENER =
  /^(?:so|and|now|also|however|basically|essentially|actually|currently|in short|in summary|to summari[sz]e|as a result|therefore)[,:]\s+(?=\S)/i

/** Talk about the process: progress, or that all went well. */
const PROCESS =
  /^(?:all|everything|the (?:implementation|refactoring|work|task|build|changes?))\b.{0,60}\b(?:complete|completed|done|ready|pass|passes|passing|passed|clean|green|in place|works?|succeeds|succeeded|working)\b|^based on my\b|^(?:completed (?:a|my)|explored|analy[sz]ed|reviewed|searched|examined|committed|pushed|implementation complete|ready to|no changes|nothing to)\b/i

/** Whether a sentence only says that the work went well. */
export const isProgress = (text: string): boolean => PROCESS.test(text)

const NAMES =
  /`[^`\n]{2,80}`|["“][^"“”\n]{2,60}["”]|(?<![\w.])--[a-z][\w-]+|\b(?!(?:e\.g|i\.e)\b)[\w-]{1,80}\.(?:[a-z]{1,3}|json|yaml|toml|html|java)\b|\b\w+_\w+\b|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*|\b\w+\(\)/g

const VAGUE_END =
  /\b(?:has|have|been|is|are|was|were)(?: now| all| been)? (?:updated|fixed|changed|made|complete|done|ready|passing|adjusted|clean|green)$/i

const pointsAway = (text: string): boolean => POINTING.test(text) && !/^there (?:is|are|was|were) /i.test(text)

/** It refers to something outside itself. */
const POINTING =
  /^(?:just|it|its|it's|this|that|these|those|they|there|he|she|another|others?|here|first|second|then|the (?:same|above|other|old|following|current|change|fix|issue|problem|solution|answer|approach|result|output|file|code|implementation)s?) /i
/** Whether a text describes an action on something unnamed, or states a generality. */
export function isOfNothing(text: string): boolean {
  const core = coreOf(text)
  return OF_NOTHING.test(core) || pointsAway(core)
}

/**
 * Whether a title says on its own what was found: it names a thing or says enough, and refers to nothing outside
 * itself.
 */
export function standsAlone(title: string): boolean {
  if (isOfNothing(title)) return false
  return namesInText(title).length > 0 || contentOf(title).filter((word) => !GENERIC.has(word)).length >= ENOUGH
}

/** The words of substance that a title needs if it names nothing. */
const ENOUGH = 4

/** An action on something unnamed; a general fact about a language. */
const OF_NOTHING =
  /^(?:[a-z]+ (?:it|this|that|them|these|those|both|there)(?: |$)(?!.{0,30}["“`])|[a-z]+ it to |[a-z]+ (?:again )?(?:the|my|your) (?:last|previous|latest|other) (?:changes?|commits?|message|fix|step|one)\b)|^in (?:general|theory|principle)\b,? /i
/** "The check is …": which one? */
const BARE_SUBJECT =
  /^the [a-z]+ (?:is|are|was|were|has|have|will|now|can|does|do|did|should|only|uses?|shows?|reads?|returns?)\b/i
const DEICTIC =
  /\b(?:it|this|these|those|them|there(?!'s| is| are| was| were)|here|above|below|again|the following|too|either|the other)\b(?! (?:is|are|was) no)/gi
const PERSONS = /\b(?:i|i'm|i've|you|you're|we|we're|me|us|let's)\b/i
/** Says what could or should be, not what is. */
export const HYPOTHETICAL =
  /\b(?:could|would|should|might|may|perhaps|maybe|potential(?:ly)?|consider|want to|wonder\w*)\b/i
/** Words that fit any work. */
const GENERIC = new Set(
  `add added adds change changed changes check checked code command commands could create created does done file files fix fixed function functions
  functionality good implement implemented issue issues item items make makes new now problem should show shows step test tests thing things update
  updated use used uses using way work works write writes wrote summary review result results feature findings some more first last`.split(
    /\s+/,
  ),
)

/** Whether a text says on its own what it is about: it names something, or has two specific words, or many plain ones. */
export function saysSomething(text: string): boolean {
  const said = [...new Set(contentOf(text))]
  const isMany = said.length >= 8 || said.filter((word) => !COMMON_WORDS.has(word)).length >= 2
  return isMany || namesInText(text).length > 0
}

/** Whether a text says what was wanted without needing what came before it. */
export const isGoal = (text: string): boolean =>
  saysSomething(text) && !isOfNothing(text) && text.split('"').length % 2 === 1 && !WRAPS.test(text)

/** Warns of a pitfall. */
export const BEWARE =
  /\b(?:gotcha|careful|beware|silently|unexpected(?:ly)?|surprising(?:ly)?|easy to miss|misleading)\b/i

/** A pasted line that only says that something failed. */
const WRAPS = /^error: .{0,160}exit code \d+|^exit code \d+/i
