import type { Signal } from '../domain/nouns/signal.ts'
import type { Change, Follower, Memories, StoreChange } from '../ports.ts'
import { Followed } from './followed.ts'

/** Signals of a project, of which recipes are a part; and how many projects are cached. */
const MOST = 2000
const PROJECTS = 20

/** Keeps in memory which command worked in place of one that failed, since every failing command asks for it. */
export class KnownRecipes implements Follower {
  readonly #recipes: Followed<readonly Signal[]>

  constructor({ memories }: { readonly memories: Pick<Memories, 'records'> }) {
    this.#recipes = new Followed({
      load: async (project) => {
        const signals = await memories.records({ noun: 'signal', project, limit: MOST })
        return signals.filter(({ type }) => type === 'recovery')
      },
      kinds: ['signal'],
      by: 'project',
      most: PROJECTS,
      update: (recipes, { changes }) => (changes.some(isRecipe) ? undefined : recipes),
    })
  }

  /** Those of a project, newest first, as of a time. */
  async of(project: string, at: number): Promise<readonly Signal[]> {
    return (await this.#recipes.of(project)).filter((each) => each.at <= at)
  }

  hear(change: StoreChange) {
    return this.#recipes.hear(change)
  }
}

const isRecipe = (change: Change): boolean => change.kind === 'signal' && change.record.type === 'recovery'
