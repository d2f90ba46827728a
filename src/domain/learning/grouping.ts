import type { Signal } from '../nouns/signal.ts'
import { ByWords, saysSame } from './meaning.ts'
import { takenBackBy } from './retraction.ts'

/** When each signal that a person took back was taken back, by its id. */
export type Taken = ReadonlyMap<string, number>

/** Oldest first. */
export const inOrder = (signals: readonly Signal[]): readonly Signal[] =>
  signals.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))

/** Signals that say the same, oldest first, and what retractions among them take back. */
export function signalGroups(signals: readonly Signal[]): {
  readonly groups: readonly (readonly Signal[])[]
  readonly taken: Taken
} {
  const groups: Signal[][] = []
  const index = new ByWords<Signal[]>()
  const taken = new Map<string, number>()
  for (const signal of signals) {
    if (signal.type === 'retraction') for (const { id } of takenBackBy(signal, groups, taken)) taken.set(id, signal.at)
    if (!teachesSomething(signal)) continue
    const known = index.near(signal).find((each) => each.some((other) => isAlike(signal, other)))
    const group = known ?? []
    if (known === undefined) groups.push(group)
    group.push(signal)
    index.add(signal, group)
  }
  return { groups, taken }
}

/**
 * What signals teach by themselves. Breaking a rule is no evidence for it, and what instructions forbid is no word of the
 * person; what an agent tried shows only which command works.
 */
const TEACHES: Readonly<Partial<Record<Signal['type'], 'rule' | 'recipe'>>> = {
  directive: 'rule',
  correction: 'rule',
  rejection: 'rule',
  drift: 'rule',
  recovery: 'recipe',
}

/** A signal that names nothing teaches nothing by itself. */
const teachesSomething = ({ type, subject }: Signal): boolean => TEACHES[type] !== undefined && subject !== ''

/** Whether a signal shows only which command works. */
export const isRecipe = ({ type }: Signal): boolean => TEACHES[type] === 'recipe'

/** Whether two signals belong to one group. */
export const isAlike = (a: Signal, b: Signal): boolean =>
  a.folder === b.folder && isRecipe(a) === isRecipe(b) && saysSame(a, b)

/** What nobody took back; everything if that is nothing. */
export function signalsLeft(group: readonly Signal[], taken: Taken): readonly Signal[] {
  const rest = group.filter(({ id }) => !taken.has(id))
  return rest.length > 0 ? rest : group
}

/** From this many projects on, a rule holds everywhere. */
const EVERYWHERE = 3

/** Whether a rule holds everywhere: a person said so, or taught it in several projects. */
export const isEverywhere = (group: readonly Signal[]): boolean =>
  group.some(({ reach }) => reach === 'everywhere') ||
  new Set(group.flatMap(({ project, folder }) => (folder === undefined ? [project] : []))).size >= EVERYWHERE
