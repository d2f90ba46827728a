import type { Experience } from './experience.ts'
import { changesOf } from './journal.ts'

/** The sides from which experiences are compared: all of it, how the agent went about it, what surprised it, and why. */
export const AXES = ['whole', 'strategy', 'surprise', 'root-cause'] as const
export type Axis = (typeof AXES)[number]

/** The text of an experience along an axis; a word in the title counts twice. Both empty: it says nothing there. */
export interface AxisText {
  readonly title: string
  readonly more: string
}

/** What an experience says along an axis. */
export function axisText(one: Experience, axis: Axis): AxisText {
  const { goal, hypothesis, prediction, result, surprise, rootCause, cause, lesson } = one
  if (axis === 'whole') return one.isProvisional ? observedIn(one) : statedIn(one)
  if (one.isProvisional) return NOTHING
  if (axis === 'strategy') return titledText(one.strategy, [goal, result, lesson])
  if (axis === 'surprise') return surprise === undefined ? NOTHING : titledText(surprise, [prediction, result, cause])
  if (cause === undefined && rootCause === undefined) return NOTHING
  return titledText([rootCause, cause].filter(Boolean).join(' '), [one.domain, hypothesis, ...earlierBeliefs(one)])
}

/** The hypotheses that the agent gave up for others, oldest first: they were wrong, or at least not good enough. */
export function earlierBeliefs(one: Experience): readonly string[] {
  const held = changesOf(one).flatMap((change) => {
    if (change.kind === 'start') return change.by === 'agent' ? [change.hypothesis] : []
    return change.kind === 'update' && change.hypothesis !== undefined ? [change.hypothesis] : []
  })
  return [...new Set(held)].filter((text) => text !== one.hypothesis)
}

const NOTHING: AxisText = { title: '', more: '' }

/**
 * The goal of an experience that Hindcast opened, its action and its prediction say the same of every failure; and work on
 * a file that a cure once changed is seldom about the failure.
 */
const observedIn = ({ hypothesis, failing, files, committed = '' }: Experience): AxisText =>
  // Where a command alone was the cure, the commit that followed was about something else
  titledText(failing.join('\n'), [hypothesis, files.length === 0 ? '' : committed.replace(HASH, '')])

const HASH = /^[0-9a-f]{7,40} /

function statedIn(one: Experience): AxisText {
  const { goal, hypothesis, action, prediction, result, surprise, cause, lesson, failing, files } = one
  const said = [hypothesis, action, prediction, result, surprise, cause, lesson, ...earlierBeliefs(one)]
  return titledText(goal, [...said, ...failing, ...files.map(nameOf)])
}

const titledText = (title: string, more: readonly (string | undefined)[]): AxisText => ({
  title,
  more: more.filter(Boolean).join('\n'),
})

const nameOf = (path: string): string => path.replace(/^.*[\\/](?=.)/, '')
