import type { Signal } from '../nouns/signal.ts'
import type { Scripts } from '../settings.ts'
import { isRecipe } from './grouping.ts'
import { isOfScript } from './scripts.ts'

/** When evidence is enough; see the settings of the same names. */
export interface Threshold {
  /** In how many sessions a rule without a horizon must be taught. */
  readonly sessions: number
  /** And how strongly, 0–1. */
  readonly confidence: number
  readonly scripts: Scripts
}

/**
 * How strongly signals support a rule: 1 − Π (1 − c) over sessions, with c the strongest signal of each (noisy-or of
 * independent sources; within a session people repeat themselves, so only the strongest counts).
 */
export function combinedConfidence(signals: readonly Signal[]): number {
  const best = new Map<string, number>()
  for (const { session, confidence } of signals) best.set(session, Math.max(confidence, best.get(session) ?? 0))
  return 1 - [...best.values()].reduce((left, confidence) => left * (1 - confidence), 1)
}

/** A person states a rule and says that it holds from now on. */
export const isForGood = ({ type, hasHorizon, by, reach }: Signal): boolean =>
  type === 'directive' && hasHorizon && by === 'person' && reach !== 'until'

/** What a script said, or what was said only for some time, never counts, and what is only read in old transcripts never suffices. */
export function isEnough(group: readonly Signal[], { sessions, confidence }: Threshold): boolean {
  const lasting = group.filter((each) => each.reach !== 'until' && !isRecipe(each) && !isOfScript(each))
  const isRepeated =
    new Set(lasting.map(({ session }) => session)).size >= sessions && combinedConfidence(lasting) >= confidence
  return lasting.some(isForGood) || (isRepeated && lasting.some(({ isPast }) => isPast !== true))
}

/** How strongly the parts of a lesson's evidence support it together. */
export interface Strength {
  /** The part that stands by itself, in whose words the lesson is put; empty if it rests on likeness alone. */
  readonly core: readonly Signal[]
  readonly confidence: number
  readonly isEnough: boolean
}

/**
 * The strength of signals that say the same (one part), or of several such parts that are alike in meaning: that of the
 * strongest part, since what is only alike says something else. Likeness alone never makes a lesson active.
 */
export function strengthOf(parts: readonly (readonly Signal[])[], threshold: Threshold): Strength {
  const [only = []] = parts
  if (parts.length <= 1)
    return { core: only, confidence: combinedConfidence(only), isEnough: isEnough(only, threshold) }
  const core = parts
    .filter(standsAlone)
    .reduce((a, b) => (combinedConfidence(b) > combinedConfidence(a) ? b : a), [] as readonly Signal[])
  if (core.length > 0) return { core, confidence: combinedConfidence(core), isEnough: isEnough(core, threshold) }
  const sessions = new Set(parts.flat().map(({ session }) => session)).size
  return { core, confidence: Math.min(LIKE_LEAST + LIKE_STEP * Math.max(0, sessions - 2), LIKE_MOST), isEnough: false }
}

/** A rule in words, or what was said in more than one session. */
const standsAlone = (part: readonly Signal[]): boolean =>
  part.some(({ type }) => type === 'directive') || new Set(part.map(({ session }) => session)).size > 1

/** Belief in a lesson of signals that are only alike: from two sessions, for each further one, and at most. */
const LIKE_LEAST = 0.5
const LIKE_STEP = 0.1
const LIKE_MOST = 0.7
