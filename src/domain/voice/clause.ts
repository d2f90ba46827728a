import { oneLine } from '@hindcast/text/phrases.ts'
import type { Reach } from '../nouns/signal.ts'
import { LASTING_ELSEWHERE } from './languages.ts'

/** When a rule applies, as the person said it. */
export type Horizon =
  /** "always", "never", "from now on": for good. */
  | 'lasting'
  /** "here", "in this repo", "we …": as long as the project lasts. */
  | 'local'
  /** "for now", "just this once": for the task at hand. */
  | 'passing'
  | 'unsaid'

/** One clause of a prompt, prepared for reading. */
export interface Clause {
  /** Verbatim. */
  readonly text: string
  /** Lower case, with straight quotes; without openers such as "please", horizon words and scope words. */
  readonly core: string
  readonly horizon: Horizon
  readonly reach: Reach
  readonly isAsked: boolean
  /** It insists, before the rule or after it: "again", "I told you", "as I said". */
  readonly isRepeated: boolean
  /** It opens by objecting: "no,", "wrong", "stop". */
  readonly isObjection: boolean
}

/** Clauses longer than this are prose, not rules. */
const MAX_CLAUSE = 400

/** The clauses of a sentence, in order. Linear. */
export function clausesOf(sentence: string): Clause[] {
  const isAsked = /\?\s*$/.test(sentence)
  return sentence
    .split(BREAK)
    .flatMap((each) => each.split(BREAK_AFTER_AGAIN))
    .map((each) => each.trim())
    .filter((each) => each.length > 2 && each.length <= MAX_CLAUSE)
    .map((text) => clauseOf(text, isAsked))
}

/** After what recurs, where what is wanted in its place begins: "print statements again, use logging". */
const BREAK_AFTER_AGAIN =
  /(?<=^.{2,80}\bagain),\s+(?=(?:please )?(?:use|no|not|never|don'?t|do not|it'?s|this|that'?s|we|they|make|put|keep|leave|look|read|ask|take|write|call|pass|return|i)\b)/i

/** Where one statement ends and the next begins; "use X, not Y" stays whole. */
const BREAK =
  /;\s+|\s+[–—]\s+|\s-\s+(?!>)|(?<=[.!])\s+|,?\s+(?:because|since|so that|as long as|otherwise)\s+|,?\s+(?:but|and|so)\s+(?=(?:please |also |then |you |i |we )?(?:always|never|don'?t|do not|stop|use|prefer|avoid|make|keep|no|from now on|in (?:the )?future|next time|whenever)\b)/i

/** Whether a text states something permanent ("always", "from now on"). Expects lower case and straight quotes. */
export const isLasting = (words: string): boolean => LASTING.test(words) || LASTING_ELSEWHERE.test(words)

function clauseOf(text: string, isAsked: boolean): Clause {
  const whole = oneLine(withoutMentions(text.toLowerCase().replaceAll('’', "'")))
  const plain = whole.replace(INSISTS, '')
  const isRepeated = plain !== whole || REPEATED.test(plain)
  const isObjection = OBJECTION.test(plain)
  const opened = stripped(plain)
  const horizon = PASSING.test(whole)
    ? 'passing'
    : isLasting(whole)
      ? 'lasting'
      : LOCAL.test(whole)
        ? 'local'
        : 'unsaid'
  const reach = UNTIL.test(plain)
    ? 'until'
    : EVERYWHERE.test(plain)
      ? 'everywhere'
      : HERE.test(plain)
        ? 'project'
        : 'unsaid'
  const core = stripped(
    opened
      .replace(SCOPE_WORDS, ' ')
      .replace(/\s+/g, ' ')
      .replace(/\s+([,.!?])(?=\s|$)/g, '$1')
      .trim(),
  )
    .replace(/[\s,.:!?]+$/, '')
    .replace(/^[,:\s]+/, '')
  return { text, core, horizon, reach, isAsked, isRepeated, isObjection }
}

/** Long quotations are mentioned, not said; short ones may name a thing. */
const withoutMentions = (text: string): string =>
  text.replace(/(["“])[^"“”\n]{1,300}["”]/g, (quoted) => (quoted.split(' ').length > 3 ? '…' : quoted.slice(1, -1)))

/** Removes openers, one after the other. */
function stripped(plain: string): string {
  let rest = plain
  for (let at = 0; at < MAX_OPENERS; at++) {
    const next = rest.replace(OPENER, '')
    if (next === rest) return rest
    rest = next
  }
  return rest
}

const MAX_OPENERS = 8

const OPENER =
  /^(?:(?:please|pls|plz|ok|okay|so|and|but|also|plus|btw|by the way|fyi|hey|well|again|now|then|oh|ah|hmm+|yes|yeah|yep|no(?=[,!.;:…–—-])|nope|sure|great|thanks|cool|nice|good|perfect|sorry|actually|just|kindly|one more thing|another thing|quick note|reminder|important|note|as (?:a|i) (?:reminder|said(?: (?:before|earlier|already))?)|like i said|to be clear|in general|generally|remember|keep in mind|bear in mind|for future reference|for the record|(?:can|could|would|will) you(?: please)?|i(?:'ve| have)? (?:already )?(?:told|asked|said|mentioned)(?: (?:to )?you)?(?: (?:before|already|earlier|that|it|this|to|several times|many times|twice))*|how many times (?:do|must|have) i (?:have to )?(?:say|tell|told|said|ask)(?: you)?|let me repeat(?: myself)?|i repeat|we (?:agreed|said|decided)(?: (?:that|on))?|i(?:'d| would) (?:like|appreciate it if) you(?: to)?|(?:i|we) (?:want|need|expect) you to|make sure(?: that)?(?: you)?(?: to)?|be sure to|try to|let'?s|you (?:should|must|need to|have to|ought to|can|may|better)(?! (?:not|never)\b)|it(?:'s| is) (?:important|better|best)(?: (?:that you|to))?|going forward|in (?:the )?future|from now on(?:wards)?|from here on(?: out)?|next time|this time|for now|always)\b[,:;!.…–—-]*\s*|[-•*>]\s+)/

const LASTING =
  /\b(?:always|never|(?:don't|dont|do not) (?:you |u )?ever|ever again|forever|until (?:the end of time|further notice)|for (?:all |the )?(?:the )?(?:future|next|later) (?:ones|times?|sessions?|prs?|commits?|tickets?|features?)|for the future|for later\b(?! today)|(?:for )?the ones to come|at any time|whatever you|(?:in|for) (?:everything|anything|whatever|any \w+|every \w+|each \w+|all \w+) (?:that )?you|throughout|as of (?:now|today)|(?:now|today) and (?:always|in (?:the future|half a year|a year))|(?:hard|firm|general|fixed|forever|golden|team|team's|our) (?:rule|policy)|house style|(?:it's|it is|that's|that is|is) (?:a|the|our) (?:\w+ )?(?:rule|law|policy|convention|procedure|process|contract|standard|style|layout|deal|habit)|since (?:the beginning|day one)|as long as i|(?:till|until) i (?:say|tell)|for good|once and for all|permanent(?:ly)?|invariably|at no time|no exceptions?|no matter (?:what|how|who)|non-?negotiable|not (?:up for debate|negotiable)|from (?:now|today|this (?:day|point)) on(?:wards)?|as of (?:now|today)|henceforth|from here on|in (?:the )?future|(?:for|in) the next ones|going forward|hard rule|standing (?:rule|order|request)|house rule|rule of thumb|make it a habit|as standard|whoever|anyone who|every single|each and every|every time|everytime|each time|any ?time you|whenever|next time|at all times|as a rule|in general|generally|by default|for future reference|under no circumstances|without exception|any ?more|no longer|all my projects|remember (?:to|that)|keep in mind|(?:i(?:'ve| have)? (?:already )?(?:told|asked) you|how many times|as i said|like i said|stop \w+ing))\b/

const LOCAL =
  /\b(?:here|(?:in|across|throughout) (?:this|the|our|my) (?:whole |entire )?(?:repo|repository|project|codebase|code base|code|team|company|app|monorepo|workspace|package|org|organi[sz]ation|house|shop|lab|group|department|product|site|tree|docs|documentation)|(?:with|for|by) us\b|of ours\b|(?:every|any)(?:one|body) (?:here|on (?:this|the|our) team)|nobody (?:here|in (?:this|the|our) \w+|on (?:this|the|our) team)|(?:in|across|throughout|on) (?:this|these|our|the (?:whole|entire)) \w+|these (?:repos|sites|workbooks|apps|services)|at (?:our|this) (?:company|place|end|shop)|(?:this|our|the) (?:repo|repository|project|codebase|code base|team|convention|policy|style guide|standard)|around here|our \w+|^we|we (?:use|don't|do not|never|always|prefer|only|have a))\b/

const PASSING =
  /\b(?:for now|right now|this time|(?:just |only )?(?:this|for) once|for (?:this|the) (?:task|pr|change|commit|fix|one|case|moment|time being|branch|feature|ticket|issue)|temporarily|at the moment|for the moment|yet|for (?:the|this|that) (?:demo|hotfix|release|workshop|presentation|review|sprint|week|night|migration|spike|prototype|poc)|(?<!(?:from|of|since|until) )today(?! (?:on|and))|tonight|tomorrow|this (?:week|sprint|morning|afternoon|evening)|for a (?:moment|while|bit)|while (?:i'm|i am|we're|we are)|(?:till|until) (?:i|we|he|she|they|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|then|after|next week)\b|in this (?:commit|pr|branch|change|case|step|phase|task|file|function|test|session|conversation))\b/

const EVERYWHERE =
  /\b(?:everywhere|all (?:of )?my (?:projects|repos|repositories)|across (?:all )?(?:projects|repos)|in (?:all|every|any) (?:my )?(?:projects?|repos?|repositor(?:y|ies)|codebases?)|globally|no matter (?:which|what) project|as a rule i)\b/
const HERE =
  /\b(?:here|in (?:this|our) (?:repo|repository|project|codebase|code base|app|monorepo|workspace|package)|this (?:repo|repository|project|codebase|app) |we|our)\b/
const UNTIL = /\buntil\b/

/** The folder that a clause limits its rule to, as written; `.` is the current one. */
export function folderIn(text: string): string | undefined {
  if (THIS_FOLDER.test(text)) return '.'
  const found = FOLDER.exec(text)
  const folder = (found?.[1] ?? found?.[2])?.replace(/^\.\//, '').replace(/\/+$/, '')
  return folder === '' || folder === undefined || /\.\w{1,5}$/.test(folder) ? undefined : folder
}

/** A text without the words that name such a folder. */
export const withoutFolder = (text: string): string => text.replace(THIS_FOLDER, ' ').replace(FOLDER, ' ')

const THIS_FOLDER = /\b(?:in|under|inside|within) this (?:folder|directory)\b/i
/** A path with a slash, or one name that is called a folder. */
const FOLDER =
  /\b(?:in|under|inside|within|for)(?: the)? [`"']?(?:((?:\.\/)?[\w@.-]+\/(?:[\w@.-]+\/?)*)[`"']?(?=[\s,.:;!]|$)|([\w@.-]+)[`"']? (?:folder|directory)\b)/i

/** "until the release" ends a rule; "never merge until it is green" does not. */
export const DEADLINE =
  /\buntil (?:then|further notice|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|next \w+|(?:the )?end of|v?\d|(?:(?:the|our|this|my) )?(?:next )?(?:release|launch|demo|deadline|migration|cutover|freeze|sprint|merge|deploy\w*|upgrade|rewrite|refactor\w*)|we (?:migrate|move|upgrade|switch|release|ship|launch|drop|merge|are done))\b/i

/** Words of time and scope, which are read into `horizon` and `reach`. */
const SCOPE_WORDS =
  /\b(?:always|from now on(?:wards)?|from here on(?: out)?|in (?:the )?future|going forward|every time|everytime|next time|at all times|as a rule|by default|for now|right now|this time|any ?more|everywhere|in (?:this|our|all|every|any) (?:my )?(?:repos?|repositor(?:y|ies)|projects?|codebases?|code base)|around here|here|in (?:all|any) of my projects|please|thanks|thank you|ever again|ok\?)(?=[\s,.!?]|$)/g

const REPEATED =
  /^(?:.{0,12}\b)?(?:again|i (?:already )?(?:told|asked|said|mentioned)|i(?:'ve| have) (?:already )?(?:told|asked|said)|how many times|as i (?:said|told|mentioned)|like i said|let me repeat|i repeat|didn't (?:i|we) (?:say|tell|agree|ask)|we (?:agreed|already))\b/

/** Insists at a clause's end: "no default exports, I keep telling you", "polars, we had this", "…, for the third time". */
const INSISTS =
  /(?:^|(?<!\b(?:unless|until|till|when|whenever|if|before|after|once|except|where|what|whatever|that|than|long as))[\s,.;:!?…–—-]+)(?:(?:(?:and|but|as|like|because|so) )?(?:i|we)(?:'ve| have| had| keep| did| also)?(?: (?:already|just|really|also))* (?:tell|telling|told|say|saying|said|ask|asking|asked|wrote|written|mention|mentioned|repeat|repeated|repeating|explain|explained|discussed|agreed on|talked about|went over|went through|been through|had)(?: (?:you|it|this|that|so|to))*|told you(?: so)?|(?:(?:this is|that's|it's|for) )?(?:the |my )?(?:second|third|fourth|fifth|tenth|hundredth|umpteenth|nth|2nd|3rd|\d+th) time|how (?:often|many times)(?: (?:do|must|should|did|have) i\b.{0,40})?|yet again|once again|once more|again)(?: (?:now|already|before|again|twice|earlier|today|yesterday|this (?:week|month|morning)|last (?:week|time|month|night|\w+day)|(?:on|since) \w+|\w+ times|times|only|too))*[\s,.!?…]*$/

const OBJECTION = /^(?:no|nope|nah|wrong|stop|wait|not|hmm,? no|ugh|argh|wtf|come on|hey)\b[\s,.!:–—-]/
