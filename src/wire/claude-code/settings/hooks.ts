import { getNodePath, type Node } from 'jsonc-parser'
import type { Added, Created, Refusal, Removed } from '../../host-connection.ts'
import { cutCommented, readCommented } from './commented.ts'
import { memberOf, membersOf, readDocument, refusalAt, type SettingsDocument, treeOf } from './document.ts'
import { append, createdKey, cutNodes, graft, jsonAt, nodeAt, noteEmpty, prune, replace, withSplices } from './edit.ts'
import { type HookEntry, isOurHook } from './entries.ts'
import { openedDocument, removedDocument } from './outcome.ts'

/**
 * Adds Hindcast's hooks and leaves every other byte unchanged. Its existing entries are updated in place, so it is safe
 * to run twice. `created` lists what this call created; merge it over the lists of earlier calls.
 */
export function addEntries(text: string | undefined, entries: readonly HookEntry[]): Added | Refusal {
  const document = readHooks(text ?? '')
  if (!document.ok) return document
  const { body, root, created } = openedDocument(text, document)
  const { body: current, missing } = bringUpToDate(body, root, entries)
  // A container that is now empty may have held nothing but Hindcast's entry
  for (const { event } of missing) noteEmpty(body, root, ['hooks', event], created)
  return { ok: true, text: document.bom + addMissing(current, missing, created), created }
}

/**
 * Removes Hindcast's hooks. With the `created` record of `addEntries`, every byte is as before; without one, containers
 * that become empty are removed as well. The text is undefined if Hindcast created the file and nothing else is left in
 * it.
 */
export function removeEntries(text: string, created?: Created): Removed | Refusal {
  const document = readHooks(text)
  if (!document.ok) return withoutCommented(text, created) ?? document
  if (!document.root) return { ok: true, text }
  const ours = findOurs(document.body, document.root)
  const recorded = Object.keys(created ?? {}).flatMap((key) => (key ? [JSON.parse(key) as string[]] : []))
  const emptied = [...ours.map(({ event }) => ['hooks', event]), ...recorded.filter((path) => path.length === 2)]
  const was = (path: readonly string[]) => (created ? created[createdKey(path)] : ours.length > 0 ? null : undefined)
  const without = withSplices(document.body, cutNodes(nodesToCut(ours)))
  const body = [unique(emptied), [['hooks']]].reduce((soFar, paths) => {
    const root = treeOf(soFar)
    return root ? withSplices(soFar, prune(root, paths, was)) : soFar
  }, without)
  return removedDocument(document.bom, body, created)
}

/** The same for a file with comments, all of which stay; undefined if it cannot be read in that way either. */
function withoutCommented(text: string, created: Created | undefined): Removed | undefined {
  const document = readCommented(text)
  if (document === undefined || hooksRefusal(document.body, document.root) !== undefined) return undefined
  const { bom, body, root } = document
  const pathOf = (node: Node) => getNodePath(node).map(String)
  const wasThere = (container: Node) => created !== undefined && created[createdKey(pathOf(container))] !== null
  return { ok: true, text: bom + cutCommented(body, nodesToCut(findOurs(body, root)), wasThere) }
}

/** How many of Hindcast's hooks a file has; 0 if it cannot be parsed as settings. */
export function countEntries(text: string): number {
  const document = readHooks(text)
  return document.ok && document.root ? findOurs(document.body, document.root).length : 0
}

/** The position of one of Hindcast's hooks. */
interface Found {
  readonly event: string
  readonly matcher: unknown
  readonly hook: unknown
  readonly node: Node
  readonly group: Node
  /** How many hooks the group has, including foreign ones. */
  readonly groupSize: number
}

function readHooks(text: string): SettingsDocument | Refusal {
  const document = readDocument(text)
  if (!document.ok || !document.root) return document
  return hooksRefusal(document.body, document.root) ?? document
}

function hooksRefusal(body: string, root: Node): Refusal | undefined {
  const twice = membersOf(root, 'hooks')[1]
  if (twice) return refusalAt(body, twice.offset, 'it has the key "hooks" twice', 'merge the two')
  const hooks = memberOf(root, 'hooks')
  if (!hooks) return undefined
  if (hooks.type !== 'object') return refusalAt(body, hooks.offset, '"hooks" is not an object', 'make it an object: {}')
  for (const { children: [key, value] = [], offset } of hooks.children ?? []) {
    const event = String(key?.value)
    const again = membersOf(hooks, event)[1]
    if (again) return refusalAt(body, again.offset, `"hooks" has "${event}" twice`, 'merge the two')
    if (value?.type !== 'array') return refusalAt(body, offset, `"hooks.${event}" is not a list`, 'make it a list: []')
  }
  return undefined
}

/** Removes entries that are no longer wanted, replaces outdated ones in place, and returns the others as `missing`. */
function bringUpToDate(body: string, root: Node, entries: readonly HookEntry[]) {
  const missing = [...entries]
  const surplus: Found[] = []
  const stale: { node: Node; by: unknown }[] = []
  for (const found of findOurs(body, root)) {
    const n = missing.findIndex(
      ({ event, matcher }) => event === found.event && (matcher ?? '') === (found.matcher ?? ''),
    )
    const [entry] = n < 0 ? [] : missing.splice(n, 1)
    if (!entry) surplus.push(found)
    else if (JSON.stringify(entry.hook) !== JSON.stringify(found.hook)) stale.push({ node: found.node, by: entry.hook })
  }
  const replaced = stale.map(({ node, by }) => replace(body, root, node, by))
  return { body: withSplices(body, [...replaced, ...cutNodes(nodesToCut(surplus))]), missing }
}

/** A group is removed whole if no other hook is left in it. */
function nodesToCut(found: readonly Found[]): readonly Node[] {
  const nodes = found.map(({ node, group, groupSize }) =>
    found.filter((other) => other.group === group).length === groupSize ? group : node,
  )
  return [...new Set(nodes)]
}

function findOurs(body: string, root: Node): readonly Found[] {
  const events = memberOf(root, 'hooks')?.children ?? []
  return events.flatMap(({ children: [key, groups] = [] }) =>
    (groups?.children ?? []).flatMap((group) => oursIn(body, String(key?.value), group)),
  )
}

function oursIn(body: string, event: string, group: Node): readonly Found[] {
  const hooks = memberOf(group, 'hooks')
  const nodes = hooks?.type === 'array' ? (hooks.children ?? []) : []
  const matcher = memberOf(group, 'matcher')?.value
  return nodes.flatMap((node) => {
    const hook = jsonAt(body, node)
    return isOurHook(hook) ? [{ event, matcher, hook, node, group, groupSize: nodes.length }] : []
  })
}

function addMissing(body: string, missing: readonly HookEntry[], created: Record<string, string | null>): string {
  const root = treeOf(body)
  if (!root || missing.length === 0) return body
  const groups = new Map(missing.map(({ event }) => [event, missing.filter((entry) => entry.event === event)]))
  const isThere = (event: string) => nodeAt(root, ['hooks', event]) !== undefined
  for (const event of groups.keys()) if (!isThere(event)) created[createdKey(['hooks', event])] = null
  const fresh = [...groups].flatMap(([event, own]) => (isThere(event) ? [] : [[event, own.map(groupOf)] as const]))
  const splices = [...groups].flatMap(([event, own]) => {
    const list = nodeAt(root, ['hooks', event])
    return list ? [append(body, root, list, own.map(groupOf))] : []
  })
  return withSplices(body, [...splices, ...addEvents(body, root, fresh, created)])
}

function addEvents(
  body: string,
  root: Node,
  events: readonly (readonly [string, unknown])[],
  created: Record<string, string | null>,
) {
  const hooks = nodeAt(root, ['hooks'])
  if (events.length === 0) return []
  if (hooks) {
    noteEmpty(body, root, ['hooks'], created)
    return [append(body, root, hooks, events)]
  }
  created[createdKey(['hooks'])] = null
  return [graft(body, root, ['hooks'], Object.fromEntries(events), created)]
}

const groupOf = ({ matcher, hook }: HookEntry) =>
  matcher === undefined ? { hooks: [hook] } : { matcher, hooks: [hook] }
const unique = (paths: readonly (readonly string[])[]) => [
  ...new Map(paths.map((path) => [createdKey(path), path])).values(),
]
