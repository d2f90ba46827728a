import { callsOf } from '../../../src/analysis/calls.ts'
import { memorySources } from '../memory-sources.ts'

/** The calls of a file that stands alone: `caller -> called @line`. */
export async function edgesOf(text: string, path = 'a.js'): Promise<readonly string[]> {
  const { edges = [] } = callsOf([path], await memorySources({ [path]: text })).get(path) ?? {}
  return edges.map(({ from, to, line }) => `${from.name} -> ${to.name} @${line}`).sort()
}
