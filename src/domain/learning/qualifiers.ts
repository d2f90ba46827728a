import { STOP_WORDS } from '@hindcast/text/vocabulary.ts'
import { stemOf } from '@hindcast/text/words.ts'
import { clausesOf } from '../voice/clause.ts'

/**
 * The words of a rule's sentence beside what it names, as said: where, when and except when it holds ("in sql", "unless i
 * ask"), and whatever else may limit it. Left out are only words that say nothing of what a rule is about, and its reason.
 */
export function qualifierOf(sentence: string, subject: string, object = ''): string {
  const cores = clausesOf(sentence.replace(REASON, ' ')).map(({ core }) => core)
  const said = ` ${cores.join(' ; ')} `.replace(/(?<=\s)["'`]+(?=\S)|(?<=\S)["'`]+(?=[\s,;])/g, '')
  const rest = [object, subject].filter((name) => name !== '').reduce(withoutName, said)
  const limits: string[] = []
  let waiting: string[] = []
  for (const word of rest.replace(SAYING, ' ').split(/\s+/)) {
    const plain = unmarked(word)
    if (RELATIONS.has(plain)) waiting.push(plain)
    else if (!saysNothing(plain)) {
      limits.push(...waiting, word)
      waiting = []
    }
  }
  limits.push(...waiting.filter((relation) => HALTS.has(relation)))
  return limits.join(' ').replace(/[\s,;]+$/, '')
}

/** "because …" to the clause's end: a rule is the same whatever its reason. */
const REASON = /,?\s+because\b[^,;.!?]*/gi

/** A text without a name in it, and without what sets one name against the other; a name that does not stand there word by word is cut out word by word. */
function withoutName(text: string, name: string): string {
  const cut = (left: string, words: string): string | undefined => {
    for (let at = left.indexOf(` ${words}`); at >= 0; at = left.indexOf(` ${words}`, at + 1)) {
      const rest = left.slice(at + words.length + 1)
      if (/^(?:[,;:.!?)]*\s|$)/.test(rest)) return `${left.slice(0, at).replace(AGAINST, ' ')} ${rest}`
    }
    return undefined
  }
  return cut(text, name) ?? name.split(' ').reduce((left, word) => cut(left, word) ?? left, text)
}

const AGAINST =
  /[,;:–—-]*\s*\b(?:instead of|rather than|in place of|in preference to|as opposed to|over|than|and not|and never|not|never|no|no more|don't|do not|dont|stop|avoid)(?: using| use| running| a| an| the| in| into| with| as| by| via| through| on)*\s*$/

/** How people insist, object and refer to what they said, which is no part of a rule. */
const SAYING =
  /(?<!\b(?:unless|until|till|when|whenever|if|before|after|once|except|where|what|whatever|that|than|long as)\s)\b(?:(?:i|we|you|he|she)(?:'ve|'re|'m|'d| have| are| had)?(?: (?:already|just|still|again|also|always|really))* (?:told|tell|telling|said|say|saying|asked|ask for|mentioned|repeat|keep|kept|forgot|forget|agreed|want|wanted|need|prefer|prefere|meant|mean|like|hate|dislike|rather|use|using|left out|leave out|omitted|missed|didn't|did not|haven't|have not|never|should have|shouldn't have|were supposed to|weren't supposed to)|why (?:are|do|did|have|were|aren't|don't|didn't|haven't) you(?: (?:still|again|always|keep))*|how (?:often|many times)[^,;]*|(?:for the )?(?:second|third|fourth|fifth|last|nth|\d+(?:nd|rd|th)) time|(?:that|this)(?:'s| is| was) (?:wrong|not right|incorrect)|not right|wrong|going forward|as usual)\b/g

/** Verbs and adverbs that rules share whatever they are about. */
const EMPTY: ReadonlySet<string> = new Set(
  `use uses used using prefer prefers preferred always never ever please sure want wants do does did doing again still instead rather
  anything something everything yes ok okay thanks now also even really actually forgot forget forgotten missing keep kept told said like`.split(
    /\s+/,
  ),
)

/** Words that say how what follows limits a rule, each with the one that stands for all of the same sense. */
const RELATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    in: 'in inside within',
    on: 'on at',
    under: 'under below beneath',
    for: 'for',
    with: 'with using via through by',
    without: 'without',
    when: 'when whenever if while during once whenever upon',
    before: 'before',
    after: 'after',
    until: 'until till til',
    unless: 'unless except excluding besides apart save',
    only: 'only just solely exclusively',
    not: "not no never nor don't dont",
    to: 'to into onto towards toward',
    from: 'from off',
    of: 'of',
    per: 'per each every any all',
    between: 'between among',
    against: 'against over',
    as: 'as',
    where: 'where wherever',
  }).flatMap(([sense, all]) => all.split(' ').map((word) => [word, sense] as const)),
)

/** Of the words that searches leave out, those that tell two rules apart. */
const TELLING: ReadonlySet<string> = new Set(
  'both down few further get go less made make makes many more most much other out own put same say see such take up'.split(
    ' ',
  ),
)

/** Of these, those that limit a rule even where nobody can tell by what: "unless", "only". */
const HALTS: ReadonlySet<string> = new Set('unless except until only before after when where'.split(' '))

const saysNothing = (word: string): boolean =>
  word === '' || EMPTY.has(word) || (STOP_WORDS.has(word) && !TELLING.has(word))

/** A word without marks around it; marks within it or before it name things (`c++`, `.env`, `--force`, `*.ts`). */
const unmarked = (word: string): string => word.replace(/^["'“”‘’`([{,;:]+|["'“”‘’`)\]},;:!?…]+$|(?<=\p{L})\.$/gu, '')

/** Verbs whose past is no ending: what the agent did is forbidden in the present. */
const BASE = new Map(
  `broke break, broken break, built build, caught catch, chose choose, drew draw, gave give, given give,
  grew grow, hid hide, hidden hide, left leave, lost lose, made make, put put, ran run, sent send, swore swear, taken take, took take,
  threw throw, thrown throw, went go, written write, wrote write`
    .split(/,\s+/)
    .map((pair) => pair.split(' ') as [string, string]),
)

/** A text in stems, by how they limit what is said: `''` is what it names, the others as in `RELATIONS`. */
export type RuleParts = ReadonlyMap<string, ReadonlySet<string>>

/** Reads a text into its parts. What is only made of empty words keeps them. Linear. */
export function partsOf(text: string): RuleParts {
  const before = read.get(text)
  if (before !== undefined) return before
  const parts = new Map<string, Set<string>>()
  const all = text.toLowerCase().replaceAll('’', "'").split(/\s+/)
  for (const isStrict of [true, false]) {
    let relation = ''
    for (const word of all) {
      const plain = unmarked(word)
      const next = RELATIONS.get(plain)
      if (next !== undefined) relation = next
      else if (isStrict ? !saysNothing(plain) : plain !== '')
        parts.set(relation, (parts.get(relation) ?? new Set()).add(stemOf(BASE.get(plain) ?? plain)))
      if (HALTS.has(relation) && !parts.has(relation)) parts.set(relation, new Set())
      if (/[,;:]$/.test(word)) relation = ''
    }
    if (parts.size > 0) break
  }
  if (read.size >= MOST_READ) read.clear()
  read.set(text, parts)
  return parts
}

/** Consolidation reads every rule again and again. */
const read = new Map<string, RuleParts>()
const MOST_READ = 10_000
