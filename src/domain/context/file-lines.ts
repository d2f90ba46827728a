import type { ContextItem } from '../effects.ts'
import { FAILURE_FACT } from '../memory/merge.ts'
import { shorten } from '../memory/prose.ts'
import type { Observation } from '../nouns/observation.ts'
import { baseName } from '../paths.ts'
import { oneLine, reasonOf } from './reason.ts'
import { when } from './times.ts'

/** The most that is told of one file. */
const MOST = 3
const TITLE = 110

/** What stands above what is known of a file: facts, no orders. */
export const fileHead = (path: string): string => `Recorded of ${baseName(path)} in this project: id, age, type, title.`

/** What matters of a file to whoever is about to read or change it, the weightiest first, a line or two each. */
export function fileLines(known: readonly Observation[], path: string, now: number): ContextItem[] {
  const outdated = new Set(known.map(({ supersedes }) => supersedes))
  const weighed = known
    .filter(({ id }) => !outdated.has(id))
    .map((each) => ({ each, weight: weightOf(each, path) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || b.each.at - a.each.at)
  return weighed.slice(0, MOST).map(({ each, weight }) => ({
    text: [`${each.id} ${when(each.at, now)} ${each.type}: ${shorten(oneLine(each.title), TITLE)}`, reasonOf(each)]
      .filter(Boolean)
      .join('\n  '),
    ids: [each.id],
    rank: weight,
  }))
}

/**
 * 0 where it matters to nobody: a mere change or answer. What was only read on the way counts where the record names it.
 */
function weightOf(
  { type, concepts, facts, filesModified, title, narrative, rememberedBy }: Observation,
  path: string,
): number {
  const name = baseName(path)
  if (!filesModified.some((file) => baseName(file) === name) && !`${title} ${narrative}`.includes(name)) return 0
  if (rememberedBy !== undefined) return 5
  if (concepts.includes('gotcha')) return 4
  if (type === 'decision' || type === 'security') return 3
  if (facts.some((fact) => fact.startsWith(FAILURE_FACT))) return 2
  return type === 'bugfix' ? 1 : 0
}
