import type { FileCalls } from '../../analysis/facts.ts'
import { type CallEdge, type CodePlace, GUESSED } from '../../analysis/graph.ts'
import type { CheckedFile, CheckedSite } from './site.ts'

/**
 * A file's calls by the compiler, completed by what its syntax says. Where the types leave a call open, or where something
 * outside is called that may call on, all of the syntax's candidates stay. Where the types decide all calls of a line, those
 * stay that values were seen to flow to: in TypeScript unless the types decide the call of that name, in JavaScript always,
 * since its types are those of the first class that was found, and so where only a part of a package is known.
 */
export function joinedCalls(syntax: FileCalls, checked: CheckedFile): FileCalls {
  const sites = byLine(checked.sites)
  const edges = new Map<string, CallEdge>()
  for (const { to, from, line, confidence, isOpen, inherits } of checked.sites) {
    for (const each of to)
      keepSurest(edges, { from, to: each, line, confidence, ...(inherits && { inherits }) }, isOpen)
  }
  for (const edge of syntax.edges) {
    if (isPossible(edge, sites.get(edge.line) ?? [], checked.isPart)) keepSurest(edges, edge, true)
  }
  const unresolved = syntax.unresolved.filter(({ line, text }) => {
    return !(sites.get(line) ?? []).some((site) => !site.isOpen && site.name !== '' && isNamed(text, site.name))
  })
  return {
    edges: [...edges.values()].sort((one, other) => one.line - other.line),
    references: checked.references,
    unresolved,
  }
}

const keyOf = ({ file, name, line }: CodePlace): string => `${file}\0${name}\0${line}`

/** `yields`: an edge that is there already stays, if it is as sure. */
function keepSurest(edges: Map<string, CallEdge>, edge: CallEdge, yields: boolean): void {
  const key = `${keyOf(edge.from)}\0${keyOf(edge.to)}\0${edge.line}`
  const known = edges.get(key)
  if (!known || (yields ? known.confidence < edge.confidence : known.confidence <= edge.confidence))
    edges.set(key, edge)
}

const JAVASCRIPT = /\.[cm]?jsx?$/

/** Whether the compiler leaves room for an edge on a line with these sites. */
function isPossible({ from, to, confidence }: CallEdge, sites: readonly CheckedSite[], isPart = false): boolean {
  // The types of TypeScript would know of a property that is read
  if (sites.length === 0) return confidence > GUESSED || JAVASCRIPT.test(from.file)
  const name = calledAs(to)
  const isContradicted = sites.some((site) => !site.isOpen && site.name === name)
  if (confidence > GUESSED) return !isContradicted || isPart || JAVASCRIPT.test(from.file)
  return !isContradicted && sites.some(({ isOpen, isOutside }) => isOpen || isOutside)
}

/** The name that a call of an entity has, unless it goes by another: a constructor has its class's. */
function calledAs({ name }: CodePlace): string | undefined {
  const parts = name.split('.')
  return parts.at(-1) === 'constructor' ? parts.at(-2) : parts.at(-1)
}

/** Whether the called expression that a text shows ends in a name. */
const isNamed = (text: string, name: string): boolean =>
  text
    .replace(/[\s(<`].*$/s, '')
    .split(/[.#?]+/)
    .at(-1) === name.replace(/^#/, '')

function byLine(sites: readonly CheckedSite[]): ReadonlyMap<number, readonly CheckedSite[]> {
  const lines = new Map<number, CheckedSite[]>()
  for (const site of sites) {
    const own = lines.get(site.line)
    if (own) own.push(site)
    else lines.set(site.line, [site])
  }
  return lines
}
