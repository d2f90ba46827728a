import { existsSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { ReadingBudget } from '@hindcast/guarded/budget.ts'
import { answerOf, calledByQuestion, filesOfAnswer, filesOfQuestion, namesOfQuestion } from '../analysis/answer.ts'
import { withNotYetResolved } from '../analysis/answers/not-yet.ts'
import { targetOf } from '../analysis/answers/target.ts'
import { withTextMentions } from '../analysis/answers/text-mentions.ts'
import type { CodeAnswer } from '../analysis/code-answers.ts'
import type { CodeQuestion, QuestionKind } from '../analysis/questions.ts'
import type { CodeView } from '../analysis/view.ts'
import { CodeError } from './code-error.ts'
import type { Analysing } from './index/analysis.ts'
import { indexPath, isDamage, isLocked, lockedError, removeIndex } from './index/index-file.ts'
import type { Meanings } from './index/meanings.ts'
import { prepare } from './prepare.ts'
import { CodeProject, type ProjectOptions } from './project.ts'
import type { CodeReach } from './protocol.ts'
import { areOneRepository, type CodeRoot, rootOf } from './root.ts'
import { Rush } from './rush.ts'

/** How many projects are open at a time, and how many as long as they are at work. */
const MOST_OPEN = 3
const MOST_BUSY = 8
/** What a question may read; what is left out then, its answer says. A project of 60,000 lines is indexed in this time. */
const QUESTION = { ms: 10_000, files: 20_000, bytes: 256 * 1024 * 1024 }
/** How long a question waits for work in the background, in milliseconds: it is answered from what is there then. */
const FIRST_MS = 2_000
/** How long it waits for what depends on files that changed a moment ago, in milliseconds. */
const DEPENDENTS_MS = 1_000
/** A question about a whole project is worth more when the index is complete: it waits until so much of its time is left. */
const LAST_MS = 2_000
/** So much of its time is left for what a question needs besides the index. */
const PREPARING_MS = 3_000
/** Of the largest projects an answer takes longer: a millisecond for so many files. */
const FILES_A_MS = 20

/** Answered from the outlines of the files that they name. */
const BY_OUTLINE: ReadonlySet<QuestionKind> = new Set(['outline', 'search', 'imports', 'importers', 'signatures'])
/** What calls something that is gone, or calls its callers, is known only once all that did is resolved again. */
const OF_DEPENDENTS: ReadonlySet<QuestionKind> = new Set(['diff', 'impact'])
const WHOLE: ReadonlySet<QuestionKind> = new Set(['graph', 'dead', 'arch', 'index'])

/** Answers questions about projects, of which it keeps some open. */
export class CodeQuestions {
  readonly #options: ProjectOptions
  readonly #rush = new Rush()
  readonly #analysing: Analysing
  /** By root, the least recently used first. */
  readonly #open = new Map<string, Promise<CodeProject>>()
  /** How many questions are being answered, by root. */
  readonly #inUse = new Map<string, number>()
  #spared: readonly string[] = []

  constructor(options: Omit<ProjectOptions, 'rush'>, analysing: Analysing) {
    this.#options = { ...options, rush: this.#rush }
    this.#analysing = analysing
  }

  /** From now on, nothing in these folders is read or told when a project around one of them is asked about. */
  spare(folders: readonly string[]): void {
    this.#spared = folders
  }

  /** Throws `not-found`, `bad-input`, `needs-person` or, where the index cannot be used, `code-failed`. */
  ask(folder: string, question: CodeQuestion, within: CodeReach): Promise<CodeAnswer> {
    return this.#rush.during(async () => {
      const budget = new ReadingBudget(QUESTION)
      const answer = await this.#asked(folder, question, within, budget)
      return budget.leftOut === 0 ? answer : { ...answer, notes: [...answer.notes, leftOutNote(budget)] }
    })
  }

  async #asked(folder: string, given: CodeQuestion, within: CodeReach, budget: ReadingBudget): Promise<CodeAnswer> {
    const place = await placeOf(folder, 'target' in given ? given.target : undefined)
    if (within !== 'anywhere') await checkWithin(place.root, within.folder)
    const question = place.target === undefined ? given : ({ ...given, target: place.target } as CodeQuestion)
    try {
      return await this.#answer(place, question, budget)
    } catch (error) {
      if (isLocked(error)) throw lockedError(error)
      if (!isDamage(error)) throw error
    }
    // Whatever is damaged can be made again
    const damaged = await this.#open.get(place.root.path)?.catch(() => undefined)
    this.#open.delete(place.root.path)
    if (damaged) await this.#rush.aside(damaged.close().catch(() => {}))
    removeIndex(indexPath(this.#options.indexes, place.root.path))
    return this.#answer(place, question, budget)
  }

  #answer({ root, at }: AskedPlace, question: CodeQuestion, budget: ReadingBudget): Promise<CodeAnswer> {
    return this.#using(root, (project) => this.#answerFrom(project, at, question, budget))
  }

  async #answerFrom(
    project: CodeProject,
    at: string,
    question: CodeQuestion,
    budget: ReadingBudget,
  ): Promise<CodeAnswer> {
    const view = project.view(at)
    await budget.inTime(this.#upToDate(question, project, view), PREPARING_MS)
    budget.leave(PREPARING_MS)
    const prepared = await budget.during(() => prepare(question, view, project, this.#analysing))
    const patience = isOfFile(question, view) ? 0 : patienceWith(question.kind, project, budget)
    if (patience > 0) await this.#rush.aside(project.settled(patience))
    for (let round = 0; ; round++) {
      const answer = budget.during(() => answerOf(question, view, prepared))
      const isNew = round < 2 && budget.leftMs > 0 && (await budget.inTime(this.#renewed(answer, project)))
      if (!isNew) return budget.during(() => finished(answer, question, project, view))
    }
  }

  /** What belongs to the index is not read on the budget of a question: it would miss what was left out. */
  async #upToDate(question: CodeQuestion, project: CodeProject, view: CodeView): Promise<void> {
    await project.freshen()
    await project.freshenFiles(filesOfQuestion(question, view))
    await project.freshenFiles(project.unreadNaming(namesOfQuestion(question, view)))
    if (!BY_OUTLINE.has(question.kind))
      await project.resolve([...filesOfQuestion(question, view), ...project.calling(calledByQuestion(question, view))])
  }

  /** Whether files that an answer names were out of date, or files may be missing: it is to be given again. */
  async #renewed(answer: CodeAnswer, project: CodeProject): Promise<boolean> {
    if (answer.kind === 'unknown') return project.compare()
    const files = filesOfAnswer(answer)
    const isChanged = await project.freshenFiles(files)
    return (!BY_OUTLINE.has(answer.kind as QuestionKind) && (await project.resolve(files))) || isChanged
  }

  /** Brings the index of a project up to date in the background, if there is one. */
  async refresh(folder: string): Promise<void> {
    const root = await rootOf(folder)
    if (existsSync(indexPath(this.#options.indexes, root.path))) await this.#using(root, (project) => project.freshen())
  }

  /** Does something with the embeddings of the project that contains a folder. */
  async withMeanings<T>(folder: string, work: (meanings: Meanings) => T | Promise<T>): Promise<T> {
    return this.#using(await rootOf(folder), async ({ meanings }) => work(meanings))
  }

  /** Whether there is work in the background. */
  async isBusy(): Promise<boolean> {
    const open = await Promise.all([...this.#open.values()].map((each) => each.catch(() => undefined)))
    return open.some((project) => project?.isBusy)
  }

  /** Nobody closes a project meanwhile. */
  async #using<T>(root: CodeRoot, work: (project: CodeProject) => Promise<T>): Promise<T> {
    this.#inUse.set(root.path, (this.#inUse.get(root.path) ?? 0) + 1)
    try {
      return await work(await this.#project(root))
    } finally {
      const left = (this.#inUse.get(root.path) ?? 1) - 1
      if (left > 0) this.#inUse.set(root.path, left)
      else this.#inUse.delete(root.path)
      void this.#closeRest()
    }
  }

  async #project(root: CodeRoot): Promise<CodeProject> {
    const before = this.#open.get(root.path)
    const project = before ?? CodeProject.open(root, this.#analysing, this.#options)
    this.#open.delete(root.path)
    this.#open.set(root.path, project)
    project.catch(() => this.#open.delete(root.path))
    const spared = this.#spared.filter((path) => path !== root.path && isWithin(path, root.path))
    await (await project).spare(spared.map((path) => posix(relative(root.path, path))))
    return project
  }

  /** Closes the projects that were asked about least recently; one that is still at work in the background only where too many are. */
  async #closeRest(): Promise<void> {
    for (const [path, oldest] of [...this.#open]) {
      if (this.#open.size <= MOST_OPEN) return
      const project = await oldest.catch(() => undefined)
      if (project?.isBusy && this.#open.size <= MOST_BUSY) continue
      if (this.#inUse.has(path) || this.#open.get(path) !== oldest) continue
      this.#open.delete(path)
      void project?.close().catch(() => {})
    }
  }
}

/** An answer with what the text of files says that are not parsed, or not resolved yet. */
function finished(answer: CodeAnswer, question: CodeQuestion, project: CodeProject, view: CodeView): CodeAnswer {
  const given = withNotYetResolved(withTextMentions(answer, question, view), view)
  return project.isCompared ? given : { ...given, notes: [...given.notes, NOT_COMPARED] }
}

const NOT_COMPARED = 'not all files have been compared with the disk yet; ask again for the latest changes'

/** What a file says of itself is known once it is read, however far the index is. */
const isOfFile = (question: CodeQuestion, view: CodeView): boolean =>
  (question.kind === 'outline' || question.kind === 'imports') && targetOf(question.target, view).kind === 'file'

function patienceWith(kind: QuestionKind, project: CodeProject, { leftMs }: ReadingBudget): number {
  const { complete, files } = project.state()
  const whole = Math.max(0, leftMs - LAST_MS - files / FILES_A_MS)
  if (WHOLE.has(kind)) return whole
  const isKnown = complete && (BY_OUTLINE.has(kind) || project.isBuilt)
  if (!isKnown) return Math.min(FIRST_MS, whole)
  return OF_DEPENDENTS.has(kind) ? Math.min(DEPENDENTS_MS, whole) : 0
}

const leftOutNote = ({ leftOut }: ReadingBudget): string =>
  `part of the files was not read, to answer in time: ${leftOut.toLocaleString('en')} left out`

interface AskedPlace {
  readonly root: CodeRoot
  /** The folder that the question is asked in, from the root. */
  readonly at: string
  /** The target, with an absolute path if it is one of another project. */
  readonly target: string | undefined
}

/**
 * The project that a question is about: the folder's, unless the target is a path of another. A folder that is no project
 * may hold many, so an absolute path of a folder in it is one of its own. Throws `not-found`.
 */
async function placeOf(folder: string, target: string | undefined): Promise<AskedPlace> {
  if (!(await isFolder(folder))) throw new CodeError('not-found', `no folder '${folder}'`, { remedy: '' })
  const root = await rootOf(folder)
  const own = { root, at: posix(relative(root.path, await real(folder))), target }
  const found = target === undefined ? undefined : await pathIn(folder, target)
  if (found === undefined) return own
  const isDirectory = await isFolder(found.path)
  if (isWithin(found.path, root.path) && !(root.isLoose && isDirectory && isAbsolute(target ?? ''))) return own
  const theirs = isDirectory ? found.path : dirname(found.path)
  const other = await rootOf(theirs)
  return { root: other, at: posix(relative(other.path, await real(theirs))), target: found.path + found.part }
}

/** Throws `needs-person` if a project is neither the one that contains a folder, nor in it, nor a worktree of the same repository. */
async function checkWithin(root: CodeRoot, folder: string): Promise<void> {
  const own = await rootOf(folder)
  if (isWithin(root.path, own.path)) return
  if (await areOneRepository(root.path, own.path)) return
  throw new CodeError('needs-person', `'${root.path}' is outside of the project '${own.path}'`)
}

/** The existing path that a target begins with, and the rest: `path`, `path:name`, `path:line`. */
async function pathIn(folder: string, target: string): Promise<{ path: string; part: string } | undefined> {
  for (const part of ['', /:[^:]*$/.exec(target)?.[0] ?? '']) {
    const word = target.slice(0, target.length - part.length)
    if (!isAbsolute(word) && !word.startsWith('..')) continue
    const path = await real(resolve(folder, word))
    if (await isThere(path)) return { path, part }
  }
  return undefined
}

const posix = (path: string): string => path.split(sep).join('/')
const isWithin = (path: string, root: string): boolean =>
  `${path}${sep}`.startsWith(root.endsWith(sep) ? root : root + sep)
const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
const real = (path: string): Promise<string> => realpath(path).catch(() => path)
