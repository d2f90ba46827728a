import type { Signal } from '../domain/nouns/signal.ts'
import type { Clock, Journal, Ledger, Memories } from '../ports.ts'

/** Its dependencies. */
export interface KnownRecipesPorts {
  readonly memories: Pick<Memories, 'records'>
  readonly clock: Clock
}

/** Signals of a project, of which recipes are a part; and how many projects are cached. */
const MOST = 2000
const PROJECTS = 20
/** How long they are cached (milliseconds): an import or a restored archive bypasses the journal. */
const FRESH_MS = 10 * 60_000

interface Loaded {
  readonly at: number
  readonly recipes: Promise<readonly Signal[]>
}

/** Keeps in memory which command worked in place of one that failed, since every failing command asks for it. */
export class KnownRecipes {
  readonly #ports: KnownRecipesPorts
  readonly #projects = new Map<string, Loaded>()

  constructor(ports: KnownRecipesPorts) {
    this.#ports = ports
  }

  /** Those of a project, newest first, as of a time. */
  async of(project: string, at: number): Promise<readonly Signal[]> {
    const recipes = await this.#loaded(project)
    return recipes.filter((each) => each.at <= at)
  }

  /** Reads them again at the next question, because they may have changed. */
  lookAgain(): void {
    this.#projects.clear()
  }

  /** The journal, observed for new recipes. */
  watching(journal: Journal): Journal {
    const commit: Journal['commit'] = async (each) => {
      const done = await journal.commit(each)
      for (const change of each.changes)
        if (change.kind === 'signal' && change.record.type === 'recovery') this.#projects.delete(change.record.project)
      return done
    }
    return { ...journal, commit }
  }

  /** The ledger, observed for recipes that are forgotten. */
  watchingLedger(ledger: Ledger): Ledger {
    const forget: Ledger['forget'] = async (...given) => {
      const done = await ledger.forget(...given)
      this.lookAgain()
      return done
    }
    return { ...ledger, forget }
  }

  #loaded(project: string): Promise<readonly Signal[]> {
    const { clock, memories } = this.#ports
    const known = this.#projects.get(project)
    if (known !== undefined && clock.now() - known.at < FRESH_MS) return known.recipes
    const signals = memories.records({ noun: 'signal', project, limit: MOST })
    const loaded = { at: clock.now(), recipes: signals.then((all) => all.filter(({ type }) => type === 'recovery')) }
    if (this.#projects.size >= PROJECTS) this.#projects.clear()
    this.#projects.set(project, loaded)
    loaded.recipes.catch(() => this.#projects.delete(project))
    return loaded.recipes
  }
}
