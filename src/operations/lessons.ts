import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import type { Lesson, LessonState } from '../domain/nouns/lesson.ts'
import type { Signal } from '../domain/nouns/signal.ts'
import type { OperationPorts } from '../ports.ts'
import { allByDefault, from, onlyProject, projectOf, projectOr } from './verb/inputs.ts'
import { labelled, oneLine, table } from './verb/layout.ts'
import { operation, type Screen } from './verb/operation.ts'
import { ago, count, moment, shortId } from './verb/words.ts'

const ACTIONS = ['list', 'show', 'approve', 'reject', 'pin', 'retire'] as const
/** More lessons than a person can have taught. */
const MOST = 2000

const input = z.object({
  action: z
    .enum(ACTIONS)
    .default('list')
    .describe(
      'list: the current lessons; show: one, with its evidence; approve: start applying it; reject: never apply it; pin: apply it until you retire it; retire: stop applying it',
    ),
  id: z.string().optional().describe('the id of a lesson, or a unique prefix'),
  all: z.boolean().default(false).describe('also list rejected, superseded and retired lessons'),
  project: projectOr('all projects'),
  allProjects: allByDefault,
  from,
})

type Given = z.infer<typeof input>

/** What was learned from the user's words, with its evidence, and the user's decisions on it. */
export default operation({
  name: 'lessons',
  group: 'Find',
  summary: 'Lists the rules learned from what you said, with their evidence; approves, rejects, pins or retires one.',
  example: 'hindcast lessons reject l_3f2a',
  input,
  positional: ['action', 'id'],
  reads: false,
  needsPerson: ({ action }) => action !== 'list' && action !== 'show',
  async run(given, ports) {
    const lessons = given.action === 'list' ? await listed(given, ports) : [await decided(given, ports)]
    return { lessons: await Promise.all(lessons.map((each) => documentOf(each, ports))) }
  },
  forAgents: {
    says: 'Rules that the user taught, with quotes and dates.',
    takes: { action: '`list` or `show`', id: 'l_…' },
  },
  render: ({ lessons }, screen, { action }) => {
    if (lessons.length === 0)
      return 'No lessons yet. Hindcast learns from rules that you state, such as "always run the linter before a commit".'
    if (action === 'list') return list(lessons, screen)
    return lessons.map((each) => rendered(each, screen)).join('\n\n')
  },
})

const SHOWN: ReadonlySet<LessonState> = new Set(['active', 'candidate', 'contested'])
const ORDER: readonly LessonState[] = ['active', 'contested', 'candidate', 'superseded', 'retired', 'rejected']

/** Those of the current project come first, and active ones before others. */
async function listed({ all, ...place }: Given, ports: OperationPorts): Promise<readonly Lesson[]> {
  const [only, here] = await Promise.all([onlyProject(place, ports), projectOf(place.from, ports)])
  const found = await ports.memories.records({ noun: 'lesson', limit: MOST })
  const rank = (lesson: Lesson) =>
    ORDER.indexOf(lesson.state) + (lesson.project === here || lesson.scope === 'everywhere' ? 0 : ORDER.length)
  return found
    .filter(
      (lesson) =>
        (all || SHOWN.has(lesson.state)) &&
        (only === undefined || lesson.project === only || lesson.scope === 'everywhere'),
    )
    .toSorted((a, b) => rank(a) - rank(b) || b.at - a.at)
}

/** What each decision makes of a lesson. */
const DECISIONS: Readonly<Partial<Record<Given['action'], Partial<Lesson>>>> = {
  approve: { state: 'active' },
  reject: { state: 'rejected', isPinned: false },
  pin: { state: 'active', isPinned: true },
  retire: { state: 'retired', isPinned: false },
}

async function decided({ action, id }: Given, ports: OperationPorts): Promise<Lesson> {
  if (id === undefined) throw new HindcastError('bad-input', `lessons ${action} needs the id of a lesson`, LISTED)
  const [found] = await ports.memories.show([id])
  if (found?.kind !== 'lesson') throw new HindcastError('not-found', `no lesson matches '${id}'`, LISTED)
  const decision = DECISIONS[action]
  if (decision === undefined) return found.record
  const lesson: Lesson = {
    ...found.record,
    ...decision,
    at: ports.clock.now(),
    decidedBy: 'person',
    supersededBy: undefined,
  }
  const owner = (await ports.evidence.projects()).find((each) => each.id === lesson.project)
  if (owner === undefined) throw new HindcastError('not-found', `the project of lesson '${id}' is gone`, LISTED)
  await ports.keeper.keep('lesson', lesson, owner)
  return lesson
}

const LISTED = { remedy: 'to list all lessons: hindcast lessons' }

interface Quote {
  readonly sessionId: string
  readonly at: number
  readonly quote: string
}

/** A lesson as `--json` gives it. */
interface LessonDocument
  extends Pick<
    Lesson,
    | 'id'
    | 'text'
    | 'polarity'
    | 'subject'
    | 'scope'
    | 'state'
    | 'confidence'
    | 'support'
    | 'contra'
    | 'followed'
    | 'violated'
  > {
  readonly kind: Lesson['type']
  readonly object: string | null
  readonly project: string
  readonly pinned: boolean
  readonly at: number
  readonly sessions: number
  readonly evidence: readonly Quote[]
  readonly artifacts: readonly string[]
}

async function documentOf(lesson: Lesson, { memories }: OperationPorts): Promise<LessonDocument> {
  const {
    id,
    project,
    at,
    text,
    polarity,
    subject,
    object = null,
    scope,
    state,
    confidence,
    support,
    sessions,
    contra,
    followed,
    violated,
  } = lesson
  const found = await memories.show(lesson.evidence)
  const signals = found.flatMap((one): Signal[] => (one.kind === 'signal' ? [one.record] : []))
  const evidence = signals.map(({ session, at: said, quote }) => ({ sessionId: session, at: said, quote }))
  return {
    id,
    kind: lesson.type,
    text,
    polarity,
    subject,
    object,
    scope,
    project,
    state,
    pinned: lesson.isPinned,
    at,
    confidence,
    support,
    sessions,
    contra,
    followed,
    violated,
    evidence,
    artifacts: [],
  }
}

function list(lessons: readonly LessonDocument[], screen: Screen): string {
  const rows = lessons.map(({ id, state, pinned, at, sessions, text }) => [
    shortId(id),
    pinned ? 'pinned' : state,
    ago(at, screen.now),
    count(sessions, 'session'),
    oneLine(text),
  ])
  return table(['ID', 'STATE', 'LAST SAID', 'SAID IN', 'RULE'], rows, screen)
}

function rendered(lesson: LessonDocument, screen: Screen): string {
  const { id, state, pinned, text, scope, confidence, contra, followed, violated, evidence } = lesson
  const texts: readonly (readonly [string, string | readonly string[]])[] = [
    ['Rule', text],
    ['Applies to', scope === 'everywhere' ? 'all projects' : 'this project'],
    ['Confidence', `${Math.round(confidence * 100)}%`],
    [
      'Said',
      evidence.map(({ at, sessionId, quote }) => `${moment(at)}, session ${shortId(sessionId)}: “${oneLine(quote)}”`),
    ],
    ['Contradicted', contra === 0 ? '' : count(contra, 'time')],
    ['Followed', followed + violated === 0 ? '' : `${count(followed, 'time')}, violated ${count(violated, 'time')}`],
  ]
  return [
    `${screen.dim(`lesson · ${pinned ? 'pinned' : state}`)}  ${screen.cyan(id)}`,
    ...texts.filter(([, { length }]) => length > 0).map(([label, value]) => labelled(label, value, screen)),
  ].join('\n')
}
