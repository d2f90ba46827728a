import type { ContextItem, Heard, ReplyMap } from '../effects.ts'
import { drawOf, isOptional } from '../memory/use.ts'
import { isSaidIn, passagesOf, type Statement, saysAgain, statementOf } from './near-duplicates.ts'
import { visible } from './quote.ts'
import type { Share } from './shares.ts'
import { estimateTokens } from './tokens.ts'

/** What one behaviour would tell. */
export interface Section extends Readonly<ReplyMap['context']> {
  readonly behaviour: string
}

/** What of a section was told. */
export interface PackedSection {
  readonly behaviour: string
  readonly type: Section['type']
  readonly tokens: number
  readonly ids: readonly string[]
}

/** A record that would have been told and was not, to measure what telling is worth. */
export interface Withheld {
  readonly behaviour: string
  readonly id: string
}

/** What is told less than could be: to whom, which share is withheld, and which behaviours tell half of what they would. */
export interface Restraint {
  readonly session: string
  /** 0 to 1. */
  readonly withhold: number
  readonly isQuiet: (behaviour: string) => boolean
}

/** A record that was not told, and why. */
export interface Omitted {
  readonly id: string
  readonly why: string
}

/** A text within its budget; empty where nothing fits. */
export interface Packed {
  readonly text: string
  readonly tokens: number
  readonly sections: readonly PackedSection[]
  readonly omitted: readonly Omitted[]
  readonly withheld: readonly Withheld[]
}

const OPEN = '<hindcast-context>\n'
const CLOSE = '\n</hindcast-context>'
const BETWEEN = '\n\n'

/**
 * Framed text of at most `budget` tokens, frame and all. Sections by rank, each within its type's share, in each its items
 * by rank, until nothing more fits; what a section leaves, the next may take. Nothing is told twice, by id or by words,
 * nor what a section says was heard. Those that stay are told in their section's own order. The order in which sections
 * come changes nothing.
 */
export function pack(
  sections: readonly Section[],
  budget: number,
  shares: readonly Share[] = [],
  restraint: Restraint = UNRESTRAINED,
): Packed {
  let room = Math.floor(budget) - estimateTokens(OPEN) - estimateTokens(CLOSE)
  const left = new Map(shares.map((share) => [share, share.tokens]))
  const told: Filled[] = []
  const omitted: Omitted[] = []
  const withheld: Withheld[] = []
  const said: Said = { ids: new Set(), sayings: [], also: new Map(), given: new Map(), restraint }
  for (const section of [...sections].sort(bySectionRank)) {
    const between = told.length === 0 ? 0 : estimateTokens(BETWEEN)
    const share = shares.find(({ types }) => types.includes(section.type))
    const own = share === undefined ? room : (left.get(share) ?? 0)
    const fillIn = restraint.isQuiet(section.behaviour) ? fillHalf : fill
    const filled = fillIn(section, Math.min(room - between, own), said)
    omitted.push(...filled.omitted)
    withheld.push(...filled.withheld.map((id) => ({ behaviour: section.behaviour, id })))
    room -= filled.cost
    if (filled.items.length === 0) continue
    room -= between
    if (share !== undefined) left.set(share, own - filled.cost)
    told.push(filled)
    for (const id of filled.items.flatMap(({ ids }) => ids)) said.ids.add(id)
  }
  const ids = (item: ContextItem) => said.also.get(item) ?? []
  if (told.length === 0) return { text: '', tokens: 0, sections: [], omitted, withheld }
  const text = `${OPEN}${told.map((filled) => linesOf(filled, ids).join('\n')).join(BETWEEN)}${CLOSE}`
  const packed = told.map((filled) => packedOf(filled, ids))
  return { text, tokens: estimateTokens(text), sections: packed, omitted, withheld }
}

/** What the sections above said: ids, and statements of items that say what they come down to. */
interface Said {
  readonly ids: Set<string>
  readonly sayings: { readonly saying: Statement; readonly item: ContextItem }[]
  /** Ids of rows that would only say again what an item above says: it ends with them instead. */
  readonly also: Map<ContextItem, readonly string[]>
  /** The passages of what the reader is given anyway; several sections may name the same texts. */
  readonly given: Map<readonly string[], readonly Statement[]>
  readonly restraint: Restraint
}

const UNRESTRAINED: Restraint = { session: '', withhold: 0, isQuiet: () => false }

interface Filled {
  readonly section: Section
  readonly items: readonly ContextItem[]
  readonly omitted: readonly Omitted[]
  readonly withheld: readonly string[]
  readonly cost: number
}

/** As many of a section's items as there is room for, best first; head and foot stand only by an item. */
function fill(section: Section, room: number, said: Said): Filled {
  const { most = Number.POSITIVE_INFINITY } = section
  const [head, foot] = [edge(section.head), edge(section.foot)]
  const ranked = section.items
    .map((item, at) => ({ item, at }))
    .sort((a, b) => order(b.item.rank, a.item.rank) || a.at - b.at)
  const costs = section.items.map(({ text }) => lineCost(unframed(text)))
  const heard = heardOf(section.heard, said)
  const kept = new Set<number>()
  const omitted: Omitted[] = []
  const withheld = new Set<string>()
  let added = 0
  let cost = [...head, ...foot].reduce((sum, line) => sum + lineCost(line), -lineCost(''))
  for (const { item, at } of ranked) {
    const saying = item.says === undefined ? undefined : statementOf(item.says)
    const same = saying && item.isEntry ? said.sayings.find((each) => isSame(each, saying))?.item : undefined
    const more = same === undefined ? costOf(section.items, kept, at, costs) : estimateTokens(alsoOf(item.ids))
    const isOver = cost + more > room || kept.size >= most
    const why = heard(item, saying) ?? repeats(item, saying, said) ?? (isOver ? OVER : undefined)
    if (why !== undefined) {
      omitted.push(...item.ids.map((id) => ({ id, why })))
      continue
    }
    if (isWithheld(item, said.restraint)) {
      for (const id of item.ids) withheld.add(id)
      continue
    }
    cost += more
    if (same !== undefined) {
      said.also.set(same, [...(said.also.get(same) ?? []), ...item.ids])
      added += more
      continue
    }
    kept.add(at)
    if (saying !== undefined) said.sayings.push({ saying, item })
  }
  const items = section.items.filter((_, at) => kept.has(at))
  omitted.push(...[...withheld].map((id) => ({ id, why: withheldWhy(said.restraint.withhold) })))
  return { section, items, omitted, withheld: [...withheld], cost: items.length === 0 ? added : cost }
}

/** Whether a line above, which is no row itself, says just that. */
const isSame = ({ saying, item }: Said['sayings'][number], row: Statement): boolean =>
  item.isEntry !== true && saying.plain === row.plain

const alsoOf = (ids: readonly string[]): string => (ids.length === 0 ? '' : ` [${ids.join(', ')}]`)

const OVER = 'over the token budget'
const QUIETER = 'told less of: seldom used when told'
const withheldWhy = (share: number): string => `withheld (${Math.round(share * 100)} % are, to measure use)`

/** Observations and summaries, unless they hold a person's own words. */
const isRestrained = ({ ids: [id = ''], isPersons }: ContextItem): boolean => isPersons !== true && isOptional(id)

const isWithheld = (item: ContextItem, { session, withhold }: Restraint): boolean =>
  withhold > 0 && isRestrained(item) && drawOf(session, item.ids[0] ?? '') < withhold

/** The better half of what a section would tell, as often rounded up as down; what may not be withheld stays. */
function fillHalf(section: Section, room: number, said: Said): Filled {
  const whole = fill(section, room, {
    ...said,
    sayings: [...said.sayings],
    also: new Map(said.also),
    ids: new Set(said.ids),
  })
  const restrained = whole.items.filter(isRestrained).sort((a, b) => order(b.rank, a.rank))
  const isOdd = restrained.length % 2 === 1 && drawOf(said.restraint.session, restrained[0]?.ids[0] ?? '') >= 0.5
  const dropped = new Set(restrained.slice(Math.floor(restrained.length / 2) + (isOdd ? 1 : 0)))
  const half = fill({ ...section, items: whole.items.filter((item) => !dropped.has(item)) }, room, said)
  const quieter = [...dropped].flatMap(({ ids }) => ids.map((id) => ({ id, why: QUIETER })))
  return { ...half, omitted: [...whole.omitted, ...quieter], withheld: whole.withheld }
}

/** Why an item need not be told: the reader was told it before, or has it in what it is given. */
function heardOf({ ids = [], texts = [] }: Heard = {}, { given }: Said) {
  const before = new Set(ids)
  const passages = given.get(texts) ?? texts.flatMap(passagesOf).map(statementOf)
  given.set(texts, passages)
  return (item: ContextItem, saying: Statement | undefined): string | undefined => {
    if (item.ids.length > 0 && item.ids.every((id) => before.has(id))) return 'told earlier in this session'
    const isGiven = saying !== undefined && passages.some((passage) => isSaidIn(saying, passage))
    return isGiven ? 'the instructions say it' : undefined
  }
}

/** Why an item would be told twice in one text. */
function repeats({ ids, isEntry = false }: ContextItem, saying: Statement | undefined, said: Said): string | undefined {
  if (ids.length > 0 && ids.every((id) => said.ids.has(id))) return 'told above'
  if (saying === undefined) return undefined
  const isAgain = said.sayings.some((each) =>
    isEntry
      ? each.item.isEntry === true && saysAgain(each.saying, saying)
      : saysAgain(each.saying, saying) || isSaidIn(saying, each.saying),
  )
  return isAgain ? 'told in other words' : undefined
}

/** What one more item costs between those that stay: itself, and the headings that then stand where none stood. */
function costOf(
  items: readonly ContextItem[],
  kept: ReadonlySet<number>,
  at: number,
  costs: readonly number[],
): number {
  let [before, after] = [at - 1, at + 1]
  while (before >= 0 && !kept.has(before)) before--
  while (after < items.length && !kept.has(after)) after++
  const own = headingCost(items[before], items[at])
  const next =
    after < items.length ? headingCost(items[at], items[after]) - headingCost(items[before], items[after]) : 0
  return (costs[at] ?? 0) + own + next
}

const headingCost = (before: ContextItem | undefined, item: ContextItem | undefined): number =>
  headingsOf(before, item).reduce((sum, line) => sum + lineCost(line), 0)

/** The headings that an item needs after another. */
function headingsOf(before: ContextItem | undefined, item: ContextItem | undefined): readonly string[] {
  const under = item?.under ?? []
  const known = before?.under ?? []
  const same = under.findIndex((each, level) => each !== known[level])
  return same === -1
    ? []
    : under
        .slice(same)
        .filter((each) => each !== '')
        .map(unframed)
}

/** The lines of a section. `also`: further ids of an item. */
const linesOf = ({ section, items }: Filled, also: (item: ContextItem) => readonly string[]): string[] => [
  ...edge(section.head),
  ...items.flatMap((item, at) => [...headingsOf(items[at - 1], item), unframed(item.text + alsoOf(also(item)))]),
  ...edge(section.foot),
]

const edge = (line: string | undefined): readonly string[] => (line === undefined ? [] : [unframed(line)])

const packedOf = ({ section, items, cost }: Filled, also: (item: ContextItem) => readonly string[]): PackedSection => ({
  behaviour: section.behaviour,
  type: section.type,
  tokens: cost,
  ids: [...new Set(items.flatMap((item) => [...item.ids, ...also(item)]))],
})

/** Equal ranks fall back on what the section says of itself, never on the order of behaviours. */
function bySectionRank(a: Section, b: Section): number {
  return order(b.rank, a.rank) || order(a.type, b.type) || order(a.behaviour, b.behaviour) || order(keyOf(a), keyOf(b))
}

const keyOf = (section: Section): string => JSON.stringify([section.head, section.items, section.foot])
const order = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)
const lineCost = (line: string): number => estimateTokens(line) + estimateTokens('\n')

/** Told text can't end the frame that it stands in, nor hold what can't be seen. */
const unframed = (text: string): string => visible(text).replace(/<(?=\/?hindcast-context)/gi, '&lt;')
