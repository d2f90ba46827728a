import { dirname, isAbsolute, join, sep } from 'node:path'
import { skillName } from '../../domain/artifacts/skill.ts'
import { isDeletedFrom, isWrittenIn, standingOf, WIDER } from '../../domain/artifacts/standing.ts'
import { chosenFor, counterpartsOf, GLOBAL, OWN } from '../../domain/artifacts/target.ts'
import { saysSame } from '../../domain/learning/meaning.ts'
import type { ArtifactType } from '../../domain/nouns/artifact.ts'
import type { Lesson } from '../../domain/nouns/lesson.ts'
import { artifactAt, type ClientPlaces, type PublisherPorts, type Stock } from './stock.ts'
import type { Supports } from './support.ts'

/** A file that lessons belong in. */
export interface WantedFile {
  readonly type: ArtifactType
  readonly path: string
  /** The project folder that it must be in. */
  readonly root: string | undefined
  readonly lessons: readonly Lesson[]
}

/** What belongs in files, and what may be written if a person approves it. */
export interface WantedFiles {
  readonly files: readonly WantedFile[]
  readonly proposed: readonly ProposedFile[]
}

/** `why`: more is read there than the lesson's own project. */
interface ProposedFile extends Pick<WantedFile, 'path'> {
  readonly lesson: Lesson
  readonly why?: string
}

/** Lessons that are treated differently: as if a person had approved them, or as if they did not exist. */
export interface Exceptions {
  readonly isApproved?: (lesson: Lesson) => boolean
  readonly isGone?: (lesson: Lesson) => boolean
}

type Ports = Pick<PublisherPorts, 'files' | 'config'>

/** What belongs in which file now. */
export async function wantedFiles(
  stock: Stock,
  places: ClientPlaces,
  ports: Ports,
  supports: Supports,
  { isApproved = () => false, isGone = () => false }: Exceptions = {},
): Promise<WantedFiles> {
  const due: Lesson[] = []
  const proposable: Lesson[] = []
  for (const lesson of stock.lessons.filter((each) => each.state === 'active' && !isGone(each))) {
    const limits = ports.config.settings(lesson.project)
    const isKnown =
      isWritten(lesson, stock) || lesson.decidedBy !== undefined || lesson.support < limits.learn.occurrences
    const support = isKnown ? { signals: [], isLive: false } : await supports.of(lesson)
    const standing = standingOf(lesson, isWritten(lesson, stock), support, limits)
    if (standing === 'write' || (isApproved(lesson) && lesson.type === 'rule')) due.push(lesson)
    else if (standing === 'propose') proposable.push(lesson)
  }
  const placing = new Placing(stock, places, ports)
  const files: WantedFile[] = []
  const proposed: ProposedFile[] = []
  for (const lesson of due) {
    const isWide = lesson.scope === 'everywhere' && lesson.decidedBy === undefined && !isApproved(lesson)
    const asked = isWritten(lesson, stock) && isWide ? undefined : await placing.widerFile(lesson, due)
    if (asked !== undefined) proposed.push({ lesson, path: asked, why: WIDER })
    if (!isWide || isWritten(lesson, stock))
      for (const file of await placing.filesFor(lesson, due)) add(files, file, stock)
  }
  for (const lesson of proposable) proposed.push({ lesson, path: (await placing.filesFor(lesson, due))[0]?.path ?? '' })
  return { files, proposed: proposed.filter(({ path }) => path !== '') }
}

const isWritten = ({ id }: Lesson, { artifacts }: Stock): boolean => artifacts.some((one) => isWrittenIn(one, id))

/** One file for all its lessons; of two from different projects that say the same, the older is enough. */
function add(files: WantedFile[], file: WantedFile, stock: Stock): void {
  const [lesson] = file.lessons
  const artifact = artifactAt(stock, file.path)
  if (lesson === undefined || (artifact && isDeletedFrom(artifact, lesson))) return
  const at = files.findIndex(({ path }) => path === file.path)
  const known = files[at]
  if (known === undefined) files.push(file)
  else if (!known.lessons.some((other) => other.project !== lesson.project && saysSame(other, lesson)))
    files[at] = { ...known, lessons: [...known.lessons, lesson] }
}

/** Decides which files a lesson belongs in. */
class Placing {
  readonly #stock: Stock
  readonly #places: ClientPlaces
  readonly #ports: Ports
  readonly #skills = new Map<string, string>()

  constructor(stock: Stock, places: ClientPlaces, ports: Ports) {
    this.#stock = stock
    this.#places = places
    this.#ports = ports
  }

  async filesFor(lesson: Lesson, due: readonly Lesson[]): Promise<readonly WantedFile[]> {
    const { artifacts } = this.#ports.config.settings(lesson.project)
    const isAlready = (type: ArtifactType) =>
      this.#stock.artifacts.some((one) => one.type === type && isWrittenIn(one, lesson.id))
    const kinds = [
      ...(artifacts.claudeMd || isAlready('block') ? [this.#block(lesson, due)] : []),
      ...(artifacts.skills || isAlready('skill') ? [this.#skill(lesson, due)] : []),
    ]
    const found = await Promise.all(kinds)
    return found.filter((file) => file !== undefined)
  }

  /**
   * The file beyond its own project that a lesson may belong in, as long as nobody said where it goes: the person's own if it
   * holds everywhere; of a rule that several projects have, the nearest above two of them, else the person's own.
   */
  async widerFile(lesson: Lesson, due: readonly Lesson[]): Promise<string | undefined> {
    const others = counterpartsOf(lesson, due)
    if (lesson.decidedBy !== undefined || this.#chosen(lesson, due) !== undefined) return undefined
    if (lesson.scope !== 'everywhere' && others.length === 0) return undefined
    const above = others.length === 1 && others[0] !== undefined ? await this.#above(lesson, others[0]) : undefined
    return above ?? (await this.#first(this.#places.personal.instructions))
  }

  #chosen(lesson: Lesson, due: readonly Lesson[]): string | undefined {
    return chosenFor(lesson, counterpartsOf(lesson, due)[0], this.#stock.lessons)
  }

  /** Whether the lesson belongs in the files of its project alone: always, unless a person wants it in a wider one. */
  #isOwn(lesson: Lesson, due: readonly Lesson[]): boolean {
    const chosen = this.#chosen(lesson, due)
    return chosen === undefined ? lesson.scope !== 'everywhere' : chosen === OWN
  }

  async #block(lesson: Lesson, due: readonly Lesson[]): Promise<WantedFile | undefined> {
    const file = { type: 'block', lessons: [lesson] } as const
    const { personal, project } = this.#places
    if (this.#isOwn(lesson, due)) {
      const own = await this.#rootOf(lesson)
      if (own === undefined) return undefined
      const set = this.#ports.config.settings(lesson.project).artifacts.claudeMdPath
      return { ...file, ...(set === '' ? await this.#instructionsIn(own, project.instructions) : within(own, set)) }
    }
    const chosen = this.#chosen(lesson, due)
    if (chosen !== undefined && chosen !== GLOBAL) return { ...file, path: chosen, root: undefined }
    return { ...file, path: (await this.#first(personal.instructions)) ?? '', root: undefined }
  }

  async #skill(lesson: Lesson, due: readonly Lesson[]): Promise<WantedFile | undefined> {
    const file = { type: 'skill', lessons: [lesson] } as const
    const { personal, project } = this.#places
    const isOwn = this.#isOwn(lesson, due)
    const root = isOwn ? await this.#rootOf(lesson) : undefined
    if (isOwn && root === undefined) return undefined
    const set = this.#ports.config.settings(lesson.project).artifacts.skillsDir
    const folder = root === undefined ? { path: personal.skills, root } : within(root, set || project.skills)
    return { ...file, path: await this.#skillPath(lesson, folder.path), root: folder.root }
  }

  /** The path that the lesson's skill has, else one that no other file has. */
  async #skillPath(lesson: Lesson, folder: string): Promise<string> {
    const own = this.#stock.artifacts.find(
      (one) =>
        one.type === 'skill' && one.lesson === lesson.id && one.state !== 'removed' && one.path.startsWith(folder),
    )
    const name = skillName(lesson)
    const plain = join(folder, name, 'SKILL.md')
    const isTaken =
      (this.#skills.get(plain) ?? lesson.id) !== lesson.id || (await this.#ports.files.existing([plain])) !== undefined
    const path = own?.path ?? (isTaken ? join(folder, `${name}-${lesson.id.slice(2, 8)}`, 'SKILL.md') : plain)
    this.#skills.set(path, lesson.id)
    return path
  }

  /** The folder in which the lesson holds, if it is there. */
  async #rootOf({ project, folder = '' }: Lesson): Promise<string | undefined> {
    const top = this.#stock.projects.get(project)?.root
    const root = top && join(top, folder)
    if (root === undefined || root.split(sep).includes('.git')) return undefined
    return (await this.#ports.files.isFolder(root)) ? root : undefined
  }

  /** The file in a project that has a block already, else the first that exists. */
  async #instructionsIn(root: string, names: readonly string[]) {
    const paths = names.map((name) => join(root, name))
    const used = paths.find((path) => artifactAt(this.#stock, path)?.state === 'written')
    return { path: used ?? (await this.#first(paths)) ?? '', root }
  }

  /** The nearest instruction file above the folders of two lessons. */
  async #above(one: Lesson, other: Lesson): Promise<string | undefined> {
    const [own, second] = [await this.#rootOf(one), await this.#rootOf(other)]
    if (own === undefined || second === undefined) return undefined
    for (let folder = dirname(own); dirname(folder) !== folder; folder = dirname(folder)) {
      if (!isIn(second, folder)) continue
      const path = await this.#ports.files.existing(this.#places.project.instructions.map((name) => join(folder, name)))
      if (path !== undefined) return path
    }
    return undefined
  }

  #first = async (paths: readonly string[]): Promise<string | undefined> =>
    (await this.#ports.files.existing(paths)) ?? paths[0]
}

const isIn = (path: string, folder: string): boolean => `${path}${sep}`.startsWith(`${folder}${sep}`)

/** Only an absolute path, which only the person can set, may be outside of the project. */
const within = (root: string, path: string) =>
  isAbsolute(path) ? { path, root: undefined } : { path: join(root, path), root }
