import { ACTIONS } from '../memory/words.ts'
import type { Clause } from '../voice/clause.ts'
import { isNegated } from '../voice/languages.ts'
import { type Contrast, contrastOf } from './contrast.ts'
import type { Meaning } from './meaning.ts'
import { WRONG } from './objections.ts'

/** What the grammar reads in a clause, and by which of its rows. */
export interface ClauseReading {
  readonly name: string
  readonly clause: Clause
  readonly read: Meaning
}

/** Reads one clause: the rows of the table in order, the first that fits decides. */
export function readingOf(clause: Clause): ClauseReading | undefined {
  for (const { name, fits } of READINGS) {
    const read = fits(clause)
    if (read !== undefined) return { name, clause, read }
  }
  return undefined
}

interface Reading {
  readonly name: string
  readonly fits: (clause: Clause) => Meaning | undefined
}

const READINGS: readonly Reading[] = [
  { name: 'preference', fits: preference },
  { name: 'standing', fits: lastingMeaning },
  { name: 'prohibition', fits: prohibition },
  { name: 'custom', fits: custom },
  { name: 'taste', fits: taste },
  { name: 'dictation', fits: dictation },
  { name: 'reproach', fits: reproach },
  { name: 'reminder', fits: reminder },
  { name: 'lack', fits: lack },
  { name: 'recurrence', fits: recurrence },
  { name: 'restated', fits: restated },
  { name: 'objection', fits: objection },
  { name: 'ban', fits: ban },
]

/** "use uv instead of pip", "tabs, not spaces"; passing and asked ones are requests. */
function preference(clause: Clause): Meaning | undefined {
  const contrast = contrastOf(clause.core)
  if (contrast === undefined || clause.horizon === 'passing' || isOpenQuestion(clause) || isReport(clause.core))
    return undefined
  if (clause.horizon === 'unsaid' && !isGeneral(contrast) && !clause.isRepeated) return undefined
  return { polarity: 'do', subject: contrast.prefer, object: contrast.avoid }
}

/** Without a horizon, only names of things that recur make a rule: no "the button on the left". */
const isGeneral = ({ prefer, avoid }: Contrast): boolean =>
  [prefer, avoid].every((name) => name.split(' ').length <= 4 && !DEFINITE.test(name))

/** "The total is 3 instead of 4" reports what a program did; "money is Decimal, not float" says how it is to be. */
const isReport = (core: string): boolean =>
  (PAST.test(core) && !ACTIONS.has(core.split(' ')[0] ?? '')) ||
  (IS.test(core) && !/[,–—] (?:and )?(?:not|never) /.test(core))

/** An imperative or a duty with a horizon: "always run the linter before a commit", "every commit must be signed". */
function lastingMeaning({ core, horizon, ...clause }: Clause): Meaning | undefined {
  if (horizon !== 'lasting' || isOpenQuestion({ ...clause, core })) return undefined
  const words = clause.text.toLowerCase().replaceAll('’', "'")
  if (REPORT.test(words)) return undefined
  const avoided = PROHIBITS.exec(core)
  if (avoided !== null) {
    const subject = core.slice(avoided[0].length).trim()
    return CHATTER.test(subject) ? undefined : { polarity: 'avoid', subject }
  }
  if (DUTY.test(words))
    return { polarity: /\b(?:must|should|may|can) (?:not|never)\b|n't\b/.test(words) ? 'avoid' : 'do', subject: core }
  if (STATES.test(core) || !startsWithVerb(core)) return undefined
  return { polarity: 'do', subject: core }
}

/** "don't add comments", "no emojis please", "stop adding docstrings": of things in general, not of this one. */
function prohibition(clause: Clause): Meaning | undefined {
  const { core, horizon, isAsked, isRepeated } = clause
  const match = PROHIBITS.exec(core)
  if (match === null || horizon === 'passing' || (isAsked && !/^(?:can|could|would|will) you/i.test(clause.text)))
    return undefined
  const subject = core.slice(match[0].length).trim()
  if (!subject || CHATTER.test(subject)) return undefined
  if (horizon === 'lasting' || isRepeated) return { polarity: 'avoid', subject }
  const [verb = '', next = ''] = subject.split(' ')
  const isNoun = /^(?:no|no more)\b/.test(match[0])
  if (isNoun)
    return subject.split(' ').length <= 6 && !DEFINITE.test(subject) && !NO_RULE.test(subject)
      ? { polarity: 'avoid', subject }
      : undefined
  if (!STYLE_VERBS.test(verb) || next === '' || DEFINITE.test(subject.slice(verb.length + 1))) return undefined
  return { polarity: 'avoid', subject }
}

/** How things are done here: "we use pnpm", "our branches start with the ticket's number", "this repo is a monorepo". */
function custom({ text, core, horizon, isAsked }: Clause): Meaning | undefined {
  if (isAsked || horizon === 'passing') return undefined
  const words = text.toLowerCase().replaceAll('’', "'")
  const negative =
    /\bwe (?:don't|do not|never|no longer|avoid)\b|\b(?:isn't|aren't|not allowed|forbidden|banned|off limits)\b/.test(
      words,
    )
  const isCustom = WE_DO.test(words) || ROLE.test(core) || OUR_RULE.test(words) || MANAGED.test(words)
  return isCustom ? { polarity: negative ? 'avoid' : 'do', subject: core } : undefined
}

/** "I prefer small commits", "I hate default exports". */
function taste({ text, isAsked, horizon }: Clause): Meaning | undefined {
  const words = text.toLowerCase().replaceAll('’', "'")
  const match = TASTE.exec(words)
  if (isAsked || horizon === 'passing' || match === null) return undefined
  const subject = words
    .slice(match.index + match[0].length)
    .replace(/[.!\s]+$/, '')
    .trim()
  if (subject === '' || DEFINITE.test(subject) || /^(?:to|if|how|what|when you)\b/.test(subject)) return undefined
  return {
    polarity: /\b(?:hate|dislike|not|can't|don't|allergic)\b/.test(match[0]) ? 'avoid' : 'do',
    subject,
  }
}

/** What the agent does or leaves undone: "why do you keep using npm?", "you forgot the changelog", "again you pushed". */
function reproach({ text }: Clause): Meaning | undefined {
  const words = text.toLowerCase().replaceAll('’', "'")
  for (const { of, polarity } of REPROACHES) {
    const match = of.exec(words)
    const [conduct = ''] = match === null ? [] : words.slice(match.index + match[0].length).split(/[,:;(?!.]+(?: |$)/)
    const subject = conduct.replace(TRAILING, '').trim()
    if (subject !== '' && !POINTS.test(subject)) return { polarity, subject }
  }
  return undefined
}

/** A rule recalled by a question: "what does CONTRIBUTING say about this?" */
function reminder({ text, core }: Clause): Meaning | undefined {
  return RULE_FILE.test(text.toLowerCase().replaceAll('’', "'")) ? { polarity: 'do', subject: core } : undefined
}

/** An order that the person says they gave before: "I asked you to leave the fixtures alone", "I told you not to push". */
function restated({ text, core, isRepeated, isAsked }: Clause): Meaning | undefined {
  if (!isRepeated || isAsked || RECURS.test(text.toLowerCase())) return undefined
  const forbidden = /^not to (?=\w)/.exec(core)
  if (forbidden !== null) return { polarity: 'avoid', subject: core.slice(forbidden[0].length) }
  return startsWithVerb(core) && core.includes(' ')
    ? { polarity: isNegated(core) ? 'avoid' : 'do', subject: core }
    : undefined
}

/** "add this to the readme", "write that down": what was said just before is to be kept. */
function dictation({ text, core }: Clause): Meaning | undefined {
  return DICTATES.test(text.toLowerCase()) ? { polarity: 'do', subject: core } : undefined
}

/** What is missing once more, though it was to be there: "the changelog is missing again", "docs not updated again". */
function lack({ text }: Clause): Meaning | undefined {
  const words = text.toLowerCase().replaceAll('’', "'")
  if (!/\b(?:again|once more|as always|as usual)\b/.test(words)) return undefined
  const [, thing = '', done = ''] = LACKS.exec(words) ?? []
  return thing === '' || DEFINITE.test(thing) ? undefined : { polarity: 'do', subject: `${done} ${thing}`.trim() }
}

const LACKS =
  /^(?:(?:and|but|oh|ugh|hey|hm+),? )*(?:the |your |our |my |an? )?((?:[\w./@-]+ ){0,4}?[\w./@-]+) (?:(?:is|are|was|were|has|have|got)(?:n't| not)?(?: been)? )?(?:again )?(?:missing|gone|left out|forgotten|not (?:been )?(updated|added|written|run|tested|formatted|documented|linted|signed|tagged|translated|bumped))\b/

/** What is there once more, though it was not to be: "moment again?", "again a summary file in the repo". */
function recurrence({ text }: Clause): Meaning | undefined {
  const words = text.toLowerCase().replaceAll('’', "'")
  const [, after, before] = RECURS.exec(words) ?? []
  const subject = (after ?? before ?? '').trim()
  const isOrder = ACTIONS.has(subject.split(' ')[0] ?? '') || DEFINITE.test(subject)
  return subject === '' || isOrder || FAULT.test(words) ? undefined : { polarity: 'avoid', subject }
}

/** An order not to do one thing, which other rows do not take for a rule: "don't touch the generated client". */
function ban({ core, horizon, isAsked }: Clause): Meaning | undefined {
  const match = isAsked || horizon === 'passing' ? null : PROHIBITS.exec(core)
  const subject = match === null ? '' : core.slice(match[0].length).trim()
  return subject === '' || CHATTER.test(subject) ? undefined : { polarity: 'avoid', subject }
}

/** The agent did, said or assumed something wrong. */
function objection({ text, core, isRepeated }: Clause): Meaning | undefined {
  const words = text.toLowerCase().replaceAll('’', "'")
  const isWrong =
    WRONG.some((pattern) => pattern.test(words)) || (isRepeated && !/^.{0,12}again\b/.test(words) && core !== '')
  if (!isWrong) return undefined
  const contrast = contrastOf(core)
  if (contrast === undefined) return { polarity: isNegated(core) ? 'avoid' : 'do', subject: core }
  return { polarity: 'do', subject: contrast.prefer, object: contrast.avoid }
}

const isOpenQuestion = ({ text, isAsked, core }: Pick<Clause, 'text' | 'isAsked' | 'core'>): boolean =>
  isAsked && !/^(?:(?:please|hey|ok|and|so),? )?(?:can|could|would|will) you\b/i.test(text) && core !== ''

/** Names this one thing rather than a kind of thing. */
const DEFINITE =
  /^(?:the|this|that|these|those|it|them|him|her|both|each|my|your|his|its|their|anything|everything|something|yet|me|us|you)\b/
const PROHIBITS =
  /^(?:(?:you )?(?:don't|do not|dont|never(?: ever)?|must not|mustn't|should not|shouldn't|may not|cannot|can't|are not allowed to|aren't allowed to)(?: ever| just)?|stop|avoid|quit|refrain from|no more|no(?! (?:just|only|please|also|then|instead|rather|i|you|we|it|that|this|they|there|add|use|make|keep|do|don't|go|let|put|change|update|remove|should|is|are|was)\b))\s+/
/** "don't worry" and the like forbid nothing. */
const CHATTER =
  /^(?:worry|forget|hesitate|see|know|think|understand|get|need|mind|want|have|care|bother|remember|believe|like|feel|let|hold|be (?:afraid|shy)|you|we|i|it|there|problem|worries|idea|need|way|wonder|longer|matter|one|thanks|luck|rush|issues?|errors?|changes?|difference|results?|luck)\b/
const NO_RULE =
  /\b(?:found|available|longer|way|sense|reason|idea|matter|such|one|time|luck|success|difference|output|effect|errors? (?:in|on|when)|results?)\b/
/** Verbs of style: what they forbid recurs. Others ("commit", "touch", "start") forbid a step of this task. */
const STYLE_VERBS =
  /^(?:use|using|add|adding|write|writing|create|creating|put|putting|include|including|import|importing|mention|mentioning|generate|generating|leave|leaving|mock|mocking|log|logging|print|printing|hard-?cod(?:e|ing)|introduc(?:e|ing)|nam(?:e|ing)|call|calling|wrap|wrapping|install|installing|catch|catching|export|exporting|commit|committing|amend|amending|apologi[sz](?:e|ing)|explain|explaining|repeat|repeating|rely|relying|assume|assuming|guess|guessing|invent|inventing|abbreviat(?:e|ing)|summari[sz](?:e|ing)|cast|casting|nest|nesting|swallow|swallowing|edit|editing|modify|modifying|overwrite|overwriting|run|running|skip|skipping|push|pushing)$/
const PAST =
  /\b(?:used|chose|picked|was|were|did|had|got|(?:shows|returns|displays)(?! instead| rather| over|,)|showed|returned)\b/
const IS = /\b(?:is|are)\b/
/** "never" and "always" of a program's conduct. */
const REPORT =
  /\b(?:it|that|this|which|he|she|they|there|the [\w-]+(?: [\w-]+)?|tests?|button|page|app|api|server|function|code|script|build)(?:'s)? (?:is |are |was |were |has |have |will |would |just |still )*(?:always|never|no longer)\b|\bi(?:'ve| have)? (?:always|never)\b|\b(?:can|could|will|would|may|might) (?:always|never)\b|^(?:always|never) (?:mind|seen|been|heard)\b/
const DUTY =
  /^(?:(?:all|every|each|any|no|new|only) [\w\s/-]{2,60}|[\w-]+s|(?:commit messages?|branch names?|secrets|tests?|code|errors?|commits?|prs?|pull requests?)\b[\w\s]{0,30}) (?:must|should|have to|has to|need to|needs to|may|are to|is to|can)\b(?: not| never| always| only| be)?/
/** A statement about a thing, not an order. */
const STATES =
  /^(?:it|that|this|these|those|there|i|he|she|they|the|a|an|what|which|who|how|why|where|is|are|was|were|does|did|has|have|had|if)\b/
const ROLE =
  /^use [\w@./`-]+(?: [\w@./`-]+)? (?:as (?:the|our|my|your) (?:default |main |only )?(?:package manager|test runner|test framework|linter|formatter|bundler|build tool|orm|database|shell|language|logger|http client|task runner|version manager|style|convention)|for (?:all|any|every|everything)\b)/
const WE_DO =
  /^(?:(?:so|and|but|also|note|fyi|btw|no|hey|because|remember|please note|reminder)[,:]? (?:that )?)*(?:in (?:this|our) [\w ]{3,20},? |here,? |at \w+,? )?we (?:always |never |only |usually |generally |normally |all )*(?:use|prefer|don't|do not|avoid|write|name|keep|put|test|run|deploy|release|commit|follow|have a (?:rule|policy|convention|standard)|require|stick|go (?:through|by)|squash|rebase|tag|document|format|lint|pin|support|target|store|call|work|never)\b(?! (?:have|know|see|need|want|think|understand|get|care))/
const OUR_RULE =
  /\b(?:(?:our|the) (?:convention|policy|rule|standard|style|practice|norm|house style|guideline|naming convention)s?(?: here| in this \w+| for [\w ]{3,30})? (?:is|are|says?|requires?)|(?:is|are) (?:our|the) (?:convention|policy|standard|rule)|(?:source of truth|single source of truth)|not how we|how we do (?:it|things)|against (?:our|the) (?:convention|policy|rules?|style)|the way we do)\b/
const MANAGED =
  /\b(?:(?:is|are) (?:auto-?)?generated(?: by| from| code| files?|,|$| so)|never (?:edited|touched|changed) by hand|(?:this|the) (?:repo|repository|project|codebase|code base|monorepo)(?: here)? (?:uses|is (?:a|an)|has (?:a|no)|only|doesn't|does not|follows|targets|supports|runs on|requires)|is (?:off limits|off-limits|forbidden|banned|not allowed|deprecated here|read-only))\b/
const TASTE =
  /^i (?:really )?(?:do not|don't) (?:ever )?want (?:you )?(?:to )?(?=.{2,80}\b(?:any ?more|ever)\b)|^(?:(?:and|but|also|so|well|no|please|hey|fyi|btw|in general|generally|personally)[,:]? )*(?:i(?:'d| would)? (?:always |usually |generally |really |strongly |much )*(?:prefer|rather (?:have|use|see)|like (?:my|our|all|when|it when|having|seeing|short|small|to keep)|hate|dislike|don't like|can't stand)|my preference is|i(?:'m| am) (?:a fan of|not a fan of|allergic to))\s+/
const RULE_FILE =
  /\b(?:what (?:does|do|did)|see|read|check|follow|per|according to|as (?:described|written|stated) in|look at|have you read|did you read)\b.{0,30}\b(?:contributing|[\w-]+\.md|style ?guide|guidelines?|readme|conventions?|coding standards?|editorconfig|the rules)\b.{0,40}(?:\bsay|\bsays|\babout|\bagain|\?|$)/
/** What precedes the conduct that a reproach names, and whether that is to be done or avoided. */
const REPROACHES: readonly { readonly of: RegExp; readonly polarity: 'do' | 'avoid' }[] = [
  {
    of: /\b(?:why (?:do|are|did|have) you (?:keep|always|still|constantly|again)|you (?:keep|always|constantly|again)|stop|quit)(?: on)? (?=\w+ing\b)/,
    polarity: 'avoid',
  },
  {
    of: /(?:\byou(?:'ve| have)?(?: again| also| still| just)?|^(?:(?:and|but|again),? )*)(?: |^)?(?:forgot|forgotten|forget|left out|omitted)(?: again)?(?: about)?(?: to)? (?=\S)/,
    polarity: 'do',
  },
  {
    of: /\byou(?: again| still| also)? (?:didn't|did not|haven't|have not|should(?:'ve| have)|were supposed to|never)(?: again)? (?!not\b|\w+n't\b)(?=\S)|\bwhy (?:didn't|haven't|don't) you (?=\S)/,
    polarity: 'do',
  },
  {
    of: /\bwhy (?:did|do|are|have) you (?:again |still |just |also )?(?!sure|confident|asking|think|thinking|say|saying|not\b)(?=\w)|\byou (?:shouldn't|should not)(?: have)? (?=\w)|\byou (?:weren't|were not|aren't|are not) (?:supposed|allowed) to (?=\w)/,
    polarity: 'avoid',
  },
  {
    of: /^(?:(?:and|but|so|now|no|again|ugh|hey|sorry|oh)[,.!… ]+)*you(?:'re|'ve| are| have)? (?:again |still |just |also )?(?!(?:mentioned|asked|suggested|listed|showed|explained|described|missed|failed|looking|going|being|having|missing|failing|talking|asking|saying|referring)\b)(?=(?:\w+(?:ed|ing)|put|made|wrote|ran|took|set|chose|built|split|cut|sent|did|use|add|swallow|run|write|put)\b)/,
    polarity: 'avoid',
  },
]
const RECURS =
  /^(?:(?:and|oh|ugh|hey),? )*(?:(?:again|yet again|once again|once more|yet another|another(?! (?:thing|one|question|idea|point|note|option|topic)s?\b))(?: an?| another| the)? ((?:[^\s,:]+ ?){1,6})|(?:and )?((?:[^\s,:]+ ){1,5})again)[\s.!?…]*$/
/** A fault recurs by itself, and a request is no complaint. */
const FAULT =
  /\b(?:missing|fail\w*|broke\w*|crash\w*|errors?|wrong|red|down|slow|flaky|is|are|was|were|please|pls|no|not|time|question)\b|n't\b/
/** What may follow the conduct. */
const TRAILING =
  /(?: (?:again|too|as well|once more|now|already|every time|each time|all the time|any ?more|instead|please|here))+$/
/** Points at something rather than naming it. */
const POINTS =
  /^(?:\w+ )?(?:it|that|this|them|these|those|so|one|ones|something|anything|everything|nothing|me|us|you|i|we|what|how|why)(?: (?:in|on|at|for|to|from|with|by) .*)?$/

/** Asks for something to be kept for later sessions. */
const DICTATES =
  /\b(?:add|put|write|note|save|document|record|mention|include) (?:(?:this|that|it|these|those|(?:this|that|the) \w+)(?: down)? (?:to|in|into) (?:the |your |our |my )?(?:[\w-]+\.md|memory|rules|instructions|conventions|contributing)\b|(?:this|that|it) down for (?:next time|later)\b)|\bremember (?:this|that) for (?:next time|later|the future)\b/

function startsWithVerb(core: string): boolean {
  const first = /^[a-z'-]+/.exec(core)?.[0] ?? ''
  return first.length > 1 && !NO_VERB.has(first)
}

const NO_VERB = new Set(
  `the a an this that these those it its it's i i'm i've we we're you you're he she they there here my your our his their
  what which who how why where when while if because since although though is are was were be been being has have had do does did
  not no yes ok some any all both each every more most such so too very also then than as at by for from in into of on onto to with without
  about after before during until and or but nor error errors warning test tests issue problem thing things`.split(
    /\s+/,
  ),
)
