import { oneLine } from '@hindcast/text/phrases.ts'
import { percent, writtenRule } from '../../domain/artifacts/rule.ts'
import { isWrittenIn } from '../../domain/artifacts/standing.ts'
import { isOfExperiences } from '../../domain/experience/groups.ts'
import { isOfScript } from '../../domain/learning/scripts.ts'
import type { Artifact } from '../../domain/nouns/artifact.ts'
import type { Lesson } from '../../domain/nouns/lesson.ts'
import type { Signal } from '../../domain/nouns/signal.ts'
import type { OperationPorts } from '../../ports.ts'
import { labelledValue, table } from './layout.ts'
import type { Screen } from './operation.ts'
import { ago, count, moment, shortId } from './words.ts'

interface Quote {
  /** Empty if it was said to `lessons add`. */
  readonly sessionId: string
  readonly at: number
  readonly quote: string
}

/** The fields of a lesson that `--json` gives as they are stored. */
const SHOWN = [
  'id',
  'text',
  'polarity',
  'subject',
  'scope',
  'project',
  'state',
  'at',
  'confidence',
  'support',
  'sessions',
  'contra',
  'followed',
  'violated',
] as const satisfies readonly (keyof Lesson)[]

/** A lesson as `--json` gives it. */
export interface LessonDocument extends Pick<Lesson, (typeof SHOWN)[number]> {
  readonly kind: Lesson['type']
  readonly projectName: string
  readonly object: string | null
  readonly folder: string | null
  readonly pinned: boolean
  /** Commands that break it, each with the one seen to work in its place, separated by a line end. */
  readonly observed: readonly string[]
  /** Why it is in its state. */
  readonly because: string
  readonly evidence: readonly Quote[]
  /** The files that it is in, and those that it is written to once a person approves it. */
  readonly artifacts: readonly string[]
  readonly proposed: readonly string[]
}

/** More files than lessons are written to. */
const MOST_FILES = 1000

/** A lesson with its evidence. */
export async function lessonDocument(lesson: Lesson, { memories, evidence }: OperationPorts): Promise<LessonDocument> {
  const [found, files, projects] = await Promise.all([
    memories.show(lesson.evidence),
    memories.records({ noun: 'artifact', limit: MOST_FILES }),
    evidence.projects(),
  ])
  const isProposed = (file: Artifact) => file.state === 'proposed' && file.lesson === lesson.id
  const signals = found.flatMap((one): Signal[] => (one.kind === 'signal' ? [one.record] : []))
  const shown = Object.fromEntries(SHOWN.map((field) => [field, lesson[field]])) as Pick<Lesson, (typeof SHOWN)[number]>
  return {
    ...shown,
    kind: lesson.type,
    projectName: projects.find(({ id }) => id === lesson.project)?.name ?? '',
    object: lesson.object ?? null,
    folder: lesson.folder ?? null,
    pinned: lesson.isPinned,
    observed: lesson.observed ?? [],
    because: becauseOf(lesson, signals),
    evidence: signals.map(({ session, at, quote }) => ({ sessionId: session, at, quote })),
    artifacts: files.filter((file) => isWrittenIn(file, lesson.id)).map(({ path }) => path),
    proposed: files.filter(isProposed).map(({ path }) => path),
  }
}

/** Why a lesson is in its state. */
function becauseOf(lesson: Lesson, signals: readonly Signal[]): string {
  const { type, state, decidedBy, sessions, support, supersededBy } = lesson
  const learned = `learned from ${count(sessions, 'session')}`
  switch (state) {
    case 'active':
      if (decidedBy !== undefined) return signals.at(-1)?.session === '' ? 'you added it' : 'you approved it'
      if (signals.some(({ isConfirmed, hasHorizon }) => isConfirmed && hasHorizon))
        return 'your agent read it as lasting, in your words'
      return signals.some(({ hasHorizon }) => hasHorizon) ? 'you stated it as a permanent rule' : learned
    case 'candidate':
      if (isOfExperiences(lesson)) return `worded from ${count(support, 'experience')}; told only if you approve it`
      if (type === 'recipe') return `${learned}; applied only if you approve it`
      if (signals.length > 0 && signals.every(isOfScript))
        return 'only a script said it; applied only if you approve it'
      return signals.length > 0 && signals.every(({ reach }) => reach === 'until')
        ? 'you said it only for some time'
        : `${learned}, which is not enough to apply it`
    case 'contested':
      return 'another rule, stated as often, contradicts it'
    case 'superseded':
      return `replaced by ${supersededBy === undefined ? 'a newer rule' : shortId(supersededBy)}`
    case 'retired':
      if (decidedBy !== undefined) return 'you retired it'
      return type === 'routine' ? 'something else is usual now' : 'you took it back, or did not repeat it for 90 days'
    case 'rejected':
      return 'you rejected it'
  }
}

/** Lessons in a table. */
export function renderList(lessons: readonly LessonDocument[], screen: Screen): string {
  const rows = lessons.map((lesson) => [
    shortId(lesson.id),
    lesson.pinned ? 'pinned' : lesson.state,
    ago(lastSeen(lesson.evidence, lesson.at), screen.now),
    String(lesson.sessions),
    oneLine(ruleAsSaid(lesson)),
  ])
  return table(['ID', 'STATE', 'LAST SEEN', 'SESSIONS', 'LESSON'], rows, screen)
}

/** A rule as a person would word it; its evidence keeps the words that they used. */
const ruleAsSaid = ({ kind, text, subject, object }: LessonDocument): string =>
  kind === 'rule' ? writtenRule({ text, subject, object: object ?? undefined }) : text

/** When the user last said or showed it, whatever was decided later. */
const lastSeen = (evidence: readonly Quote[], otherwise: number): number =>
  evidence.length === 0 ? otherwise : Math.max(...evidence.map(({ at }) => at))

/** A whole lesson, with every quote that supports it. */
export function renderLesson(lesson: LessonDocument, screen: Screen): string {
  const { id, kind, state, pinned, confidence, contra, followed, violated, evidence, because, artifacts } = lesson
  const { observed, proposed } = lesson
  const texts: readonly (readonly [string, string | readonly string[]])[] = [
    [kind === 'routine' ? 'Routine' : 'Rule', ruleAsSaid(lesson)],
    ['Applies to', scopeWords(lesson)],
    ['Because', because],
    ['Confidence', percent(confidence)],
    ['Said', evidence.map((quote) => quoteLine(quote, screen.now))],
    ['Replaces', observed.map((pair) => pair.split('\n').join(' → '))],
    ['Written to', artifacts.map(screen.short)],
    ['Proposed for', proposed.map(screen.short)],
    ['Contradicted', contra === 0 ? '' : count(contra, 'time')],
    ['Followed', followed + violated === 0 ? '' : `${count(followed, 'time')}, broken ${count(violated, 'time')}`],
  ]
  return [
    `${screen.dim(`lesson · ${pinned ? 'pinned' : state}`)}  ${screen.cyan(id)}`,
    ...texts.filter(([, { length }]) => length > 0).map(([label, value]) => labelledValue(label, value, screen)),
  ].join('\n')
}

function scopeWords({ scope, folder, projectName }: LessonDocument): string {
  if (scope === 'everywhere') return 'all projects'
  const project = projectName === '' ? 'its project' : `project ${projectName}`
  return scope === 'folder' ? `${folder} in ${project}` : project
}

const quoteLine = ({ at, sessionId, quote }: Quote, now: number): string =>
  `${moment(at, now)}, ${sessionId === '' ? 'hindcast lessons add' : `session ${shortId(sessionId)}`}: “${oneLine(quote)}”`
