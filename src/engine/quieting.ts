import type { Quieter } from '../domain/facts.ts'
import { ENOUGH, isUsedNoMore, type UseFigures } from '../domain/memory/use.ts'
import type { Clock, History, Log, Scope } from '../ports.ts'
import type { Health } from './registry.ts'

/** Its dependencies. */
interface QuietingPorts {
  readonly history: Pick<History, 'uses'>
  readonly clock: Clock
  readonly log: Log
}

/** How many of its newest tellings a behaviour is judged by, so that it recovers when they are used again. */
const NEWEST = 1_000
/** How long figures are considered fresh. */
const FRESH_MS = 600_000

type Figures = ReadonlyMap<string, UseFigures>

/**
 * Decides which behaviours tell half of what they would, because their records are used no more often than those told
 * to other sessions. Uses the project's figures if there are enough, otherwise those of all projects. Cached in memory,
 * so that no answer waits for the store.
 */
export class Quieting {
  readonly #ports: QuietingPorts
  /** By project; the totals have an empty name. */
  readonly #known = new Map<string, { readonly at: number; readonly figures: Figures }>()

  constructor({ history, clock, log }: QuietingPorts) {
    this.#ports = { history, clock, log }
  }

  /** Reloads the figures of a project and the totals, unless they are fresh. Never rejects. */
  async refresh(project = ''): Promise<void> {
    for (const each of new Set(['', project])) {
      const now = this.#ports.clock.now()
      const known = this.#known.get(each)
      if (known !== undefined && now - known.at < FRESH_MS) continue
      this.#known.set(each, { at: now, figures: known?.figures ?? new Map() })
      try {
        const filter = { by: 'behaviour', project: each === '' ? undefined : each, newest: NEWEST } as const
        const found = await this.#ports.history.uses(filter)
        this.#known.set(each, { at: now, figures: new Map(found.map((one) => [one.of, one])) })
      } catch (error) {
        this.#ports.log.error('figures of use could not be read', { error: String(error) })
      }
    }
  }

  /** Loads a project's figures if they are not loaded yet. Never rejects. */
  async learn(project: string): Promise<void> {
    if (!this.#known.has(project)) await this.refresh(project)
  }

  isQuiet(behaviour: string, project: string): boolean {
    return this.#figuresOf(behaviour, project) !== undefined
  }

  /** The behaviours that are quieter in a project. */
  list(project = ''): readonly Quieter[] {
    const names = new Set([project, ''].flatMap((each) => [...(this.#known.get(each)?.figures.keys() ?? [])]))
    return [...names].sort().flatMap((behaviour) => {
      const figures = this.#figuresOf(behaviour, project)
      return figures === undefined ? [] : [{ behaviour, figures }]
    })
  }

  /** Adds to each behaviour's health whether it is quieter, and why. */
  withFigures(health: readonly Health[], { project }: Scope = {}): readonly Health[] {
    return health.map((each) => {
      const quieter = this.#figuresOf(each.behaviour, project ?? '')
      return quieter === undefined ? each : { ...each, quieter }
    })
  }

  #figuresOf(behaviour: string, project: string): UseFigures | undefined {
    const own = this.#known.get(project)?.figures.get(behaviour)
    const figures = own !== undefined && own.compared >= ENOUGH ? own : this.#known.get('')?.figures.get(behaviour)
    return figures !== undefined && isUsedNoMore(figures) ? figures : undefined
  }
}
