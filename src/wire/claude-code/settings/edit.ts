import { getNodeValue, type Node } from 'jsonc-parser'
import { memberOf } from './document.ts'
import { type Layout, layoutOf, lineIndent, ownIndent, print, printKey } from './layout.ts'

/** The key of `Created` for a path; undefined means the file itself. */
export const createdKey = (path: Path | undefined): string => (path ? JSON.stringify(path) : '')

/** Keys from the root. */
export type Path = readonly string[]

/** Replacement text for a range. */
export interface Splice {
  readonly from: number
  readonly to: number
  readonly by: string
}

/** Applies changes that do not overlap. */
export function withSplices(body: string, splices: readonly Splice[]): string {
  const ordered = splices.toSorted((a, b) => a.from - b.from)
  const kept = ordered.map(({ from, by }, n) => body.slice(ordered[n - 1]?.to ?? 0, from) + by)
  return kept.join('') + body.slice(ordered.at(-1)?.to ?? 0)
}

/** The node at a path; if a key is repeated, the last one. */
export function nodeAt(root: Node | undefined, path: Path): Node | undefined {
  return path.reduce<Node | undefined>((node, key) => memberOf(node, key), root)
}

/** A node's value, as JSON.parse would return it; of JSON with comments, as it would without them. */
export function jsonAt(body: string, node: Node): unknown {
  try {
    return JSON.parse(body.slice(node.offset, node.offset + node.length))
  } catch {
    return getNodeValue(node)
  }
}

/**
 * Sets the member at `path`, creating what is missing on the way; what it creates or finds empty is added to `created`.
 */
export function graft(
  body: string,
  root: Node,
  path: Path,
  value: unknown,
  created: Record<string, string | null>,
): Splice {
  const there = nodeAt(root, path)
  if (there) return replace(body, root, there, value)
  const depth = path.findIndex((_, n) => !nodeAt(root, path.slice(0, n + 1)))
  const parent = path.slice(0, depth)
  noteEmpty(body, root, parent, created)
  for (let n = depth + 1; n < path.length; n++) created[createdKey(path.slice(0, n))] = null
  const nested = path.slice(depth).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
  return append(body, root, nodeAt(root, parent) ?? root, Object.entries(nested as object))
}

/** Adds elements to an array, or members to an object, after the existing ones and in the same layout. */
export function append(body: string, root: Node, container: Node, items: readonly unknown[]): Splice {
  const layout = layoutOf(body, root)
  const last = container.children?.at(-1)
  if (last) {
    const indent = layout.compact ? undefined : ownIndent(body, last.offset)
    const glue = glueOf(layout, indent)
    const by = items.map((item) => glue + printItem(container, item, layout, indent)).join('')
    return { from: nodeEnd(last), to: nodeEnd(last), by }
  }
  const outer = lineIndent(body, container.offset)
  const indent = layout.compact ? undefined : outer + layout.unit
  const text = items.map((item) => printItem(container, item, layout, indent)).join(glueOf(layout, indent))
  return refill(container, indent === undefined ? text : layout.eol + indent + text + layout.eol + outer)
}

/** Replaces a node with another value. */
export function replace(body: string, root: Node, node: Node, value: unknown): Splice {
  const layout = layoutOf(body, root)
  const indent = layout.compact ? undefined : ownIndent(body, wholeOf(node).offset)
  return { from: node.offset, to: nodeEnd(node), by: print(value, layout, indent) }
}

/** Removes elements and members, each with exactly one comma. Nodes must not be nested in each other. */
export function cutNodes(nodes: readonly Node[]): readonly Splice[] {
  const wholes = new Set(nodes.map(wholeOf))
  const containers = new Set([...wholes].flatMap(({ parent }) => (parent ? [parent] : [])))
  return [...containers].flatMap((container) => cutFrom(container, wholes))
}

/** Restores containers that were missing or empty according to the record, if nothing is left in them. */
export function prune(
  root: Node,
  paths: readonly Path[],
  was: (path: Path) => string | null | undefined,
): readonly Splice[] {
  const empty = paths.flatMap((path) => {
    const node = nodeAt(root, path)
    return node?.children?.length === 0 ? [{ node, before: was(path) }] : []
  })
  const gone = empty.filter(({ before }) => before === null).map(({ node }) => node)
  return [
    ...cutNodes(gone),
    ...empty.flatMap(({ node, before }) => (typeof before === 'string' ? [refill(node, before)] : [])),
  ]
}

/** Records that a container was empty before something is added. */
export function noteEmpty(body: string, root: Node, path: Path, created: Record<string, string | null>): void {
  const node = nodeAt(root, path)
  const key = createdKey(path)
  if (node?.children?.length === 0 && !(key in created)) created[key] = body.slice(node.offset + 1, nodeEnd(node) - 1)
}

function cutFrom(container: Node, wholes: ReadonlySet<Node>): readonly Splice[] {
  const children = container.children ?? []
  const stay = children.filter((child) => !wholes.has(child))
  const first = stay[0]
  if (!first) return [refill(container, '')]
  const lead = children[0] && children[0] !== first ? [{ from: children[0].offset, to: first.offset, by: '' }] : []
  const gaps = stay.map((child, n) => {
    const next = children.indexOf(stay[n + 1] ?? child)
    const before = stay[n + 1] ? children[next - 1] : children.at(-1)
    return { from: nodeEnd(child), to: before ? nodeEnd(before) : nodeEnd(child), by: '' }
  })
  return [...lead, ...gaps.filter(({ from, to }) => to > from)]
}

function printItem(container: Node, item: unknown, layout: Layout, indent: string | undefined): string {
  if (container.type === 'array') return print(item, layout, indent)
  const [key, value] = item as [string, unknown]
  return printKey(key, layout, indent) + print(value, layout, indent)
}

const glueOf = (layout: Layout, indent: string | undefined): string =>
  indent === undefined ? (layout.spaced ? ', ' : ',') : `,${layout.eol}${indent}`
const refill = (node: Node, by: string): Splice => ({ from: node.offset + 1, to: nodeEnd(node) - 1, by })
const wholeOf = (node: Node): Node => (node.parent?.type === 'property' ? node.parent : node)
const nodeEnd = (node: Node): number => node.offset + node.length
