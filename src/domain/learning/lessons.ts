// Folder src/domain/learning/: from what a person says and does to lessons; calls held against them; routines

import type { Lesson } from '../nouns/lesson.ts'
import type { Signal } from '../nouns/signal.ts'
import { inOrder, isEverywhere, isRecipe, lessonId, signalGroups, signalsLeft, type Taken } from './grouping.ts'
import { type Kin, kinOf, takenWithKin } from './kin.ts'
import { saysSame } from './meaning.ts'
import { countedOf, heardFrom, isOfScript, withScripts } from './scripts.ts'
import { covers, settledAmong } from './settling.ts'
import { isForGood, strengthOf, type Threshold } from './strength.ts'
import { weight } from './weight.ts'

/** Candidates of one session without support for this long are given up. */
const CANDIDATE_DAYS = 90
const DAY_MS = 86_400_000

/**
 * The lessons that all signals teach, given the lessons there are: new and changed ones only. What a person decided
 * stays. Pure, and the same whatever the order of `signals`.
 */
export function lessonsFrom(
  signals: readonly Signal[],
  known: readonly Lesson[],
  threshold: Threshold,
  now: number,
): readonly Lesson[] {
  const heard = inOrder(heardFrom(signals, threshold.scripts))
  const ordered = heard.filter((signal) => !isOfScript(signal))
  const { groups, taken: named } = signalGroups(ordered)
  const kin = kinOf(
    groups.flatMap((group) => spread(group, named)),
    ordered,
  )
  const taken = takenWithKin(named, kin)
  const all = withScripts(kin, heard.filter(isOfScript))
  const drafts = lessonsOfKin(all, {
    before: knownBy(known),
    threshold,
    taken,
    given: new Set(signals.map(({ id }) => id)),
  })
  const heirs = new Map(drafts.flatMap(({ id, evidence }) => evidence.map((signal) => [signal, id] as const)))
  const ids = new Set(drafts.map(({ id }) => id))
  const others = known.filter(({ id }) => !ids.has(id)).map((each) => mergedInto(each, heirs))
  const before = new Map(known.map((each) => [each.id, each]))
  return settledAmong([...drafts, ...others].map((each) => expired(each, now)))
    .map((lesson) => untold(lesson, before.get(lesson.id)))
    .filter((lesson) => !isSameLesson(lesson, before.get(lesson.id)))
}

/** A rule holds in the projects where it was taught, and everywhere if a person says so or teaches it in several. */
function spread(group: readonly Signal[], taken: Taken): (readonly Signal[])[] {
  const projects = [...new Set(group.map(({ project }) => project))]
  if (isEverywhere(signalsLeft(group, taken))) return [group]
  return projects.map((project) => group.filter((signal) => signal.project === project))
}

interface Known {
  readonly before: Before
  readonly threshold: Threshold
  readonly taken: Taken
  /** The ids of all signals. */
  readonly given: ReadonlySet<string>
}

/** One draft per kin; kin that belong to the same known lesson share one. */
function lessonsOfKin(all: readonly Kin[], context: Known): readonly Lesson[] {
  const found = new Map<string, Kin>()
  for (const kin of all) {
    const { id } = drafted(kin, context)
    found.set(id, [...(found.get(id) ?? []), ...kin])
  }
  return [...found.values()].map((kin) => drafted(kin, context))
}

/** The lesson of one kin, before conflicts are settled. */
function drafted(kin: Kin, { before: known, threshold, taken, given }: Known): Lesson {
  const whole = inOrder(kin.flat())
  const group = signalsLeft(countedOf(whole), taken)
  const kept = new Set(group)
  const strength = strengthOf(
    kin.map((part) => part.filter((signal) => kept.has(signal))).filter(({ length }) => length > 0),
    threshold,
  )
  const [first] = group as readonly [Signal, ...Signal[]]
  const telling = strength.core.length > 0 ? strength.core : group
  const best = telling.reduce((a, b) => (weight(b) >= weight(a) ? b : a))
  const id = lessonId(best.project, best, isRecipe(best) ? 'recipe' : 'rule')
  const before = earlier(whole, group, known) ?? known.byId.get(id)
  const decided = before?.decidedBy === undefined ? undefined : before
  const older = olderThan(given, before)
  const takenAt = Math.max(...group.map(({ id }) => taken.get(id) ?? Number.NEGATIVE_INFINITY))
  const { polarity, subject, object, qualifier } = decided ?? best
  const { project, folder } = before ?? best
  return {
    id: before?.id ?? id,
    project,
    at: Math.max(decided?.at ?? 0, takenAt, ...group.map(({ at }) => at)),
    learnedAt: older.length > 0 ? (before?.learnedAt ?? first.at) : first.at,
    type: isRecipe(best) ? 'recipe' : best.type === 'drift' ? 'insight' : 'rule',
    text: decided?.text ?? lessonText(best),
    polarity,
    subject,
    object,
    qualifier,
    scope: isEverywhere(group) ? 'everywhere' : (decided?.scope ?? (folder === undefined ? 'project' : 'folder')),
    folder,
    ...stateGiven(group, { before: decided, isEnough: strength.isEnough || older.length > 0, takenAt }),
    confidence: Math.max((older.length > 0 ? before : decided)?.confidence ?? 0, strength.confidence),
    support: older.length + telling.length,
    sessions: Math.max(
      older.length > 0 ? (before?.sessions ?? 0) : 0,
      new Set(telling.map(({ session }) => session)).size,
    ),
    contra: 0,
    evidence: [...older, ...group.map(({ id }) => id)],
    ...carried(before),
  }
}

/**
 * Evidence of an active lesson that is not among the signals, which are the newest only: it still counts. What is forgotten
 * takes its lessons along.
 */
const olderThan = (given: ReadonlySet<string>, before: Lesson | undefined): readonly string[] =>
  before?.state === 'active' && before.decidedBy === undefined ? before.evidence.filter((id) => !given.has(id)) : []

/** What a lesson keeps whatever its evidence is now. */
const carried = (
  before: Lesson | undefined,
): Pick<Lesson, 'isPinned' | 'followed' | 'violated' | 'observed' | 'target' | 'isTold'> => ({
  isPinned: before?.isPinned ?? false,
  followed: before?.followed ?? 0,
  violated: before?.violated ?? 0,
  observed: before?.observed,
  target: before?.target,
  isTold: before?.isTold,
})

/** Words as they were said, otherwise what was preferred to what. */
const lessonText = ({ type, quote, subject, object }: Signal): string =>
  type === 'drift' || type === 'recovery' ? `${subject} instead of ${object}` : quote

interface Decided {
  /** The lesson as a person decided on it. */
  readonly before: Lesson | undefined
  readonly isEnough: boolean
  /** When a person took the whole group back; before all time if nobody did. */
  readonly takenAt: number
}

/** The state of a group's lesson, and whether a person's decision still makes it. */
function stateGiven(
  group: readonly Signal[],
  { before, isEnough, takenAt }: Decided,
): Pick<Lesson, 'state' | 'decidedBy'> {
  const isTaken = takenAt > (before?.at ?? Number.NEGATIVE_INFINITY)
  if (isTaken && !before?.isPinned && before?.state !== 'rejected')
    return { state: 'retired', decidedBy: before?.decidedBy }
  // Whoever withdrew a rule and then states it again for good wants it back
  const isRestated = before?.state === 'retired' && group.some((each) => each.at > before.at && isForGood(each))
  if (before !== undefined && !isRestated) return { state: before.state, decidedBy: before.decidedBy }
  return { state: isEnough ? 'active' : 'candidate', decidedBy: undefined }
}

/** The known lessons, and those on which a person decided, also by their evidence. */
interface Before {
  readonly byId: ReadonlyMap<string, Lesson>
  readonly decided: readonly Lesson[]
  readonly bySignal: ReadonlyMap<string, Lesson>
}

const knownBy = (known: readonly Lesson[]): Before => {
  const decided = known.filter(({ decidedBy, type }) => decidedBy !== undefined && type !== 'routine')
  return {
    byId: new Map(known.map((lesson) => [lesson.id, lesson])),
    decided,
    bySignal: new Map(decided.flatMap((lesson) => lesson.evidence.map((id) => [id, lesson] as const))),
  }
}

/** The lesson on which a person decided and which says the same as what counts, or that they worded otherwise. */
function earlier(
  whole: readonly Signal[],
  counted: readonly Signal[],
  { bySignal, decided }: Before,
): Lesson | undefined {
  const says = (lesson: Lesson) =>
    counted.some(
      (signal) =>
        lesson.folder === signal.folder &&
        (lesson.type === 'recipe') === isRecipe(signal) &&
        covers(lesson, signal.project) &&
        saysSame(lesson, signal),
    )
  return decided.find(says) ?? bySignal.get(whole.find(({ id }) => bySignal.has(id))?.id ?? '')
}

/** A lesson whose evidence all went to another was merged into it. */
function mergedInto(lesson: Lesson, heirs: ReadonlyMap<string, string>): Lesson {
  const heir = heirs.get(lesson.evidence[0] ?? '')
  const isMerged = heir !== undefined && lesson.evidence.every((id) => heirs.get(id) === heir)
  return isMerged && lesson.decidedBy === undefined ? { ...lesson, state: 'superseded', supersededBy: heir } : lesson
}

function expired(lesson: Lesson, now: number): Lesson {
  const isOld = lesson.state === 'candidate' && lesson.sessions < 2 && now - lesson.at > CANDIDATE_DAYS * DAY_MS
  return isOld && lesson.decidedBy === undefined ? { ...lesson, state: 'retired' } : lesson
}

/** A lesson in a new state has not been told. */
const untold = (lesson: Lesson, before: Lesson | undefined): Lesson =>
  lesson.state === before?.state ? lesson : { ...lesson, isTold: undefined }

function isSameLesson(a: Lesson, b: Lesson | undefined): boolean {
  if (b === undefined) return false
  const fields = Object.keys({ ...a, ...b }) as (keyof Lesson)[]
  return fields.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]))
}
