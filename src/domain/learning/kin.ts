import type { Signal } from '../nouns/signal.ts'
import type { Taken } from './grouping.ts'

/** Groups of signals that one lesson rests on: one, or several that say the same in other words. */
export type Kin = readonly (readonly Signal[])[]

/** Signals that are alike in meaning teach something from this many on, and only if they are of several sessions. */
export const ALIKE_AT_LEAST = 3

/** Whether signals that are alike in meaning are enough for a lesson. */
export const isRepetition = (members: readonly Signal[]): boolean =>
  members.length >= ALIKE_AT_LEAST && new Set(members.map(({ session }) => session)).size > 1

/**
 * The groups that signals of type `repetition` link, and all others by themselves. A group belongs to the first that
 * names one of its signals, so that no evidence counts twice.
 */
export function kinOf(groups: readonly (readonly Signal[])[], ordered: readonly Signal[]): readonly Kin[] {
  const kin: Kin[] = []
  const used = new Set<readonly Signal[]>()
  for (const link of ordered.filter(({ type }) => type === 'repetition')) {
    const { evidence } = link
    const members = ordered.filter(({ id }) => evidence.includes(id))
    if (!isRepetition(members)) continue
    const parts = groups.filter((group) => !used.has(group) && isLinked(group, link))
    for (const each of parts) used.add(each)
    kin.push(parts)
  }
  return [
    ...groups.filter((group) => !used.has(group)).map((group) => [group]),
    ...kin.filter(({ length }) => length > 0),
  ]
}

/** A rule for everywhere is wider than what was only alike in one project. */
const isLinked = (group: readonly Signal[], { evidence, project }: Signal): boolean =>
  group.some(({ id }) => evidence.includes(id)) &&
  group.every((signal) => signal.project === project && signal.reach !== 'everywhere')

/** Who takes back a rule takes back what says the same in other words. */
export function takenWithKin(taken: Taken, kin: readonly Kin[]): Taken {
  const all = new Map(taken)
  for (const parts of kin.filter(({ length }) => length > 1)) {
    const at = Math.max(...parts.flat().map(({ id }) => taken.get(id) ?? Number.NEGATIVE_INFINITY))
    for (const signal of parts.flat()) if (signal.at < at) all.set(signal.id, at)
  }
  return all
}
