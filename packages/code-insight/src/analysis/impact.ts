import type { CallEdge, CodePlace } from './graph.ts'

/** Something that calls what was asked about, directly or through others, by the shortest way. */
export interface Reached extends CodePlace {
  /** 1: calls it directly. */
  readonly depth: number
  /** What it calls on that way, where, and how sure the whole way is: the product along it. */
  readonly via: CodePlace
  readonly callLine: number
  readonly confidence: number
}

/** How far callers are followed. */
export interface ImpactLimits {
  readonly depth: number
  readonly most: number
}

/**
 * The callers of some entities and theirs in turn, breadth first: each once, without the entities themselves. Entities of
 * one name in one file are one. `isCut`: there are more beyond the limits.
 */
export function impactOf(
  subjects: readonly Pick<CodePlace, 'file' | 'name'>[],
  callsTo: (file: string, name: string) => readonly CallEdge[],
  { depth: most, most: count }: ImpactLimits,
): { readonly reached: readonly Reached[]; readonly isCut: boolean } {
  const seen = new Set(subjects.map(keyOf))
  const reached: Reached[] = []
  let front: readonly (Pick<CodePlace, 'file' | 'name'> & { confidence: number })[] = subjects.map((each) => ({
    ...each,
    confidence: 1,
  }))
  for (let depth = 1; front.length > 0; depth++) {
    const next = stepFrom(front, callsTo, seen, depth)
    if (depth > most || reached.length + next.length > count) return { reached, isCut: next.length > 0 }
    for (const each of next) seen.add(keyOf(each))
    reached.push(...next)
    front = next
  }
  return { reached, isCut: false }
}

/** The callers one step away that are new, each by its surest call. */
function stepFrom(
  front: readonly (Pick<CodePlace, 'file' | 'name'> & { confidence: number })[],
  callsTo: (file: string, name: string) => readonly CallEdge[],
  seen: ReadonlySet<string>,
  depth: number,
): readonly Reached[] {
  const next = new Map<string, Reached>()
  for (const { file, name, confidence } of front)
    for (const { from, to, line, confidence: own } of callsTo(file, name)) {
      const key = keyOf(from)
      const product = confidence * own
      if (seen.has(key) || (next.get(key)?.confidence ?? -1) >= product) continue
      next.set(key, { ...from, depth, via: to, callLine: line, confidence: product })
    }
  return [...next.values()]
}

const keyOf = ({ file, name }: Pick<CodePlace, 'file' | 'name'>): string => `${file}:${name}`
