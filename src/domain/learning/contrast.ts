import { ACTIONS } from '../memory/words.ts'
import type { Meaning } from './meaning.ts'

/** One thing preferred to another; each a short name in lower case, without articles. */
export interface Contrast {
  readonly prefer: string
  readonly avoid: string
}

/** A short name: up to five words, in the person's order. */
const NAME = String.raw`[\w@$./*#+:<>'"\`{}()\[\]=-]+(?: [\w@$./*#+:<>'"\`{}()\[\]=-]+){0,4}`
const VERB = `(?:use|using|prefer|choose|pick|run|call|write|take|keep|want|do|go with|stick (?:with|to)|stay with|reach for|opt for|import|install with|say|name (?:it|them)|put|store|create|add)`
const OVER = `(?:,? instead of(?: using)?|,? rather than(?: using)?|,? over|,? not|,? never|,? and not|,? and never|,? in place of|,? in preference to|,? as opposed to)`

/** Where a pair may end: at the clause's end, or where its reason or place begins. */
const END = String.raw`(?:$|[,;:.!(–—]| (?:for|in|because|since|on|when|so)\b)`
/** What may stand before a bare pair: "it's pnpm, not npm", "the word is tenant and not organisation". */
const LEAD = String.raw`^(?:(?:(?:it's|it is|this is|that's)(?: called| named| spelled| spelt)?|we're|we are|i'd have|the (?:word|name|term) is|better|always|just|only|[\w -]{1,30}:) )?(?:a |an |the )?`
/** How things are said to be: "columns are snake_case, not camelCase". With "instead of", such a clause reports a fault. */
const COPULA = String.raw`^[\w /-]{2,40}? (?:is|are|stays?|must be|should be|has to be|have to be|needs to be|need to be)(?: called| named| spelled| spelt| in| with)? (?:a |an |the )?`
/** Takes a thing and how it is done: "write tests in vitest, not jest". */
const DONE = `(?:write|put|store|save|keep|run|do|build|create|make|name|call|label|format|test|deploy|install|have) (?:[\\w-]+ ){1,3}(?:in|into|with|as|by|via|through|on)`
/** "not in a tests folder" */
const PLACE = '(?: in| into| with| as| by| via| through| on)?'

const PATTERNS: readonly { readonly of: RegExp; readonly avoidFirst?: true; readonly isBare?: true }[] = [
  {
    of: new RegExp(String.raw`\brather (?:(?:have|use|see|read|get|take|keep|write|run) )?(${NAME}?),? than (${NAME})`),
  },
  {
    of: new RegExp(
      String.raw`\b(?:better|sooner)(?: (?:have|use|see|read|get|take|keep|write|run))? (${NAME}?),? than (${NAME})`,
    ),
  },
  { of: new RegExp(String.raw`\b${DONE} (${NAME}?)${OVER}${PLACE} (${NAME})`) },
  { of: new RegExp(String.raw`\b${VERB} (${NAME}?)${OVER} (${NAME})`) },
  { of: new RegExp(String.raw`\bprefer (${NAME}?) to (${NAME})`) },
  {
    of: new RegExp(`^instead of(?: using)? (${NAME}?),? (?:please )?(?:${VERB} )?(${NAME})`),
    avoidFirst: true,
  },
  {
    of: new RegExp(
      String.raw`\b(?:don't|do not|dont|never|stop|avoid|no more|not) (?:use|using|run|running|write|writing|call|calling)? ?(${NAME}?)[,.:;!–—-]+ (?:please )?(?:just )?${VERB} (${NAME})`,
    ),
    avoidFirst: true,
  },
  {
    of: new RegExp(`^(?:no|not) (${NAME}?)[,;:]+ (?:please )?(?:but )?(?:${VERB} )?(${NAME})$`),
    avoidFirst: true,
  },
  {
    of: new RegExp(
      `^(?:replace|swap|switch from|migrate from|move from|move away from) (${NAME}?) (?:with|by|for|to) (${NAME})`,
    ),
    avoidFirst: true,
  },
  { of: new RegExp(`^(${NAME}?) yes, (${NAME}?) no${END}`) },
  { of: new RegExp(`${LEAD}(${NAME}?)(?:,| –| —)(?: and)? (?:not|never)${PLACE} (${NAME}?)${END}`), isBare: true },
  { of: new RegExp(`${COPULA}(${NAME}?)(?:,| –| —)(?: and)? (?:not|never)${PLACE} (${NAME}?)${END}`), isBare: true },
  {
    of: new RegExp(`${LEAD}(${NAME}?),? (?:instead of|rather than|over|and not|and never) (${NAME}?)${END}`),
    isBare: true,
  },
  { of: new RegExp(`${LEAD}([\\w./+#\`@-]+) not ([\\w./+#\`@-]+)${END}`), isBare: true },
  { of: /^(\S+(?: \S+)?) (?:->|→|=>|•) (\S+(?: \S+)?)$/, avoidFirst: true },
]

/** The pair that a clause contrasts: "use uv instead of pip", "tabs, not spaces". `core` as in `Clause`. */
export function contrastOf(core: string): Contrast | undefined {
  for (const { of, avoidFirst, isBare } of PATTERNS) {
    const [, one = '', other = ''] = of.exec(core) ?? []
    if (one === '' || (isBare && (IS_STATEMENT.test(one) || isLoneVerb(one, other) || UNDONE.test(other)))) continue
    const [first, second] = [isBare ? placedName(one) : shortName(one), shortName(other)]
    const [prefer, avoid] = avoidFirst ? [second, first] : [first, second]
    if (isShortName(prefer) && isShortName(avoid) && prefer !== avoid) return { prefer, avoid }
  }
  return undefined
}

/** Whether a clause says little more than a pair, and does not ask to replace one by the other now. */
export function isWholePair(core: string, { subject, object = '' }: Pick<Meaning, 'subject' | 'object'>): boolean {
  const count = (text: string) => text.split(' ').length
  return count(core) - count(subject) - count(object) <= OTHER_WORDS && !REPLACES.test(core)
}

/** "use … instead of the …" */
const OTHER_WORDS = 4
const REPLACES = /^(?:replace|swap|switch|migrate|move|change|convert|turn)\b/

/** "not merge the branch" forbids a step, unless a verb is set against it: "rebase, not merge". */
const isLoneVerb = (one: string, other: string): boolean => {
  const [verb = '', ...rest] = other.split(' ')
  return ACTIONS.has(verb) && (rest.length > 0 || one.includes(' '))
}

/** "docs not updated" */
const UNDONE = /^(?:\w{3,}ed|written|run)$/

/** What stands before "not" without a verb: its place is part of it ("file names in kebab-case"). */
const placedName = (words: string): string => {
  const [thing = '', place] = words.split(/ (?=(?:in|as|with|by) \S)/, 2)
  const name = shortName(thing)
  return place === undefined || name !== bareName(thing) ? name : `${name} ${place}`
}

const bareName = (words: string): string => words.replace(ARTICLE, '').replace(QUOTES, '').trim()
const ARTICLE = /^(?:the|a|an|any|our|my|your|using|to|with|it|them) /
const QUOTES = /^["'`]+|["'`.,:;!]+$/g

/** Cut where the name ends and a purpose or condition begins. */
const shortName = (words: string): string =>
  words
    .replace(ARTICLE, '')
    .replace(
      / (?:for|in|when|whenever|to|because|as|on|with|from|if|while|where|please|since|so|that|which|is|are|and|or|but|then|until|everywhere|here|again|instead|all|at|by|of|even|unless|except|excluding|before|after|without|inside|within|under|outside|only|via|through|during|once|per|apart|beyond|besides|it|you|i|we)(?: .*)?$/,
      '',
    )
    .replace(QUOTES, '')
    .trim()

/** Idioms and verbs follow "not" as often as names do. */
const isShortName = (name: string): boolean =>
  name.length > 0 && name.split(' ').length <= 4 && !NO_NAME.test(name) && /[\p{L}\p{N}]/u.test(name)

/** A subject with its verb is no name: "liveness probes must", "seed goes"; nor does "all over" compare. */
const IS_STATEMENT =
  /(?:^| )(?:is|are|was|were|be|must|may|should|shall|can|could|will|would|does|do|did|has|have|had|goes|go|comes|come|lives?|belongs?|stays?|means?|i'm|i've|you're|it's|that's|there's|we're|who|which|all)(?: |$)/

const NO_NAME =
  /^(?:i'\w+|let|need|idea|worries|first|second|third|last|option|only|just|yet|sure|the same|now|really|necessarily|so|too|very|that|this|it|them|those|these|there|here|one|ones|all|any|anything|something|nothing|what|how|why|when|if|i|you|we|he|she|they|be|been|being|is|are|was|were|do|does|did|have|has|had|working|work|visible|available|possible|clear|enough|good|great|needed|required|sure if|only if|because|even|in|on|at|of|for|with|by|to|from|as|me|us|him|her|my|your|and|or|but|not|no|yes|more|less|much|many|both|either|neither|other|others|another|else|again|also|ever|period|never|please)(?: .*)?$/
