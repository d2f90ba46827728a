import type { Signal } from '../domain/nouns/signal.ts'
import type { Memories } from '../ports.ts'
import { Followed } from './followed.ts'

/** Signals of a project, of which recipes are a part; and how many projects are cached. */
const MOST = 2000
const PROJECTS = 20

const isRecipe = ({ type }: Pick<Signal, 'type'>): boolean => type === 'recovery'

/** Keeps in memory which command worked in place of one that failed, since every failing command asks for it. */
export class KnownRecipes extends Followed<readonly Signal[]> {
  constructor({ memories }: { readonly memories: Pick<Memories, 'records'> }) {
    super({
      load: async (project) => (await memories.records({ noun: 'signal', project, limit: MOST })).filter(isRecipe),
      kinds: ['signal'],
      most: PROJECTS,
      update: (recipes, { changes }) =>
        changes.some((change) => change.kind === 'signal' && isRecipe(change.record)) ? undefined : recipes,
    })
  }

  /** Those of a project, newest first, as of a time. */
  async asOf(project: string, at: number): Promise<readonly Signal[]> {
    return (await this.of(project)).filter((each) => each.at <= at)
  }
}
