/** Who uses whom: every node is a key. */
export type Uses = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The circles of a graph: groups of nodes of which each leads to every other, largest first. Computed without recursion, after
 * Tarjan (Depth-first search and linear graph algorithms, 1972).
 */
export const cyclesOf = (uses: Uses): readonly (readonly string[])[] =>
  groupsOf(uses)
    .filter((group) => group.length > 1)
    .map((group) => [...group].sort())
    .sort((a, b) => b.length - a.length || ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1))

/** Each node's layer: 0 if it uses no other, else one above the highest that it uses. Nodes of a circle share theirs. */
export function layersOf(uses: Uses): ReadonlyMap<string, number> {
  const layers = new Map<string, number>()
  // Groups come after those that they use
  for (const group of groupsOf(uses)) {
    const members = new Set(group)
    const below = group.flatMap((node) => [...(uses.get(node) ?? [])].filter((used) => !members.has(used)))
    const layer = below.reduce((most, used) => Math.max(most, (layers.get(used) ?? -1) + 1), 0)
    for (const node of group) layers.set(node, layer)
  }
  return layers
}

/** Strongly connected groups, each after the groups that it leads to. */
function groupsOf(uses: Uses): readonly (readonly string[])[] {
  const search = new Search(uses)
  for (const start of uses.keys()) search.from(start)
  return search.groups
}

interface Visit {
  readonly node: string
  readonly rest: Iterator<string>
}

class Search {
  readonly groups: string[][] = []
  /** When a node was first seen, and the earliest one still open that it leads to. */
  readonly #numbers = new Map<string, number>()
  readonly #earliest = new Map<string, number>()
  readonly #open: string[] = []
  readonly #isOpen = new Set<string>()
  readonly #uses: Uses

  constructor(uses: Uses) {
    this.#uses = uses
  }

  from(start: string): void {
    const path = this.#numbers.has(start) ? [] : [this.#enter(start)]
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.rest.next()
      if (next.done) {
        path.pop()
        this.#leave(top.node, path.at(-1)?.node)
      } else if (!this.#numbers.has(next.value)) path.push(this.#enter(next.value))
      else if (this.#isOpen.has(next.value)) this.#lower(top.node, this.#numbers.get(next.value))
    }
  }

  #enter(node: string): Visit {
    this.#earliest.set(node, this.#numbers.size)
    this.#numbers.set(node, this.#numbers.size)
    this.#open.push(node)
    this.#isOpen.add(node)
    return { node, rest: (this.#uses.get(node) ?? new Set<string>()).values() }
  }

  #leave(node: string, above: string | undefined): void {
    if (above !== undefined) this.#lower(above, this.#earliest.get(node))
    if (this.#earliest.get(node) !== this.#numbers.get(node)) return
    const group = this.#open.splice(this.#open.lastIndexOf(node))
    for (const each of group) this.#isOpen.delete(each)
    this.groups.push(group)
  }

  #lower(node: string, to = Number.POSITIVE_INFINITY): void {
    this.#earliest.set(node, Math.min(this.#earliest.get(node) ?? to, to))
  }
}
