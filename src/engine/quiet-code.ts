import { dirname, resolve } from 'node:path'
import type { CodeQuestion, CodeReach } from '@hindcast/code-insight'
import { relativePath } from '@hindcast/text/paths.ts'
import { HindcastError } from '../domain/errors.ts'
import { countedAs } from '../domain/settlement.ts'
import type { Clock, Code, CodeIndexes, CodeMeanings, Config, Evidence, Ledger, Workspace } from '../ports.ts'

/** What decides whether a project's code may be read. */
export interface QuietParts {
  readonly code: Code & CodeMeanings & CodeIndexes
  readonly evidence: Pick<Evidence, 'places'>
  readonly ledger: Pick<Ledger, 'silences' | 'paused'>
  readonly workspace: Pick<Workspace, 'locate'>
  readonly config: Pick<Config, 'refresh' | 'settings'>
  readonly clock: Clock
}

/** Code of which nothing is read, indexed or embedded where Hindcast is paused or switched off. */
export class QuietCode implements Code, CodeMeanings {
  readonly #parts: QuietParts

  constructor(parts: QuietParts) {
    this.#parts = parts
  }

  async ask(folder: string, question: CodeQuestion, within: CodeReach) {
    for (const each of [folder, ...foldersIn(folder, question)]) {
      const why = await this.#quiet(each)
      if (why !== undefined)
        throw new HindcastError('code-failed', `Hindcast is ${why} in ${each}`, { remedy: REMEDIES[why] })
    }
    await this.#spare(folder)
    return this.#parts.code.ask(folder, question, within)
  }

  async refresh(folder: string): Promise<void> {
    // Where nobody can tell, as when the store is closing, nothing is read
    const isOpen = await this.#isOpen(folder).catch(() => false)
    if (isOpen) await this.#parts.code.refresh(folder)
  }

  async unembedded(folder: string, limit: number) {
    return (await this.#isOpen(folder)) ? this.#parts.code.unembedded(folder, limit) : []
  }

  async embed(folder: string, found: Parameters<CodeMeanings['embed']>[1]): Promise<void> {
    if (await this.#isOpen(folder)) await this.#parts.code.embed(folder, found)
  }

  sweep(now: number): Promise<void> {
    return this.#parts.code.sweep(now)
  }

  close(): Promise<void> {
    return this.#parts.code.close()
  }

  /** Deletes all indexes, which are made again from the files as they are then. */
  forget(): Promise<void> {
    return this.#parts.code.forget()
  }

  /** What is being read when something is paused ends. */
  rest(): void {
    this.#parts.code.rest()
  }

  async #isOpen(folder: string): Promise<boolean> {
    if ((await this.#quiet(folder)) !== undefined) return false
    await this.#spare(folder)
    return true
  }

  /** Whoever asks about a folder is told nothing of projects in it that are paused or switched off. */
  async #spare(folder: string): Promise<void> {
    const { evidence, ledger, workspace, config, clock, code } = this.#parts
    const [places, pauses, place] = await Promise.all([
      evidence.places(),
      ledger.paused(clock.now()),
      workspace.locate(folder),
    ])
    const top = place.worktree ?? place.project.root
    const inside = places.filter(({ root }) => relativePath(root, top) !== root)
    await Promise.all(inside.map(({ id, root }) => config.refresh(id, root)))
    const paused = new Set(pauses.flatMap(({ session, project }) => (session === undefined ? (project ?? []) : [])))
    const isQuiet = (id: string) => paused.has(id) || !config.settings(id).enabled
    code.spare(places.flatMap(({ id, root }) => (isQuiet(countedAs(id, places)?.id ?? id) ? [root] : [])))
  }

  async #quiet(folder: string): Promise<keyof typeof REMEDIES | undefined> {
    const { ledger, workspace, config, clock } = this.#parts
    const { project, worktree } = await workspace.locate(folder)
    await config.refresh(project.id, worktree ?? project.root)
    if (!config.settings(project.id).enabled) return 'switched off'
    const now = clock.now()
    const spans = await ledger.silences({ session: '', project: project.id })
    return spans.some(({ from, until }) => now >= from && (until === undefined || now < until)) ? 'paused' : undefined
  }
}

const REMEDIES = { paused: 'to go on, run hindcast resume', 'switched off': 'see the setting `enabled`' } as const

/** Another project's path may be asked about. */
const foldersIn = (folder: string, question: CodeQuestion): readonly string[] => {
  const target = 'target' in question ? (question.target ?? '') : ''
  if (target === '') return []
  const path = resolve(folder, target)
  return [path, dirname(path)]
}
