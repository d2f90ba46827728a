// Folder src/domain/context/: what is told: tokens, packing, the lines of each section

import type { ContextItem, Heard, ReplyMap } from '../effects.ts'
import { isSaidIn, passagesOf, type Statement, saysAgain, statementOf } from '../memory/near-duplicates.ts'
import { drawOf, isOptional } from '../memory/use.ts'
import { visible } from '../quote.ts'
import type { Share } from './shares.ts'
import { estimateTokens } from './tokens.ts'

/** The context that one behaviour asks to inject. */
export interface Section extends Readonly<ReplyMap['context']> {
  readonly behaviour: string
}

/** The part of a section that was injected. */
export interface PackedSection {
  readonly behaviour: string
  readonly type: Section['type']
  readonly tokens: number
  readonly ids: readonly string[]
  readonly suggestedAction?: Section['suggestedAction']
  readonly autoCaptured?: boolean | undefined
}

/** A record that was left out on purpose, to measure what injecting such records is worth. */
export interface Withheld {
  readonly behaviour: string
  readonly id: string
}

/** What is held back: the session, the share of records withheld, and which behaviours inject only half their items. */
export interface Restraint {
  readonly session: string
  /** 0 to 1. */
  readonly withhold: number
  readonly isQuiet: (behaviour: string) => boolean
}

/** A record that was left out, and why. */
export interface Omitted {
  readonly id: string
  readonly why: string
}

/** A text within its budget; empty if nothing fits. */
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
 * Packs sections into framed text of at most `budget` tokens, including the frame. Sections are filled by rank, each within
 * its type's share, and items within a section by rank until nothing more fits; unused room passes to the next section.
 * Nothing is repeated, by id or in other words, and nothing that a section says the reader already has. The items that are
 * kept appear in their section's own order. The result does not depend on the order of the input.
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
  const text = `${OPEN}${told.map((filled) => sectionLines(filled, ids).join('\n')).join(BETWEEN)}${CLOSE}`
  const packed = told.map((filled) => packedOf(filled, ids))
  return { text, tokens: estimateTokens(text), sections: packed, omitted, withheld }
}

/** What the sections above have said: their ids, and a statement for each item that has a `says`. */
interface Said {
  readonly ids: Set<string>
  readonly sayings: { readonly saying: Statement; readonly item: ContextItem }[]
  /** Ids of rows that would only repeat an item above: they are appended to that item instead. */
  readonly also: Map<ContextItem, readonly string[]>
  /** The passages of texts that the reader is given anyway, cached because several sections may name the same texts. */
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

/** Takes as many of a section's items as fit, best first; head and foot appear only if there is an item. */
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
    const same = saying && item.isEntry ? said.sayings.find((each) => isRepeat(each, saying))?.item : undefined
    const news = same === undefined ? [] : item.ids.filter((id) => !namesAlready(same, id, said))
    const more = same === undefined ? costOf(section.items, kept, at, costs) : estimateTokens(alsoOf(news))
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
      said.also.set(same, [...(said.also.get(same) ?? []), ...news])
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

/** Whether a line shows this id, as its own or beside it. */
const namesAlready = (item: ContextItem, id: string, { also }: Said): boolean =>
  item.ids.includes(id) || item.text.includes(id) || also.get(item)?.includes(id) === true

/** Whether a line above that is not itself a row says exactly this. */
const isRepeat = ({ saying, item }: Said['sayings'][number], row: Statement): boolean =>
  item.isEntry !== true && saying.plain === row.plain

const alsoOf = (ids: readonly string[]): string => (ids.length === 0 ? '' : ` [${ids.join(', ')}]`)

const OVER = 'over the token budget'
const QUIETER = 'told less of: seldom used when told'
const withheldWhy = (share: number): string => `withheld (${Math.round(share * 100)}% are, to measure use)`

/** Only observations and summaries may be withheld, and none that holds a person's own words. */
const isRestrained = ({ ids: [id = ''], isPersons }: ContextItem): boolean => isPersons !== true && isOptional(id)

const isWithheld = (item: ContextItem, { session, withhold }: Restraint): boolean =>
  withhold > 0 && isRestrained(item) && drawOf(session, item.ids[0] ?? '') < withhold

/** Takes the better half of a section, rounding up as often as down; items that may not be withheld always stay. */
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

/** Says why the reader does not need an item: this session has seen it, or the instructions already contain it. */
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

/** Says why an item would be a repetition within this text. */
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

/** The cost of adding an item between those already kept: its own text, and any headings it makes necessary. */
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

/** The headings needed between one item and the next. */
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

/** The lines of a section. `also` gives the additional ids of an item. */
const sectionLines = ({ section, items }: Filled, also: (item: ContextItem) => readonly string[]): string[] => [
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
  ...(section.suggestedAction && { suggestedAction: section.suggestedAction }),
  ...(section.autoCaptured && { autoCaptured: true }),
})

/** Ties are broken by the section's own content, never by the order of behaviours. */
function bySectionRank(a: Section, b: Section): number {
  return (
    order(b.rank, a.rank) ||
    order(a.type, b.type) ||
    order(a.behaviour, b.behaviour) ||
    order(sectionKey(a), sectionKey(b))
  )
}

const sectionKey = (section: Section): string => JSON.stringify([section.head, section.items, section.foot])
const order = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)
const lineCost = (line: string): number => estimateTokens(line) + estimateTokens('\n')

/** Injected text cannot close the frame around it, and contains no invisible characters. */
const unframed = (text: string): string => visible(text).replace(/<(?=\/?hindcast-context)/gi, '&lt;')
