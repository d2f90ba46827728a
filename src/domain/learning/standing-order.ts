import { pattern } from '@hindcast/text/late.ts'
import { ACTIONS } from '../memory/words.ts'
import { LASTING_ELSEWHERE } from '../voice/languages.ts'
import { contrastOf } from './contrast.ts'

/**
 * Whether a sentence is the plainest order that holds from now on: "always run the linter", "from now on use uv", "never push
 * without asking". Such a rule applies without anybody's second word, so where a form can mean anything else the answer is no:
 * questions, reports, suppositions, orders about the thing at hand ("always run this"), two negations. `isAlone`: its
 * prompt says nothing else; among other sentences "always" and "never" are as often part of the task.
 */
export function isStandingOrder(text: string, isAlone: boolean): boolean {
  const words = plainWords(text)
  if (text.length > LONGEST || /[?？]/.test(text) || POINTS.test(words) || isTwiceNegated(words)) return false
  const order = words.replace(LEADS, '').replace(INSISTED, '')
  if (isFromNowOn(order)) return true
  const rule = order.replace(PLACE, '')
  const isHere = THIS_PROJECT.test(order)
  if (isOurs(rule, isHere)) return true
  return (isAlone || isHere) && isAlways(rule)
}

/** The same in a language whose grammar nobody here reads: it begins with the words that make it last. */
export const isStandingElsewhere = (text: string): boolean => {
  const words = plainWords(text)
  return (
    text.length <= LONGEST &&
    !/[?？]/.test(text) &&
    words.length > 8 &&
    LASTING_ELSEWHERE.exec(words)?.index === 0 &&
    !REPORTS_ELSEWHERE.test(words)
  )
}

/**
 * What begins like that and only reports how it is, or says when something happens: "toujours la même erreur", "jamais vu ça",
 * "chaque fois que je clique", "immer noch", "siempre falla".
 */
const REPORTS_ELSEWHERE =
  /^(?:(?:toujours|jamais) (?:l[ae]s?|l'|une?|cette?|ces|pas|rien|aussi|autant|vu|eu|entendu|compris|en)(?!\p{L})|(?:chaque fois|à chaque fois|cada vez|toda vez|ogni volta|siempre|sempre) (?:qu[e']|che)|(?:immer|jedes mal|jedesmal|altijd|всегда|каждый раз) ?,? ?(?:wenn|als|когда|noch|wieder|nog|weer)(?!\p{L})|(?:nie|nunca|jamás|mai|nooit|никогда|nigdy) (?:gesehen|gehört|había|habia|he|ha|visto|vi|gezien|не видел\p{L}*|nie widzia\p{L}*)(?!\p{L})|(?:siempre|sempre|toujours) (?:falla|fallan|da|se|me|fallisce|échoue|plante)(?!\p{L}))|(?<!\p{L})(?:erreur|erreurs|plante|fehler|stürzt|error|errores|falla|errore|ошибк\p{L}|błąd)(?!\p{L})/iu

/** Longer ones are prose, and do not fit on the line that tells them. */
const LONGEST = 200

const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!…\s]+$/, '')

/** What may precede an order without changing it. */
const LEADS =
  /^(?:(?:please|pls|ok|okay|and|also|but|so|no(?=[,!.;:…–—-])|hey|btw|by the way|fyi|note|rule|reminder|remember(?: to)?|important|oh|well|again|thanks|one more thing|another thing|to be clear|as i said|i(?:'ve| have)?(?: already)? (?:told|asked) you(?: to)?|you (?:should|must|need to|have to)(?= (?:always|never)\b))[,:;!.…–—-]*\s+)+/
/** How people insist after an order. */
const INSISTED =
  /[,;:!.…–—-]* (?:please|thanks|thank you|ok|okay|i told you|as i said|no exceptions?|without exception)$/

/** From when on, or on which occasions of the agent's own work. */
const ONWARDS = `(?:from (?:now|here|today|this point) on(?:wards)?|from here on out|going forward|in (?:the )?future|henceforth|as of (?:now|today)|next time|every(?: single)? time|at all times|as a (?:general )?rule|for (?:all )?future (?:commits|prs|pull requests|sessions|tasks|changes|reference))`
const OCCASION = `(?:(?:every|each)(?: single)? time|whenever|any ?time) you [^,]{2,60}`
const FIRST = pattern(`^(?:${OCCASION}|${ONWARDS})[,:]?(?: that)? `)
const LAST = pattern(`[, ]+(?:${ONWARDS}|${OCCASION})$`)
/** "don't … any more" */
const ANY_MORE = /^(?:don't|do not|dont|never) (.{2,160}) any ?more$/

/** Where a rule holds, before the rule: "in this repo", "for shell scripts,", "when you write sql,". */
const PLACE =
  /^(?:(?:in|for|on|with|under|inside|within|at)(?: (?:this|these|our|the|my|all|every|any))? (?:[^\s,]+,? |(?:[^\s,]+ ){1,2}[^\s,]+, )|(?:when|before|after) (?:you\b|\w+ing\b)[^,]{1,60}, )/
const THIS_PROJECT =
  /\b(?:in|for|across|throughout)(?: (?:this|our|these)(?: whole| entire)?) (?:repo|repos|repository|repositories|project|projects|codebase|code base|workspace|monorepo|team|company|org|folder|directory)\b/

function isFromNowOn(order: string): boolean {
  const anyMore = ANY_MORE.exec(order)
  if (anyMore !== null) return beginsWithVerb(anyMore[1])
  for (const at of [FIRST, LAST]) {
    const rule = order.replace(at(), '').replace(LEADS, '')
    if (rule !== order && (isAlways(rule) || isImperative(rule) || isPair(rule) || isOurs(rule, true))) return true
  }
  return false
}

/** "always …", "never …": with a verb, or as a pair of names. */
function isAlways(rule: string): boolean {
  const [, said, rest = ''] =
    /^(always|never(?: ever)?|(?:don't|do not|dont) ever|under no circumstances|at no time) (.+)$/.exec(rule) ?? []
  return said !== undefined && (beginsWithVerb(rest) || (said === 'always' && isPair(rule)))
}

const isImperative = (rule: string): boolean => {
  const order = rule.replace(/^(?:you (?:should|must|need to|have to|are to)|i want you to|we)(?: always)? /, '')
  const forbidden = /^(?:don't|do not|dont|never|not|stop|avoid|no more|no) (.+)$/.exec(order)
  if (forbidden === null) return beginsWithVerb(order)
  if (/^no\b/.test(order))
    return !/^(?:need|reason|way|problem|idea|worries|rush|longer|matter|one|point|sense|doubt|use|harm)\b/.test(
      forbidden[1] ?? '',
    )
  return /^(?:stop|avoid)\b/.test(order) || beginsWithVerb(forbidden[1])
}

/** "we use pnpm here, never npm", "in this repo use uv, not pip", "in this repo we never push to main". */
const isOurs = (rule: string, isHere: boolean): boolean => {
  const [, we = '', often = '', order = ''] = /^(we )?((?:always|never|only) )?(.+)$/.exec(rule) ?? []
  if (we !== '' && isHere && /^(?:always|never) $/.test(often) && !/^(?:have|do|be|get) /.test(order))
    return beginsWithVerb(order)
  const isLasting = isHere || (we !== '' && /\b(?:here|always|never)\b/.test(rule))
  return isLasting && /^(?:use|write|prefer|run|put|keep|name)\b/.test(order) && isPair(order)
}

const isPair = (rule: string): boolean => contrastOf(rule.replace(/^(?:always|only|just) /, '')) !== undefined

/** Whether it begins with a verb that an order begins with: what is no such verb here is a noun for all we know. */
export const beginsWithVerb = (words = ''): boolean => {
  const [first = '', next] = words.replace(/^(?:just|only|also|ever|please) /, '').split(/[\s,:]/)
  return (ACTIONS.has(first) || ORDERS.has(first)) && (!OF_PROGRAMS.has(first) || next === 'me' || next === 'us')
}

/** Verbs of orders beside those that requests begin with. */
const ORDERS: ReadonlySet<string> = new Set(
  `abbreviate accept alias align alphabetize alphabetise amend annotate answer apologise apologize approve assert assign assume attach await
  back backtick base be begin benchmark branch break cache call capitalise capitalize cast catch choose cite close code comment commit
  confirm consider consult count cover declare depend discuss do double-check drop edit email embed end escape exceed execute
  export favor favour fetch finish flag follow force force-push fork give go grep guard guess hand hard-code hardcode have hoist ignore import indent
  invent invoke label leave lint lock lower-case lowercase match measure mention mix mutate name nest number omit open overwrite
  pad paste pause pick pipe place plan poll preface prefer prefix prepend produce propose push quote read rebase record refer reference refrain
  reject rely repeat reply request require reserve respect respond round schedule scope search send separate serve share ship sign
  silence speak specify spell squash stage start stash state stay stick stub submit subclass suggest sudo suffix swallow tag take talk target tell think
  throw touch trust type uppercase use vendor wait warn work yield`.split(/\s+/),
)

/** What a program is to do, unless it is done for the person: "always show the total" is a part of the task. */
const OF_PROGRAMS: ReadonlySet<string> = new Set(
  'close display disable emit enable fetch fill filter give hide highlight list load lower open print raise redirect reload render reset restore retry return rotate send serve show sort start stop store'.split(
    ' ',
  ),
)

/** Points at the thing at hand, or the time. Expects lower case. */
export const POINTS =
  /\b(?:it|them|this(?! (?:whole |entire )?(?:repo|repository|project|codebase|code base|workspace|monorepo|team|company|org|folder|directory|point)\b)|these(?! (?:repos|repositories|projects)\b)|those)\b|\b(?:do|use|make|keep|run|call|with|for|in|on|to|of|like|at|from|about|say|mean) that\b|\bthat$|\b(?:for now|right now|this time|just once|today|tonight|tomorrow|temporarily|for the moment|at the moment|yet)\b|\bthe (?:(?:first|second|third|fourth|last|other|left|right|same|former|latter|larger|smaller|bigger|new|old) one|former|latter)\b|\b(?:option|approach|variant|alternative) (?:[a-d]|\d)\b|\b(?:i think|maybe|perhaps|i guess|i wonder|what if|suppose|imagine|could|might|would|wish)\b/

const NEGATES = /\b(?:not|never|no|don't|dont|without|avoid|stop|none|nothing)\b|n't\b/g
/** "never don't", "stop not …": two negations are beyond a plain order, unless the second names what is set against the first. */
function isTwiceNegated(words: string): boolean {
  const [first, second] = words.match(NEGATES) ?? []
  if (second === undefined || second === 'without') return false
  return !/(?:,| –| —| -|;|\band|\bbut) (?:not|never|no|don't|do not)\b/.test(words) && first !== undefined
}
