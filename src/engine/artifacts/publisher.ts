import { isWrittenIn } from '../../domain/artifacts/standing.ts'
import { deriveId } from '../../domain/identity.ts'
import type { Artifact } from '../../domain/nouns/artifact.ts'
import type { Lesson } from '../../domain/nouns/lesson.ts'
import type { Artifacts, FileChange, Undone } from '../../ports.ts'
import { type ReadBack, readBack } from './edits.ts'
import { type Rewrite, rewritten } from './rewrite.ts'
import { artifactAt, type ClientPlaces, type PublisherPorts, type Stock, stockOf } from './stock.ts'
import { Supports } from './support.ts'
import { type Exceptions, type WantedFile, type WantedFiles, wantedFiles } from './wanted.ts'

/** Keeps files in line with the lessons: one change at a time, in this process and among all. */
export class Publisher implements Artifacts {
  #ports: PublisherPorts | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** From now on files are written, with these ports. */
  serve(ports: PublisherPorts): void {
    this.#ports = ports
  }

  /** Waits for what is being written. */
  async close(): Promise<void> {
    this.#ports = undefined
    await this.#last
  }

  async sync(): Promise<void> {
    await this.#alone((ports, places) => this.#synced(ports, places)).catch((error) =>
      this.#ports?.log.error('lessons could not be written to files', { error: String(error) }),
    )
  }

  async withdraw(ids: readonly string[]): Promise<void> {
    const gone = new Set(ids)
    await this.#alone((ports, places) => this.#synced(ports, places, { isGone: ({ id }) => gone.has(id) }))
  }

  async preview({ ids, project }: Parameters<Artifacts['preview']>[0]): Promise<readonly FileChange[]> {
    const isApproved = (lesson: Lesson) =>
      ids ? ids.includes(lesson.id) : project === undefined || lesson.project === project
    const changes = await this.#alone(async (ports, places) => {
      const { stock } = await readBack(await stockOf(ports), ports)
      const known = ids
        ? { ...stock, lessons: stock.lessons.map((one) => (isApproved(one) ? approved(one, stock.now) : one)) }
        : stock
      const supports = new Supports(ports)
      const { files } = await wantedFiles(known, places, ports, supports, { isApproved })
      const planned = await Promise.all(allFiles(files, known).map((file) => plan(file, known, supports, ports)))
      return planned.flatMap((one) => ('path' in one && one.before !== one.after ? [one] : []))
    })
    return changes ?? []
  }

  async undo(most: number): Promise<readonly Undone[]> {
    const undone = await this.#alone(async (ports, places) => {
      const stock = await stockOf(ports)
      const found = takenBack(stock).slice(0, most)
      for (const { lesson, restored } of found)
        for (const one of [lesson, ...restored]) await keepLesson(one, stock, ports)
      await this.#synced(ports, places)
      return found
    })
    return undone ?? []
  }

  async undoable(most: number): Promise<readonly Undone[]> {
    return this.#ports === undefined ? [] : takenBack(await stockOf(this.#ports)).slice(0, most)
  }

  async purge(root?: string): Promise<readonly string[]> {
    const purged = await this.#alone(async (ports) => {
      const stock = await stockOf(ports)
      const ours = stock.artifacts.filter((one) => root === undefined || one.root === root)
      const changes = ours.filter(({ state }) => state === 'written').map((one) => ({ ...emptied(one) }))
      for (const file of changes) await carryOut(file, stock, new Supports(ports), ports)
      for (const one of ours.filter(({ state }) => state !== 'written'))
        await keepArtifact({ ...one, state: 'removed', isTold: true }, stock, ports)
      return changes.map(({ path }) => path)
    })
    return purged ?? []
  }

  async #synced(ports: PublisherPorts, places: ClientPlaces, exceptions: Exceptions = {}): Promise<void> {
    const found = await readBack(await stockOf(ports), ports)
    await keepEdits(found, ports)
    const { stock } = found
    const supports = new Supports(ports)
    const wanted = await wantedFiles(stock, places, ports, supports, exceptions)
    for (const file of allFiles(wanted.files, stock)) await carryOut(file, stock, supports, ports)
    await keepProposals(wanted, stock, ports)
  }

  #alone<T>(work: (ports: PublisherPorts, places: ClientPlaces) => Promise<T>): Promise<T | undefined> {
    const done = this.#last.then(() => {
      const { places } = this.#ports ?? {}
      const ports = this.#ports
      return ports && places && ports.files.exclusively(() => work(ports, places))
    })
    this.#last = done.catch(() => undefined)
    return done
  }
}

const approved = (lesson: Lesson, at: number): Lesson => ({ ...lesson, state: 'active', decidedBy: 'person', at })

/** The files that lessons belong in, and those that have lessons no longer. */
const allFiles = (wanted: readonly WantedFile[], { artifacts }: Stock): readonly WantedFile[] => [
  ...wanted,
  ...artifacts
    .filter(({ state, path }) => state === 'written' && !wanted.some((file) => file.path === path))
    .map(emptied),
]

const emptied = ({ type, path, root }: Artifact): WantedFile => ({ type, path, root, lessons: [] })

/** How a file has to change, or why it cannot be. */
async function plan(file: WantedFile, stock: Stock, supports: Supports, { files }: PublisherPorts) {
  const read = await files.read(file.path, file.root)
  if ('refused' in read) return read
  try {
    const ground = { before: read.text, known: artifactAt(stock, file.path), supports, now: stock.now }
    return await rewritten(file, ground)
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) }
  }
}

/** The record is written first, so that nothing is ever in a file that a purge does not know about. */
async function carryOut(file: WantedFile, stock: Stock, supports: Supports, ports: PublisherPorts): Promise<void> {
  const planned = await plan(file, stock, supports, ports)
  if ('refused' in planned) return refuse(file, planned.refused, stock, ports)
  const { before, after, path } = planned
  if (before === after) return settleRewrite(planned, stock, ports)
  const artifact = await backedUp(planned, ports)
  await keepArtifact(artifact, stock, ports)
  const done = await ports.files.change({ path, before, after }, file.root)
  if ('refused' in done) return refuse(file, done.refused, stock, ports)
  if (done.folders.length > 0) await keepArtifact({ ...artifact, folders: done.folders }, stock, ports)
  if (artifact.state === 'removed') await tidy(artifact, ports)
}

/** A file that needs no change, whose record may: an edit was noted, or the rules are already gone from it. */
async function settleRewrite({ artifact, before }: Rewrite, stock: Stock, ports: PublisherPorts): Promise<void> {
  const known = artifactAt(stock, artifact.path)
  const isSame = known !== undefined && JSON.stringify(known.rules) === JSON.stringify(artifact.rules)
  if (isSame && known.state === artifact.state) return
  if (known === undefined && before === undefined) return
  await keepArtifact({ ...artifact, at: known?.at ?? artifact.at }, stock, ports)
}

async function backedUp({ artifact, before }: Rewrite, { files }: PublisherPorts): Promise<Artifact> {
  if (artifact.type !== 'block' || artifact.backup !== undefined || artifact.isCreated || before === undefined)
    return artifact
  if (artifact.state === 'removed') return artifact
  return { ...artifact, backup: await files.backUp(`${artifact.id}.md`, before) }
}

/** Nothing is left behind: no empty folder, no copy. */
async function tidy({ folders, backup }: Artifact, { files }: PublisherPorts): Promise<void> {
  await files.removeFolders(folders)
  if (backup !== undefined) await files.dropBackup(backup)
}

async function refuse(file: WantedFile, why: string, stock: Stock, ports: PublisherPorts): Promise<void> {
  const known = artifactAt(stock, file.path)
  if (known?.why === why) return
  const blank = { rules: {}, isCreated: false, folders: [], isLoaded: true }
  const { type, path, root, lessons } = file
  const project = lessons[0]?.project ?? ''
  const id = deriveId('a', type, path, stock.now)
  const state = known?.state === 'written' ? 'written' : 'refused'
  await keepArtifact(
    { id, project, type, path, root, at: stock.now, ...blank, ...known, state, why, isTold: false },
    stock,
    ports,
  )
}

/** What may be written on approval is noted once; what was decided otherwise is no proposal any more. */
async function keepProposals({ proposed }: WantedFiles, stock: Stock, ports: PublisherPorts): Promise<void> {
  const open = stock.artifacts.filter(({ state }) => state === 'proposed')
  for (const { lesson, path, why } of proposed.filter((each) => !open.some((one) => one.lesson === each.lesson.id)))
    await keepArtifact(
      {
        id: deriveId('a', 'proposal', lesson.id),
        project: lesson.project,
        at: stock.now,
        type: 'block',
        path,
        state: 'proposed',
        lesson: lesson.id,
        rules: {},
        isCreated: false,
        folders: [],
        why,
        isTold: false,
        isLoaded: true,
      },
      stock,
      ports,
    )
  for (const one of open.filter(({ lesson }) => !proposed.some((each) => each.lesson.id === lesson)))
    await keepArtifact({ ...one, state: 'removed', isTold: true }, stock, ports)
}

async function keepEdits({ lessons, signals, artifacts, stock }: ReadBack, ports: PublisherPorts): Promise<void> {
  for (const lesson of lessons) await keepLesson(lesson, stock, ports)
  for (const signal of signals) {
    const owner = stock.projects.get(signal.project)
    if (owner) await ports.keeper.keep('signal', signal, owner)
  }
  for (const artifact of artifacts) await keepArtifact(artifact, stock, ports)
}

async function keepLesson(lesson: Lesson, { projects }: Stock, { keeper }: PublisherPorts): Promise<void> {
  const owner = projects.get(lesson.project)
  if (owner) await keeper.keep('lesson', lesson, owner)
}

async function keepArtifact(artifact: Artifact, { projects }: Stock, { keeper }: PublisherPorts): Promise<void> {
  const owner = projects.get(artifact.project)
  if (owner) await keeper.keep('artifact', artifact, owner)
}

/** Lessons that Hindcast applied or wrote by itself, the newest first, as they are once taken back. */
function takenBack({ lessons, artifacts, now }: Stock): readonly Undone[] {
  const filesOf = ({ id }: Lesson) => artifacts.filter((one) => isWrittenIn(one, id))
  const since = (lesson: Lesson) =>
    Math.max(lesson.at, ...filesOf(lesson).map(({ rules }) => rules[lesson.id]?.at ?? 0))
  const own = lessons.filter(
    (lesson) => lesson.state === 'active' && (lesson.decidedBy === undefined || filesOf(lesson).length > 0),
  )
  return own
    .toSorted((a, b) => since(b) - since(a))
    .map((before) => {
      const lesson: Lesson = { ...before, state: 'retired', isPinned: false, decidedBy: 'person', at: now }
      const replaced = lessons.filter(({ state, supersededBy }) => state === 'superseded' && supersededBy === lesson.id)
      const restored = replaced.map((one): Lesson => ({ ...one, state: 'active', supersededBy: undefined }))
      return { lesson, files: filesOf(lesson).map(({ path }) => path), restored }
    })
}
