import type { ContextItem, ReplyMap } from '../effects.ts'
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
}

const OPEN = '<hindcast-context>\n'
const CLOSE = '\n</hindcast-context>'
const BETWEEN = '\n\n'

/**
 * Framed text of at most `budget` tokens, frame and all. Sections by rank, in each its items by rank, until nothing more
 * fits; those that stay are told in their section's own order. The order in which sections come changes nothing.
 */
export function pack(sections: readonly Section[], budget: number): Packed {
  let room = Math.floor(budget) - estimateTokens(OPEN) - estimateTokens(CLOSE)
  const told: Filled[] = []
  const omitted: Omitted[] = []
  for (const section of [...sections].sort(bySectionRank)) {
    const filled = fill(section, told.length === 0 ? room : room - estimateTokens(BETWEEN))
    omitted.push(...filled.left.flatMap(({ ids }) => ids.map((id) => ({ id, why: 'over the token budget' }))))
    if (filled.items.length === 0) continue
    room -= filled.cost + (told.length === 0 ? 0 : estimateTokens(BETWEEN))
    told.push(filled)
  }
  if (told.length === 0) return { text: '', tokens: 0, sections: [], omitted }
  const text = `${OPEN}${told.map(({ lines }) => lines.join('\n')).join(BETWEEN)}${CLOSE}`
  return { text, tokens: estimateTokens(text), sections: told.map(packedOf), omitted }
}

interface Filled {
  readonly section: Section
  readonly items: readonly ContextItem[]
  readonly left: readonly ContextItem[]
  readonly lines: readonly string[]
  readonly cost: number
}

/** As many of a section's items as there is room for, best first; head and foot stand only by an item. */
function fill(section: Section, room: number): Filled {
  const [head, foot] = [edge(section.head), edge(section.foot)]
  const ranked = section.items
    .map(({ rank }, at) => ({ rank, at }))
    .sort((a, b) => order(b.rank, a.rank) || a.at - b.at)
  const edges = [...head, ...foot].reduce((sum, line) => sum + lineCost(line), -lineCost(''))
  const costs = section.items.map(({ text }) => lineCost(unframed(text)))
  const kept = new Set<number>()
  let cost = edges
  for (const { at } of ranked) {
    const more = costOf(section.items, kept, at, costs)
    if (cost + more > room) continue
    kept.add(at)
    cost += more
  }
  const items = section.items.filter((_, at) => kept.has(at))
  const left = section.items.filter((_, at) => !kept.has(at))
  return { section, items, left, lines: [...head, ...linesOf(items), ...foot], cost }
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

const linesOf = (items: readonly ContextItem[]): string[] =>
  items.flatMap((item, at) => [...headingsOf(items[at - 1], item), unframed(item.text)])

const edge = (line: string | undefined): readonly string[] => (line === undefined ? [] : [unframed(line)])

const packedOf = ({ section, items, cost }: Filled): PackedSection => ({
  behaviour: section.behaviour,
  type: section.type,
  tokens: cost,
  ids: [...new Set(items.flatMap(({ ids }) => ids))],
})

/** Equal ranks fall back on what the section says of itself, never on the order of behaviours. */
function bySectionRank(a: Section, b: Section): number {
  return order(b.rank, a.rank) || order(a.type, b.type) || order(a.behaviour, b.behaviour) || order(keyOf(a), keyOf(b))
}

const keyOf = (section: Section): string => JSON.stringify([section.head, section.items, section.foot])
const order = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)
const lineCost = (line: string): number => estimateTokens(line) + estimateTokens('\n')

/** Told text can't end the frame that it stands in. */
const unframed = (text: string): string => text.replace(/<(?=\/?hindcast-context)/gi, '&lt;')
