import type { Signal } from '../nouns/signal.ts'
import type { Scripts } from '../settings.ts'
import { groupKey, isEverywhere } from './grouping.ts'
import type { Kin } from './kin.ts'
import { weight } from './weight.ts'

/** What would be a person's word or act if no script had done it; broken rules and recipes are nobody's. */
const WORDS: ReadonlySet<Signal['type']> = new Set(['directive', 'correction', 'retraction', 'rejection', 'drift'])

/** Whether a signal is a script's word or act. */
export const isOfScript = ({ by, type }: Signal): boolean => by === 'script' && WORDS.has(type)

/** Signals as far as the person lets scripts teach; a script takes back nothing, since it may propose at most. */
export function heardFrom(signals: readonly Signal[], scripts: Scripts): readonly Signal[] {
  if (scripts === 'person') return signals.map((each) => (isOfScript(each) ? { ...each, by: 'person' } : each))
  const isLeftOut = ({ type }: Signal) => scripts === 'off' || type === 'retraction'
  return signals.filter((each) => !isOfScript(each) || !isLeftOut(each))
}

/**
 * Those of several signals saying the same that count: a person's. If only scripts said it, one signal of theirs, however
 * often they repeat it.
 */
export function countedOf(group: readonly Signal[]): readonly Signal[] {
  const own = group.filter((each) => !isOfScript(each))
  if (own.length > 0 || group.length < 2) return own.length > 0 ? own : group
  return [group.reduce((a, b) => (weight(b) > weight(a) ? b : a))]
}

/**
 * What people taught, with what scripts say added where it says the same; what only scripts say stands by itself. People's
 * signals come first, so that a script's words never bring together what a person said apart.
 */
export function withScripts(kin: readonly Kin[], scripts: readonly Signal[]): readonly Kin[] {
  const all = kin.map((parts): (readonly Signal[])[] => [...parts])
  for (const signal of scripts.filter(({ subject }) => subject !== '')) {
    const isTheSame = (parts: Kin) => {
      const whole = parts.flat()
      const holds = isEverywhere(countedOf(whole)) || whole.some(({ project }) => project === signal.project)
      return holds && whole.some((other) => groupKey(other) === groupKey(signal))
    }
    const known = all.find(isTheSame)
    if (known === undefined) all.push([[signal]])
    else known.push([signal])
  }
  return all
}
