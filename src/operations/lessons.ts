import { cutPrivate } from '@hindcast/redaction/tags.ts'
import { absolutePath } from '@hindcast/text/paths.ts'
import * as z from 'zod'
import { counterpartsOf, GLOBAL, OWN } from '../domain/artifacts/target.ts'
import { HindcastError } from '../domain/errors.ts'
import { deriveId } from '../domain/identity.ts'
import { lessonId } from '../domain/learning/grouping.ts'
import { saysSame } from '../domain/learning/meaning.ts'
import { afterDecision, covers } from '../domain/learning/settling.ts'
import { ruleIn } from '../domain/learning/teaching.ts'
import type { Lesson, LessonState } from '../domain/nouns/lesson.ts'
import type { Signal } from '../domain/nouns/signal.ts'
import type { OperationPorts } from '../ports.ts'
import { patchOf } from './verb/change.ts'
import { type Confirmation, confirmedLesson } from './verb/confirmed.ts'
import { allByDefault, from, onlyProject, projectOf, projectOr, selfInput } from './verb/inputs.ts'
import { type LessonDocument, lessonDocument, renderLesson, renderList } from './verb/lessons.ts'
import { operation } from './verb/operation.ts'
import { LISTED_BY, recordWithId } from './verb/prefixes.ts'

const ACTIONS = ['list', 'show', 'confirm', 'add', 'edit', 'approve', 'reject', 'pin', 'retire', 'diff'] as const
/** More lessons than a person can have taught. */
const MOST = 2000
const TEXT_MAX = 500

const input = z.object({
  action: z
    .enum(ACTIONS)
    .default('list')
    .describe(
      [
        'what to do',
        'list: show the current lessons',
        'show: show one lesson, with its evidence',
        'confirm: for agents: keep a rule that the user stated in this session',
        'add: add a rule in your own words',
        'edit: change the wording of a rule',
        'approve: start applying a rule, and let Hindcast write it to your files',
        'reject: never apply a rule',
        'pin: keep applying a rule that would otherwise expire',
        'retire: stop applying a rule',
        'diff: preview the changes to your files',
      ].join('\n'),
    ),
  id: z
    .string()
    .optional()
    .describe('the id of a lesson, or a unique prefix; for confirm, of an earlier prompt; omit it for add'),
  words: z
    .string()
    .optional()
    .describe('for add and edit: the rule, such as "always use tabs, not spaces"')
    .meta({ words: true }),
  span: z.string().optional().describe('for confirm: the words of the user, as they typed them'),
  scope: z.enum(['project', 'everywhere']).default('project').describe('for confirm: where the rule holds'),
  sure: z.enum(['high', 'low']).default('low').describe('for confirm: whether it certainly holds beyond the task'),
  to: z
    .string()
    .optional()
    .describe(
      "for approve: the file to write the rule to\nproject: the project's instruction file\nglobal: the instruction file for all projects\nany path ending in .md: that file",
    ),
  all: z
    .boolean()
    .default(false)
    .describe('also list rejected, superseded and retired lessons, and routines, which nobody stated'),
  project: projectOr('all projects; for add, the current project'),
  allProjects: allByDefault,
  from,
  self: selfInput,
})

type Given = z.infer<typeof input>

/** What was learned from the user's words, with its evidence, and the user's decisions on it. */
export default operation({
  name: 'lessons',
  group: 'Find',
  summary:
    'Lists the rules learned from what you said, with their evidence; adds, edits, approves, rejects, pins or retires one.',
  example: 'hindcast lessons add "Use pnpm here, not npm"',
  input,
  positional: ['action', 'id', 'words'],
  reads: false,
  needsPerson: ({ action }) => !READING.has(action) && action !== 'confirm',
  onlyAgents: ({ action }) => action === 'confirm',
  async run(given, ports) {
    if (given.action === 'diff') return { lessons: [], ...(await previewed(given, ports)) }
    const lessons = given.action === 'list' ? await lessonsFor(given, ports) : [await changedLesson(given, ports)]
    if (!READING.has(given.action) && given.action !== 'confirm') await ports.artifacts.sync()
    return { lessons: await Promise.all(lessons.map((each) => lessonDocument(each, ports))), changed: [], diff: '' }
  },
  forAgents: {
    says: 'Rules that the user taught. `confirm` a lasting one that they just stated.',
    takes: { action: '', id: 'l_…; p_… to review', span: 'their words, verbatim', scope: '', sure: '' },
    only: { action: ['list', 'show', 'confirm'] },
  },
  isVerbatim: ({ action }) => action === 'diff',
  render: ({ lessons, changed, diff }, screen, { action, all }) => {
    if (action === 'diff') return changed.length === 0 ? 'No file would change.' : diff.trimEnd()
    if (lessons.length === 0)
      return `No ${all ? '' : 'current '}lessons. Hindcast learns from rules that you state, such as "always run the linter before a commit".`
    if (action === 'list') return renderList(lessons, screen)
    return lessons.map((each) => renderLesson(each, screen)).join('\n\n')
  },
})

const READING: ReadonlySet<Given['action']> = new Set(['list', 'show', 'diff'])

/** What approving a lesson would write, or all active ones of a project. */
async function previewed(given: Given, ports: OperationPorts) {
  const ids = given.id === undefined ? undefined : [(await lessonWithId(given, ports)).id]
  const project = await projectOf(given.project ?? given.from, ports)
  const files = await ports.artifacts.preview({ ids, project })
  return { changed: files.map(({ path }) => path), diff: patchOf(files) }
}

const SHOWN: readonly LessonState[] = ['active', 'candidate', 'contested']
const ORDER: readonly LessonState[] = ['active', 'contested', 'candidate', 'superseded', 'retired', 'rejected']

/** Those of the current project come first, and active ones before others. */
async function lessonsFor({ all, ...place }: Given, ports: OperationPorts): Promise<readonly Lesson[]> {
  const [only, here] = await Promise.all([onlyProject(place, ports), projectOf(place.from, ports)])
  return lessonsIn(only, here, all ? ORDER : SHOWN, ports)
}

async function lessonsIn(
  only: string | undefined,
  here: string | undefined,
  states: readonly LessonState[],
  { memories }: OperationPorts,
): Promise<readonly Lesson[]> {
  const found = await memories.records({ noun: 'lesson', limit: MOST })
  return found
    .filter(({ type }) => type !== 'routine' || states === ORDER)
    .filter((lesson) => states.includes(lesson.state) && (only === undefined || covers(lesson, only)))
    .toSorted((a, b) => rankIn(here, a) - rankIn(here, b) || b.at - a.at)
}

const rankIn = (here: string | undefined, lesson: Lesson): number =>
  ORDER.indexOf(lesson.state) + (here !== undefined && covers(lesson, here) ? 0 : ORDER.length)

/** The current lessons of one project, in the order of the list. */
export async function lessonsOf(project: string, ports: OperationPorts): Promise<readonly LessonDocument[]> {
  const found = await lessonsIn(project, project, SHOWN, ports)
  return Promise.all(found.map((each) => lessonDocument(each, ports)))
}

/** The lesson that a call is about, as it is afterwards. */
async function changedLesson(given: Given, ports: OperationPorts): Promise<Lesson> {
  const { action, id, words = '' } = given
  if (action === 'confirm') return confirmedLesson(confirmationIn(given), ports)
  if (action === 'add') return addLesson([id ?? '', words].join(' '), given, ports)
  const target = given.to === undefined ? undefined : targetFrom(given.to, given)
  const lesson = await lessonWithId(given, ports)
  if (action === 'edit') return decide({ ...lesson, ...edited(words), state: 'active' }, ports)
  const decision = DECISIONS[action]
  if (decision === undefined) return lesson
  if (target === undefined) return decide({ ...lesson, ...decision }, ports)
  return decideTarget({ ...lesson, ...decision, target }, ports)
}

/** Throws `bad-input` where no session's own agent calls, since only it has heard the person. */
function confirmationIn({ span = '', sure, scope, id, self }: Given): Confirmation {
  if (self === undefined || self.agent !== undefined)
    throw new HindcastError('bad-input', 'only the agent that the user talks to can confirm what they said')
  const { session, project } = self
  return { span, sure, scope, session, project, prompt: id?.startsWith('p_') ? id : undefined }
}

/** The same for the lessons of other projects that say the same. */
async function decideTarget(lesson: Lesson, ports: OperationPorts): Promise<Lesson> {
  const known = await ports.memories.records({ noun: 'lesson', limit: MOST })
  const active = known.filter(({ state }) => state === 'active')
  for (const other of counterpartsOf(lesson, active)) await decide({ ...other, target: lesson.target }, ports)
  return decide(lesson, ports)
}

/** Where a person wants a lesson written. Throws `bad-input` for anything else than two words and a path. */
function targetFrom(to: string, { action, from: here }: Given): string {
  if (action !== 'approve') throw new HindcastError('bad-input', `lessons ${action} takes no --to`)
  if (to === OWN || to === GLOBAL) return to
  const path = absolutePath(to, here)
  if (!path.startsWith('/') || !path.endsWith('.md'))
    throw new HindcastError('bad-input', `--to takes ${OWN}, ${GLOBAL} or the path of a .md file, not '${to}'`)
  return path
}

/** What each decision makes of a lesson. */
const DECISIONS: Readonly<Partial<Record<Given['action'], Partial<Lesson>>>> = {
  approve: { state: 'active' },
  reject: { state: 'rejected', isPinned: false },
  pin: { state: 'active', isPinned: true },
  retire: { state: 'retired', isPinned: false },
}

async function lessonWithId({ action, id }: Given, ports: OperationPorts): Promise<Lesson> {
  if (id === undefined)
    throw new HindcastError('bad-input', `lessons ${action} needs the id of a lesson`, { remedy: LISTED_BY.lesson })
  return recordWithId('lesson', id, ports)
}

/** Stores a lesson on which a person decided, and every other one that it replaces or that stands again. */
async function decide(draft: Lesson, ports: OperationPorts): Promise<Lesson> {
  const lesson: Lesson = { ...draft, at: ports.clock.now(), decidedBy: 'person', supersededBy: undefined }
  const [known, projects] = await Promise.all([
    ports.memories.records({ noun: 'lesson', limit: MOST }),
    ports.evidence.projects(),
  ])
  for (const changed of afterDecision(lesson, known)) {
    const owner = projects.find(({ id }) => id === changed.project)
    if (owner !== undefined) await ports.keeper.keep('lesson', changed, owner)
    else if (changed.id === lesson.id)
      throw new HindcastError('not-found', `the project of lesson '${lesson.id}' is gone`, { remedy: LISTED_BY.lesson })
  }
  return lesson
}

/** What a person's words change in a lesson. */
function edited(words: string): Pick<Lesson, 'text' | 'polarity' | 'subject' | 'object' | 'qualifier'> {
  const { quote, polarity, subject, object, qualifier } = ruleFrom('edit', words)
  return { text: quote, polarity, subject, object, qualifier }
}

/** Reads the rule that a person gives. Throws `bad-input` if it is empty or too long. */
function ruleFrom(action: 'add' | 'edit', words: string) {
  const text = cutPrivate(words).text.trim()
  if (text === '') throw new HindcastError('bad-input', `lessons ${action} needs the words of a rule`)
  if (text.length > TEXT_MAX)
    throw new HindcastError('bad-input', `a rule has at most ${TEXT_MAX} characters, not ${text.length}`)
  return ruleIn(text)
}

/** A rule in a person's own words applies at once; if it is known already, the lesson takes these words. */
async function addLesson(words: string, { project: dir, from: here }: Given, ports: OperationPorts): Promise<Lesson> {
  const rule = ruleFrom('add', words)
  const folder = dir ?? here
  if (folder === undefined) throw new HindcastError('bad-input', 'lessons add needs a project folder')
  const place = (await ports.workspace.locate(folder)).project
  const at = ports.clock.now()
  const signal: Signal = {
    ...rule,
    id: deriveId('g', place.id, rule.quote, at),
    session: '',
    project: place.id,
    at,
    by: 'person',
    evidence: [],
  }
  const known = await ports.memories.records({ noun: 'lesson', limit: MOST })
  const before = known.find((each) => covers(each, place.id) && each.folder === rule.folder && saysSame(each, rule))
  await ports.keeper.keep('signal', signal, place)
  return decide({ ...lessonFromSignal(signal), ...(before && grown(before, signal)) }, ports)
}

/** The lesson that one signal makes. */
const lessonFromSignal = (signal: Signal): Lesson => {
  const { project, at, quote, polarity, subject, object, qualifier, reach, folder, confidence, id } = signal
  return {
    id: lessonId(project, signal),
    project,
    at,
    learnedAt: at,
    type: 'rule',
    text: quote,
    polarity,
    subject,
    object,
    qualifier,
    scope: reach === 'everywhere' || reach === 'folder' ? reach : 'project',
    folder,
    state: 'active',
    isPinned: false,
    confidence,
    support: 1,
    sessions: 1,
    contra: 0,
    followed: 0,
    violated: 0,
    evidence: [id],
  }
}

/** What a known lesson keeps when a person states it again. */
const grown = (before: Lesson, signal: Signal): Partial<Lesson> => ({
  id: before.id,
  project: before.project,
  learnedAt: before.learnedAt,
  isPinned: before.isPinned,
  support: before.support + 1,
  sessions: before.sessions + 1,
  followed: before.followed,
  violated: before.violated,
  evidence: [...before.evidence, signal.id],
})
