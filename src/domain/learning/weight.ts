import type { Signal } from '../nouns/signal.ts'

/**
 * How much a signal says of a rule. What holds longer says more than what does not, a pair more than one of its halves, a
 * horizon more than none, and words more than a change.
 */
export const weight = ({ object, hasHorizon, type, reach, confidence }: Signal): number =>
  (reach === 'until' ? 0 : 8) +
  (object === undefined ? 0 : 4) +
  (hasHorizon ? 2 : 0) +
  (type === 'directive' ? 1 : type === 'drift' ? -1 : 0) +
  confidence
