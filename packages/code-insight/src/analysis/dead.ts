import { MODULE } from './graph.ts'
import { lastName } from './outline.ts'
import type { Placed } from './view.ts'

/** What a node of the graph is known by: entities of one name in one file are one. */
export const nodeOf = (file: string, name: string): string => `${file}:${name}`

/** A use of one entity by another. */
export interface Use {
  readonly from: { readonly file: string; readonly name: string }
  readonly to: { readonly file: string; readonly name: string }
}

/** A place where an entity's name stands, which no known use explains. */
export interface Mention {
  readonly file: string
  readonly line: number
  readonly name: string
  /** The file of the entity that it means; else it may mean any of that name. */
  readonly of?: string | undefined
}

/** All entities, with what each is nested in. */
export class Declared {
  readonly entities: readonly Placed[]
  readonly #byNode = new Map<string, Placed>()

  constructor(entities: Iterable<Placed>) {
    this.entities = [...entities]
    for (const placed of this.entities) {
      const node = nodeOf(placed.file, placed.entity.name)
      const before = this.#byNode.get(node)
      // A function and what is known of it by the same name are one
      if (before === undefined || (before.entity.kind !== 'class' && placed.entity.kind === 'class'))
        this.#byNode.set(node, placed)
    }
  }

  at(file: string, name: string): Placed | undefined {
    return this.#byNode.get(nodeOf(file, name))
  }

  /** The nearest entity that something is nested in by its name. */
  ownerOf({ file, entity }: Placed): Placed | undefined {
    for (let name = ownerName(entity.name); name !== undefined; name = ownerName(name)) {
      const owner = this.at(file, name)
      if (owner !== undefined) return owner
    }
    return undefined
  }

  /** The nearest of them that is code of its own: what an object or a variable holds lives as long as that. */
  holderOf(placed: Placed): Placed | undefined {
    let owner = this.ownerOf(placed)
    while (owner !== undefined && !HOLDERS.has(owner.entity.kind)) owner = this.ownerOf(owner)
    return owner
  }
}

const HOLDERS: ReadonlySet<string> = new Set(['function', 'method', 'class', 'interface'])

/** What decides which entities are in use. */
export interface Liveness {
  readonly known: Declared
  readonly uses: Iterable<Use>
  /** Whoever calls the one may mean the other, if there is an instance of its class. */
  readonly overriding: Iterable<Use>
  /** In use whatever the project's own code does: an entry point. */
  isEntry(placed: Placed): boolean
  /** A member that is in use when what it is nested in is. */
  livesWithOwner(placed: Placed): boolean
}

/** Which entities are in use; more can be found to be later. */
export class Alive {
  readonly #links = new Map<string, string[]>()
  readonly #alive = new Set<string>()

  readonly #overriding = new Map<string, Placed[]>()
  readonly #known: Declared

  constructor({ known, uses, overriding, isEntry, livesWithOwner }: Liveness) {
    this.#known = known
    for (const { from, to } of uses) this.#link(nodeOf(from.file, from.name), nodeOf(to.file, to.name))
    for (const { from, to } of overriding) {
      const placed = known.at(to.file, to.name)
      const node = nodeOf(from.file, from.name)
      if (placed) this.#overriding.set(node, [...(this.#overriding.get(node) ?? []), placed])
    }
    const roots: string[] = []
    for (const placed of known.entities) {
      const { file, entity } = placed
      const own = nodeOf(file, entity.name)
      const owner = known.ownerOf(placed)
      // Whoever calls a method has made an instance
      if (owner !== undefined) this.#link(own, nodeOf(file, owner.entity.name))
      if (livesWithOwner(placed)) this.#link(nodeOf(file, known.holderOf(placed)?.entity.name ?? MODULE), own)
      if (isEntry(placed)) roots.push(own)
    }
    // The top level of every file may run
    for (const node of this.#links.keys()) if (node.endsWith(`:${MODULE}`)) roots.push(node)
    this.mark(roots)
  }

  /** These are in use, and so is all that they use. */
  mark(nodes: Iterable<string>): void {
    const open = [...nodes]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (this.#alive.has(node)) continue
      this.#alive.add(node)
      for (const each of this.#overriding.get(node) ?? []) this.#await(each)
      open.push(...(this.#links.get(node) ?? []))
      for (const each of this.#overriding.get(node) ?? [])
        if (this.#isOwned(each)) open.push(nodeOf(each.file, each.entity.name))
    }
  }

  /** Something calls these by their names: methods, if there are instances of their classes. */
  call(placed: readonly Placed[]): void {
    for (const each of placed) this.#await(each)
    this.mark(placed.filter((each) => this.#isOwned(each)).map(({ file, entity }) => nodeOf(file, entity.name)))
  }

  #isOwned(placed: Placed): boolean {
    const owner = this.#known.ownerOf(placed)
    return owner === undefined || !HOLDERS.has(owner.entity.kind) || this.has(owner)
  }

  #await(placed: Placed): void {
    const owner = this.#known.ownerOf(placed)
    if (owner) this.#link(nodeOf(placed.file, owner.entity.name), nodeOf(placed.file, placed.entity.name))
  }

  has({ file, entity }: Placed): boolean {
    return this.#alive.has(nodeOf(file, entity.name))
  }

  #link(from: string, to: string): void {
    const links = this.#links.get(from)
    if (links) links.push(to)
    else this.#links.set(from, [to])
  }
}

/** The qualified name without its last part; that may be in brackets. */
export const ownerName = (name: string): string | undefined => {
  const at = name.endsWith(']') ? name.indexOf('[') - 1 : name.lastIndexOf('.')
  return at <= 0 ? undefined : name.slice(0, at)
}

/**
 * Takes back every suspicion that a mention contradicts: one that stands in code that is in use, or in none at all. What is
 * only mentioned by other suspects stays suspected. `canSee`: whether a file can mean an entity by its name.
 */
export function believe(
  alive: Alive,
  suspects: readonly Placed[],
  mentions: readonly Mention[],
  canSee: (file: string, suspect: Placed) => boolean,
): readonly Placed[] {
  const byName = groupsByKey(suspects, ({ entity }) => lastName(entity.name))
  const byFile = groupsByKey(suspects, ({ file }) => file)
  const holds = ({ entity }: Placed, line: number) => entity.startLine <= line && line <= entity.endLine
  const called = new Set<Placed>()
  for (let isSettled = false; !isSettled; ) {
    isSettled = true
    for (const { file, line, name, of } of mentions) {
      const isMeant = (each: Placed) => (of === undefined ? canSee(file, each) : each.file === of)
      const meant = (byName.get(name) ?? []).filter((each) => !alive.has(each) && !called.has(each) && isMeant(each))
      if (meant.length === 0) continue
      if (byFile.get(file)?.some((each) => holds(each, line) && !alive.has(each))) continue
      for (const each of meant) called.add(each)
      alive.call(meant)
      isSettled = false
    }
  }
  return outermost(suspects.filter((each) => !alive.has(each)))
}

/** What has the same key, in the order that it came. */
export function groupsByKey<T>(all: readonly T[], key: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(key(one))
    if (group) group.push(one)
    else groups.set(key(one), [one])
  }
  return groups
}

/** Without what is nested in others of them. */
function outermost(dead: readonly Placed[]): readonly Placed[] {
  const nodes = new Set(dead.map(({ file, entity }) => nodeOf(file, entity.name)))
  const isNested = ({ file, entity }: Placed) => {
    for (let owner = ownerName(entity.name); owner !== undefined; owner = ownerName(owner))
      if (nodes.has(nodeOf(file, owner))) return true
    return false
  }
  return dead.filter((each) => !isNested(each))
}
