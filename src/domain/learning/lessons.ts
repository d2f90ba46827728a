import { deriveId } from '../identity.ts'
import type { Lesson } from '../nouns/lesson.ts'
import type { Signal } from '../nouns/signal.ts'
import { ByWords, saysSame } from './meaning.ts'
import { takenBackBy } from './retraction.ts'
import { covers, settledAmong } from './settling.ts'

/** When evidence is enough; see the settings of the same names. */
export interface Threshold {
  /** In how many sessions a rule without a horizon must be taught. */
  readonly sessions: number
  /** And how strongly, 0–1. */
  readonly confidence: number
}

/** Candidates of one session without support for this long are given up. */
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
 * The lessons that all signals teach, given the lessons there are: new and changed ones only. What a person decided
 * stays. Pure, and the same whatever the order of `signals`.
 */
export function lessonsFrom(
  signals: readonly Signal[],
  known: readonly Lesson[],
  threshold: Threshold,
  now: number,
): readonly Lesson[] {
  const { groups, taken } = grouped(signals.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)))
  const context: Known = { before: knownBy(known), threshold, taken }
  const drafts = joined(
    groups.flatMap((group) => spread(group, taken)),
    context,
  )
  const heirs = new Map(drafts.flatMap(({ id, evidence }) => evidence.map((signal) => [signal, id] as const)))
  const ids = new Set(drafts.map(({ id }) => id))
  const others = known.filter(({ id }) => !ids.has(id)).map((each) => merged(each, heirs))
  const before = new Map(known.map((each) => [each.id, each]))
  return settledAmong([...drafts, ...others].map((each) => expired(each, now)))
    .map((lesson) => untold(lesson, before.get(lesson.id)))
    .filter((lesson) => !isSame(lesson, before.get(lesson.id)))
}

/** When each signal that a person took back was taken back, by its id. */
type Taken = ReadonlyMap<string, number>

/** Signals that say the same, oldest first, and what retractions among them take back. */
function grouped(signals: readonly Signal[]): {
  readonly groups: readonly (readonly Signal[])[]
  readonly taken: Taken
} {
  const groups: Signal[][] = []
  const index = new ByWords<Signal[]>()
  const taken = new Map<string, number>()
  for (const signal of signals) {
    if (signal.type === 'retraction') for (const { id } of takenBackBy(signal, groups, taken)) taken.set(id, signal.at)
    if (!isTelling(signal)) continue
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
const isTelling = ({ type, subject }: Signal): boolean => TEACHES[type] !== undefined && subject !== ''

const isRecipe = ({ type }: Signal): boolean => TEACHES[type] === 'recipe'

const isAlike = (a: Signal, b: Signal): boolean =>
  a.folder === b.folder && isRecipe(a) === isRecipe(b) && saysSame(a, b)

/** From this many projects on, a rule holds everywhere. */
const EVERYWHERE = 3

/** A rule holds in the projects where it was taught, and everywhere if a person says so or teaches it in several. */
function spread(group: readonly Signal[], taken: Taken): (readonly Signal[])[] {
  const projects = [...new Set(group.map(({ project }) => project))]
  if (isEverywhere(left(group, taken))) return [group]
  return projects.map((project) => group.filter((signal) => signal.project === project))
}

const isEverywhere = (group: readonly Signal[]): boolean =>
  group.some(({ reach }) => reach === 'everywhere') ||
  new Set(group.flatMap(({ project, folder }) => (folder === undefined ? [project] : []))).size >= EVERYWHERE

/** What nobody took back; everything if that is nothing. */
function left(group: readonly Signal[], taken: Taken): readonly Signal[] {
  const rest = group.filter(({ id }) => !taken.has(id))
  return rest.length > 0 ? rest : group
}

interface Known {
  readonly before: Before
  readonly threshold: Threshold
  readonly taken: Taken
}

/** Drafts of all groups; groups that one known lesson stands for are one. */
function joined(groups: readonly (readonly Signal[])[], context: Known): readonly Lesson[] {
  const found = new Map<string, readonly Signal[]>()
  for (const group of groups) {
    const { id } = drafted(group, context)
    found.set(id, [...(found.get(id) ?? []), ...group])
  }
  return [...found.values()].map((group) => drafted(group, context))
}

/** The lesson of one group of signals, before conflicts are settled. */
function drafted(whole: readonly Signal[], { before: known, threshold, taken }: Known): Lesson {
  const group = left(whole, taken)
  const [first] = group as readonly [Signal, ...Signal[]]
  const best = group.reduce((a, b) => (weight(b) >= weight(a) ? b : a), first)
  const before = earlier(whole, known)
  const decided = before?.decidedBy === undefined ? undefined : before
  const takenAt = Math.max(...group.map(({ id }) => taken.get(id) ?? Number.NEGATIVE_INFINITY))
  const { polarity, subject, object } = decided ?? best
  const { project, folder } = before ?? best
  return {
    id:
      before?.id ??
      deriveId('l', project, polarity, subject, object ?? '', folder ?? '', ...(isRecipe(best) ? ['recipe'] : [])),
    project,
    at: Math.max(decided?.at ?? 0, takenAt, ...group.map(({ at }) => at)),
    learnedAt: first.at,
    type: isRecipe(best) ? 'recipe' : best.type === 'drift' ? 'insight' : 'rule',
    text: decided?.text ?? textOf(best),
    polarity,
    subject,
    object,
    scope: isEverywhere(group) ? 'everywhere' : (decided?.scope ?? (folder === undefined ? 'project' : 'folder')),
    folder,
    ...standing(group, { before: decided, threshold, takenAt }),
    isPinned: before?.isPinned ?? false,
    confidence: Math.max(decided?.confidence ?? 0, combined(group)),
    support: group.length,
    sessions: new Set(group.map(({ session }) => session)).size,
    contra: 0,
    followed: before?.followed ?? 0,
    violated: before?.violated ?? 0,
    evidence: group.map(({ id }) => id),
    observed: before?.observed,
    isTold: before?.isTold,
  }
}

/** Words as they were said, otherwise what was preferred to what. */
const textOf = ({ type, quote, subject, object }: Signal): string =>
  type === 'drift' || type === 'recovery' ? `${subject} instead of ${object}` : quote

interface Decided {
  /** The lesson as a person decided on it. */
  readonly before: Lesson | undefined
  readonly threshold: Threshold
  /** When a person took the whole group back; before all time if nobody did. */
  readonly takenAt: number
}

/** The state of a group's lesson, and whether a person's decision still makes it. */
function standing(
  group: readonly Signal[],
  { before, threshold, takenAt }: Decided,
): Pick<Lesson, 'state' | 'decidedBy'> {
  const isTaken = takenAt > (before?.at ?? Number.NEGATIVE_INFINITY)
  if (isTaken && !before?.isPinned && before?.state !== 'rejected')
    return { state: 'retired', decidedBy: before?.decidedBy }
  // Whoever withdrew a rule and then states it again for good wants it back
  const isRestated = before?.state === 'retired' && group.some((each) => each.at > before.at && isForGood(each))
  if (before !== undefined && !isRestated) return { state: before.state, decidedBy: before.decidedBy }
  return { state: isEnough(group, threshold) ? 'active' : 'candidate', decidedBy: undefined }
}

const isForGood = ({ type, hasHorizon, by, reach }: Signal): boolean =>
  type === 'directive' && hasHorizon && by === 'person' && reach !== 'until'

/** What was said only for some time never counts, and what is only read in old transcripts never suffices. */
export function isEnough(group: readonly Signal[], { sessions, confidence }: Threshold): boolean {
  const lasting = group.filter((signal) => signal.reach !== 'until' && !isRecipe(signal))
  const isRepeated = new Set(lasting.map(({ session }) => session)).size >= sessions && combined(lasting) >= confidence
  return lasting.some(isForGood) || (isRepeated && lasting.some(({ isPast }) => isPast !== true))
}

/** The known lessons by their evidence, and those on which a person decided. */
interface Before {
  readonly bySignal: ReadonlyMap<string, Lesson>
  readonly decided: readonly Lesson[]
}

const knownBy = (known: readonly Lesson[]): Before => ({
  bySignal: new Map(known.toReversed().flatMap((lesson) => lesson.evidence.map((id) => [id, lesson] as const))),
  decided: known.filter(({ decidedBy }) => decidedBy !== undefined),
})

/** The lesson on which a person decided and which says the same, or that already rests on one of these signals. */
function earlier(group: readonly Signal[], { bySignal, decided }: Before): Lesson | undefined {
  const says = (lesson: Lesson) =>
    group.some(
      (signal) =>
        lesson.folder === signal.folder &&
        (lesson.type === 'recipe') === isRecipe(signal) &&
        covers(lesson, signal.project) &&
        saysSame(lesson, signal),
    )
  return decided.find(says) ?? bySignal.get(group.find(({ id }) => bySignal.has(id))?.id ?? '')
}

/**
 * What holds longer says more than what does not, a pair more than one of its halves, a horizon more than none, and words
 * more than a change.
 */
const weight = ({ object, hasHorizon, type, reach, confidence }: Signal): number =>
  (reach === 'until' ? 0 : 8) +
  (object === undefined ? 0 : 4) +
  (hasHorizon ? 2 : 0) +
  (type === 'directive' ? 1 : type === 'drift' ? -1 : 0) +
  confidence

/** A lesson whose evidence all went to another was merged into it. */
function merged(lesson: Lesson, heirs: ReadonlyMap<string, string>): Lesson {
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

function isSame(a: Lesson, b: Lesson | undefined): boolean {
  if (b === undefined) return false
  const fields = Object.keys({ ...a, ...b }) as (keyof Lesson)[]
  return fields.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]))
}
