import { lstat, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { slug } from '../../domain/archive/markdown.ts'
import {
  eventPart,
  handoffPart,
  head,
  type IndexEntry,
  indexPage,
  MARK,
  observationPart,
  promptPart,
  summaryPart,
} from '../../domain/archive/story.ts'
import type { Project } from '../../domain/nouns/project.ts'
import type { Prompt } from '../../domain/nouns/prompt.ts'
import type { Session } from '../../domain/nouns/session.ts'
import type { Archived, ArchiveKind } from '../../ports.ts'
import { type Exporting, pagesOf, writeArchive } from './export.ts'
import { IN_FOLDER, writeWhole } from './place.ts'

/** The kinds that appear on pages, which are read twice. */
export const ON_PAGES: readonly ArchiveKind[] = [
  'project',
  'session',
  'event',
  'prompt',
  'observation',
  'summary',
  'handoff',
]

/** The result of writing a folder. */
export interface Written {
  readonly files: number
  readonly bytes: number
  readonly left: readonly string[]
}

/** Writes a folder for people: the whole archive, a folder for each project, a page for each session, and an index. */
export async function writeFolder(dir: string, exporting: Exporting): Promise<Written> {
  const shelf = new Shelf(dir, exporting)
  const projects = new Map<string, Project>()
  const entries = new Map<string, IndexEntry[]>()
  for await (const project of shelf.each('project')) projects.set(project.id, project)
  for await (const session of shelf.each('session')) {
    const project = projects.get(session.project) ?? { id: session.project, name: session.project, root: '' }
    const entry = await shelf.page(session, project)
    entries.set(project.id, [...(entries.get(project.id) ?? []), entry])
    projects.set(project.id, project)
  }
  const listed = [...entries].map(([id, sessions]) => ({
    ...(projects.get(id) as Project),
    sessions: sessions.sort((a, b) => a.at - b.at),
  }))
  await shelf.put('index.md', indexPage(listed.sort((a, b) => (a.name < b.name ? -1 : 1))))
  // Written last: a folder that contains it is recognised as a complete export
  const bytes = await writeArchive(join(dir, IN_FOLDER), exporting)
  return { files: shelf.files + 1, bytes: shelf.bytes + bytes, left: shelf.left }
}

/** The files of one folder. */
class Shelf {
  files = 0
  bytes = 0
  readonly left: string[] = []
  readonly #dir: string
  readonly #exporting: Exporting
  readonly #taken = new Map<string, string>()

  constructor(dir: string, exporting: Exporting) {
    this.#dir = dir
    this.#exporting = exporting
  }

  async *each<K extends ArchiveKind>(kind: K, session?: string): AsyncGenerator<Archived[K]> {
    const { snapshot, at, onStep } = this.#exporting
    const of = { kind, asOf: at, ...(session !== undefined && { session }) }
    for await (const { text, records } of pagesOf(snapshot, of)) {
      for (const line of text.split('\n')) if (line !== '') yield JSON.parse(line).record as Archived[K]
      onStep(records)
    }
  }

  /** Writes a session's page; only its lines are kept in memory meanwhile. */
  async page(session: Session, project: Project): Promise<IndexEntry> {
    const { id, startedAt } = session
    const [summaries, handoffs, observations] = [
      await this.#parts('summary', id, summaryPart),
      await this.#parts('handoff', id, handoffPart),
      await this.#parts('observation', id, observationPart),
    ]
    const { happened, events, prompts } = await this.#course(id)
    const title = session.title ?? firstWords(prompts)
    const counts = {
      prompts: prompts.length,
      events,
      observations: observations.length,
      summaries: summaries.length,
      handoffs: handoffs.length,
    }
    const text = [
      head(session, project.name, title, counts),
      ...chapter('Where it stood', summaries),
      ...chapter('Handed over', handoffs),
      ...chapter('Observed', observations),
      ...chapter('What happened', [happened.join('\n')]),
    ].join('\n')
    const folder = this.#name(`project ${project.id}`, [slug(project.name) || 'project', slug(project.id, 8)], '')
    const day = new Date(startedAt).toISOString().slice(0, 10)
    const link = this.#name(`session ${id}`, [folder, '/', day, slug(id, 36) || 'session'], '.md')
    await this.put(link, `${text}\n`)
    return { at: startedAt, title, link, prompts: counts.prompts }
  }

  /** Writes a page, unless a foreign file has its name. */
  async put(name: string, text: string): Promise<void> {
    const path = join(this.#dir, name)
    const folder = join(path, '..')
    await mkdir(folder, { mode: 0o700 }).catch(() => undefined)
    const isOurs = (await lstat(folder)).isDirectory() && (await isPage(path))
    if (!isOurs) {
      this.left.push(path)
      return
    }
    this.bytes += await writeWhole(path, (draft) => draft.write(text))
    this.files++
  }

  async #parts<K extends ArchiveKind>(kind: K, session: string, show: (record: Archived[K]) => string) {
    const parts: string[] = []
    for await (const record of this.each(kind, session)) parts.push(show(record))
    return parts
  }

  /** Events in order, with each prompt in the position of its event. */
  async #course(session: string) {
    const prompts: Prompt[] = []
    for await (const prompt of this.each('prompt', session)) prompts.push(prompt)
    const byEvent = new Map(prompts.map((prompt) => [prompt.event, prompt]))
    const happened: string[] = []
    let events = 0
    for await (const event of this.each('event', session)) {
      const prompt = byEvent.get(event.id)
      byEvent.delete(event.id)
      happened.push(prompt === undefined ? eventPart(event) : promptPart(prompt))
      events++
    }
    return { happened: [...happened, ...[...byEvent.values()].map(promptPart)], events, prompts }
  }

  /** A name that is unique in this folder, even on a case-insensitive disk. */
  #name(of: string, parts: readonly string[], end: string): string {
    const wanted = parts.join('-').replace('-/-', '/')
    for (let n = 1; ; n++) {
      const name = `${wanted}${n === 1 ? '' : `-${n}`}${end}`
      const holder = this.#taken.get(name) ?? of
      if (holder !== of) continue
      this.#taken.set(name, of)
      return name
    }
  }
}

const chapter = (title: string, parts: readonly string[]): readonly string[] =>
  parts.some((part) => part !== '') ? [`\n## ${title}\n`, parts.join('\n\n')] : []

const OPENING = 100
const firstWords = (prompts: readonly Prompt[]): string =>
  (prompts.find(({ origin }) => origin !== 'machine')?.text ?? '').trimStart().split('\n', 1)[0]?.slice(0, OPENING) ??
  ''

/** Whether a page may be written here: nothing exists, or a page from an earlier export. */
async function isPage(path: string): Promise<boolean> {
  const there = await lstat(path).catch(() => undefined)
  if (there === undefined) return true
  if (!there.isFile()) return false
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MARK.length), 0, MARK.length, 0)
    return buffer.subarray(0, bytesRead).toString() === MARK
  } finally {
    await handle.close()
  }
}
