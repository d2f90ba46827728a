import { deriveId } from '../identity.ts'
import type { Signal } from '../nouns/signal.ts'
import { type Meaning, ruleKey } from './meaning.ts'
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
  const groups = new Map<string, Signal[]>()
  const taken = new Map<string, number>()
  for (const signal of signals) {
    if (signal.type === 'retraction')
      for (const { id } of takenBackBy(signal, [...groups.values()], taken)) taken.set(id, signal.at)
    if (!teachesSomething(signal)) continue
    const key = groupKey(signal)
    groups.set(key, [...(groups.get(key) ?? []), signal])
  }
  return { groups: [...groups.values()], taken }
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

/** What all signals of one group have in common: what they say, with all that limits it, and the folder where it holds. */
export const groupKey = (signal: Signal): string =>
  `${signal.folder ?? ''}|${isRecipe(signal) ? 'recipe' : 'rule'}|${ruleKey(signal)}`

/** The id of the lesson that a rule makes in a project: the same for whatever says the same there, and for nothing else. */
export const lessonId = (
  project: string,
  rule: Meaning & Pick<Signal, 'folder'>,
  type: 'rule' | 'recipe' = 'rule',
): string => deriveId('l', project, ruleKey(rule), rule.folder ?? '', type)

/** What nobody took back; everything if that is nothing. */
export function signalsLeft(group: readonly Signal[], taken: Taken): readonly Signal[] {
  const rest = group.filter(({ id }) => !taken.has(id))
  return rest.length > 0 ? rest : group
}

/** Whether a rule holds everywhere: a person said so. However many projects it was taught in, it holds in each of them alone. */
export const isEverywhere = (group: readonly Signal[]): boolean => group.some(({ reach }) => reach === 'everywhere')
