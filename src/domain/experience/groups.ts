import { stemOf } from '@hindcast/text/words.ts'
import type { Lesson } from '../nouns/lesson.ts'
import { topicsOf } from '../retrieval/relevance.ts'
import { AXES, type Axis, axisText } from './axes.ts'
import type { Experience } from './experience.ts'

/** Fewer experiences are no pattern. */
const LEAST = 5
/** How alike two texts have to be: the cosine of their words. */
const ALIKE = 0.3
/** An insight has to share this many words with its group … */
const SHARED = 2
/** … and one with this share of its members. */
const COVERED = 0.5

/** Experiences that are alike along an axis, from which an insight may be worded. */
export interface ExperienceGroup {
  /** Stable while its first member is the same: `root-cause:oversight`, `whole:x_…`. */
  readonly id: string
  readonly axis: Axis
  /** Oldest first. */
  readonly members: readonly Experience[]
}

/** The groups among the ended experiences of agents, largest first. Pure, and the same whatever their order. */
export function groupsAmong(experiences: readonly Experience[]): readonly ExperienceGroup[] {
  const ended = experiences
    .filter(({ isProvisional, status }) => !isProvisional && (status === 'confirmed' || status === 'falsified'))
    .sort((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
  return AXES.flatMap((axis) => groupsAlong(ended, axis))
    .filter(({ members }) => members.length >= LEAST)
    .sort((a, b) => b.members.length - a.members.length || (a.id < b.id ? -1 : 1))
}

/** A strategy and a root cause are named; what was done and what surprised are compared by their words. */
function groupsAlong(ended: readonly Experience[], axis: Axis): readonly ExperienceGroup[] {
  const keyOf = KEYS[axis]
  if (keyOf === undefined) return alikeAlong(ended, axis)
  const named = byKey(ended, keyOf)
  return [...named].map(([key, members]) => ({ id: `${axis}:${key}`, axis, members }))
}

const KEYS: Readonly<Partial<Record<Axis, (one: Experience) => string | undefined>>> = {
  strategy: ({ strategy, status }) => `${strategy}:${status}`,
  'root-cause': ({ rootCause }) => rootCause,
}

function byKey(
  ended: readonly Experience[],
  keyOf: (one: Experience) => string | undefined,
): ReadonlyMap<string, readonly Experience[]> {
  const found = new Map<string, Experience[]>()
  for (const one of ended) {
    const key = keyOf(one)
    if (key !== undefined) found.set(key, [...(found.get(key) ?? []), one])
  }
  return found
}

/** Each experience joins the first group whose first member it is like, or begins one. */
function alikeAlong(ended: readonly Experience[], axis: Axis): readonly ExperienceGroup[] {
  const groups: { readonly words: Words; readonly members: Experience[] }[] = []
  for (const one of ended) {
    const words = axisWords(one, axis)
    if (words.size === 0) continue
    const home = groups.find((group) => likeness(group.words, words) >= ALIKE)
    if (home === undefined) groups.push({ words, members: [one] })
    else home.members.push(one)
  }
  return groups.map(({ members }) => ({ id: `${axis}:${members[0]?.id ?? ''}`, axis, members }))
}

type Words = ReadonlySet<string>

const axisWords = (one: Experience, axis: Axis): Words => {
  const { title, more } = axisText(one, axis)
  return topicWords(`${title}\n${more}`)
}

/** The words of a text that say what it is about, by their stems. */
const topicWords = (text: string): Words => new Set(topicsOf(text).flat().map(stemOf))

/** The cosine of two sets of words, 0–1. */
function likeness(left: Words, right: Words): number {
  const both = [...left].filter((word) => right.has(word)).length
  return both === 0 ? 0 : both / Math.sqrt(left.size * right.size)
}

/** Whether an insight is about the group that it claims to come from: it takes up words of at least half of its members. */
export function isAboutGroup(insight: string, { axis, members }: ExperienceGroup): boolean {
  const said = topicWords(insight)
  const shared = members.map((one) => [...axisWords(one, axis)].filter((word) => said.has(word)))
  const covered = shared.filter(({ length }) => length > 0).length
  return new Set(shared.flat()).size >= SHARED && covered >= members.length * COVERED
}

/** An insight from a group of experiences, which is told before similar work and binds nobody. */
export const isOfExperiences = ({ type, evidence }: Pick<Lesson, 'type' | 'evidence'>): boolean =>
  type === 'insight' && evidence.some((id) => id.startsWith('x_'))
