import { deriveId } from '../identity.ts'
import type { Lesson, LessonState } from '../nouns/lesson.ts'
import type { Signal } from '../nouns/signal.ts'
import { contradicts, type Meaning, saysSame } from './meaning.ts'

/** When evidence is enough; see the settings of the same names. */
export interface Threshold {
  /** In how many sessions a rule without a horizon must be taught. */
  readonly sessions: number
  /** And how strongly, 0–1. */
  readonly confidence: number
}

/** Candidates without support for this long are given up. */
const CANDIDATE_DAYS = 90
const DAY_MS = 86_400_000

/**
 * How strongly signals support a rule: 1 − Π (1 − c) over sessions, with c the strongest signal of each (noisy-or of
 * independent sources; within a session people repeat themselves, so only the strongest counts).
 */
export function combined(signals: readonly Signal[]): number {
  const best = new Map<string, number>()
  for (const { session, confidence } of signals) best.set(session, Math.max(confidence, best.get(session) ?? 0))
  return 1 - [...best.values()].reduce((left, confidence) => left * (1 - confidence), 1)
}

/**
 * The lessons that a project's signals teach, given the lessons there are: new and changed ones only. What a person
 * decided stays. Pure, and the same whatever the order of `signals`.
 */
export function lessonsFrom(
  signals: readonly Signal[],
  known: readonly Lesson[],
  threshold: Threshold,
  now: number,
): readonly Lesson[] {
  const groups = grouped(signals.filter(isTelling).toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))).flatMap(
    spread,
  )
  const drafts = unique(groups.map((group) => drafted(group, known, threshold)))
  const others = known.filter(({ id }) => !drafts.some((draft) => draft.id === id))
  const settled = settledAmong([...drafts, ...others.map((each) => expired(merged(each, drafts), now))])
  return settled.filter(
    (lesson) =>
      !isSame(
        lesson,
        known.find(({ id }) => id === lesson.id),
      ),
  )
}

/** A correction that names nothing teaches nothing by itself, and breaking a lesson is no evidence for it. */
const isTelling = ({ type, subject, object, evidence }: Signal): boolean =>
  subject !== '' &&
  (type !== 'correction' || object !== undefined) &&
  !(type === 'violation' && evidence.some((id) => id.startsWith('l_')))

function grouped(signals: readonly Signal[]): Signal[][] {
  const groups: Signal[][] = []
  for (const signal of signals) {
    const group = groups.find((each) => each.some((other) => saysSame(signal, other)))
    if (group) group.push(signal)
    else groups.push([signal])
  }
  return groups
}

/** From this many projects on, a rule holds everywhere. */
const EVERYWHERE = 3

/** A rule holds in the projects where it was taught, and everywhere if a person says so or teaches it in several. */
function spread(group: readonly Signal[]): (readonly Signal[])[] {
  const projects = [...new Set(group.map(({ project }) => project))]
  if (isEverywhere(group)) return [group]
  return projects.map((project) => group.filter((signal) => signal.project === project))
}

const isEverywhere = (group: readonly Signal[]): boolean =>
  group.some(({ reach }) => reach === 'everywhere') || new Set(group.map(({ project }) => project)).size >= EVERYWHERE

/** The lesson of one group of signals, before conflicts are settled. */
function drafted(group: readonly Signal[], known: readonly Lesson[], threshold: Threshold): Lesson {
  const [first] = group as readonly [Signal, ...Signal[]]
  const best = group.reduce((a, b) => (weight(b) >= weight(a) ? b : a), first)
  const before = earlier(group, best, known)
  const { polarity, subject, object, project } = best
  const sessions = new Set(group.map(({ session }) => session)).size
  const confidence = combined(group)
  const isDirective = group.some(({ type, hasHorizon, by }) => type === 'directive' && hasHorizon && by === 'person')
  const isEnough = isDirective || (sessions >= threshold.sessions && confidence >= threshold.confidence)
  return {
    id: before?.id ?? deriveId('l', project, polarity, subject, object ?? ''),
    project: before?.project ?? project,
    at: Math.max(before?.decidedBy ? before.at : 0, ...group.map(({ at }) => at)),
    learnedAt: first.at,
    type: 'rule',
    text: before?.decidedBy ? before.text : best.quote,
    polarity,
    subject,
    object,
    scope: isEverywhere(group) ? 'everywhere' : (before?.scope ?? 'project'),
    state: before?.decidedBy ? before.state : isEnough ? 'active' : 'candidate',
    isPinned: before?.isPinned ?? false,
    confidence,
    support: group.length,
    sessions,
    contra: 0,
    followed: before?.followed ?? 0,
    violated: before?.violated ?? 0,
    evidence: group.map(({ id }) => id),
    decidedBy: before?.decidedBy,
  }
}

/** The lesson that already rests on one of these signals, or on which a person decided and which says the same. */
function earlier(group: readonly Signal[], best: Signal, known: readonly Lesson[]): Lesson | undefined {
  const ids = new Set(group.map(({ id }) => id))
  const decided = (lesson: Lesson) =>
    lesson.decidedBy !== undefined && saysSame(lesson, best) && covers(lesson, best.project)
  return known.find(decided) ?? known.find((lesson) => lesson.evidence.some((id) => ids.has(id)))
}

/** A pair says more than one of its halves, a horizon more than none. */
const weight = ({ object, hasHorizon, type, confidence }: Signal): number =>
  (object === undefined ? 0 : 4) + (hasHorizon ? 2 : 0) + (type === 'directive' ? 1 : 0) + confidence

/** Whether a lesson holds in a project. */
export const covers = ({ scope, project }: Lesson, where: string): boolean =>
  scope === 'everywhere' || project === where

/** Two groups that a person's decision covers are one lesson. */
const unique = (drafts: readonly Lesson[]): Lesson[] =>
  drafts.filter(({ id }, at) => drafts.findIndex((other) => other.id === id) === at)

/** A lesson whose evidence all went to another was merged into it. */
function merged(lesson: Lesson, drafts: readonly Lesson[]): Lesson {
  const heir = drafts.find(({ evidence }) => lesson.evidence.every((id) => evidence.includes(id)))
  const isMerged = heir !== undefined && lesson.evidence.length > 0 && lesson.decidedBy === undefined
  return isMerged ? { ...lesson, state: 'superseded', supersededBy: heir.id } : lesson
}

function expired(lesson: Lesson, now: number): Lesson {
  const isOld = lesson.state === 'candidate' && !lesson.isPinned && now - lesson.at > CANDIDATE_DAYS * DAY_MS
  return isOld && lesson.decidedBy === undefined ? { ...lesson, state: 'retired' } : lesson
}

/** Where two lessons contradict each other, one gives way, or both are contested. */
function settledAmong(lessons: readonly Lesson[]): Lesson[] {
  return lessons.map((lesson) => {
    const against = lessons.filter((other) => other.id !== lesson.id && isLive(other) && conflicts(lesson, other))
    const contra = against.reduce((sum, { support }) => sum + support, 0)
    if (!isLive(lesson) || lesson.isPinned || against.length === 0)
      return contra === lesson.contra ? lesson : { ...lesson, contra }
    const winner = against.find((other) => beats(other, lesson))
    if (winner !== undefined) return { ...lesson, contra, state: 'superseded', supersededBy: winner.id }
    const isEven = against.some((other) => !beats(lesson, other) && other.state === lesson.state)
    return { ...lesson, contra, state: isEven && lesson.decidedBy === undefined ? 'contested' : lesson.state }
  })
}

const isLive = ({ state }: Lesson): boolean => LIVE.has(state)
const LIVE: ReadonlySet<LessonState> = new Set(['candidate', 'active', 'contested'])

/** Rules of different scope live side by side: the narrower one is the exception. */
const conflicts = (a: Lesson & Meaning, b: Lesson & Meaning): boolean =>
  a.scope === b.scope && (a.scope === 'everywhere' || a.project === b.project) && contradicts(a, b)

/** A pinned rule beats all, an active one a candidate, and otherwise the newer one the older. */
function beats(a: Lesson, b: Lesson): boolean {
  if (a.isPinned !== b.isPinned) return a.isPinned
  if (a.state !== b.state && (a.state === 'active' || b.state === 'active')) return a.state === 'active'
  return a.at > b.at
}

const isSame = (a: Lesson, b: Lesson | undefined): boolean => b !== undefined && JSON.stringify(a) === JSON.stringify(b)
