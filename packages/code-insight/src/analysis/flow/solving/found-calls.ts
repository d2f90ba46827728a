/** How sure an edge is: by what flows there, by a receiver that passed itself on from its class's methods, by a declared type, by overriding that, by the name behind a decorator, by name alone. */
export type Via = 'exact' | 'own' | 'declared' | 'below' | 'weak' | 'guess'

/** A possible call of one entity. */
export interface FoundCall {
  readonly file: number
  readonly site: number
  readonly group: string
  readonly target: readonly [file: number, entity: number]
  readonly via: Via
  /** Of a class whose inherited constructor runs. */
  readonly inherits?: true | undefined
}

const RANK: Readonly<Record<Via, number>> = { exact: 0, own: 1, declared: 2, below: 3, weak: 4, guess: 5 }

/** The calls that were found, each once, by what makes it the most sure. */
export class FoundCalls {
  readonly #calls = new Map<string, FoundCall>()
  readonly #doubted = new Set<string>()

  add(found: FoundCall): void {
    const key = `${found.file}|${found.group}|${found.target[0]}|${found.target[1]}`
    const before = this.#calls.get(key)
    if (before === undefined || RANK[found.via] < RANK[before.via]) this.#calls.set(key, found)
  }

  /** From now on, no call of this group is certain: the value that decides may be a builtin one. */
  doubt(file: number, group: string): void {
    this.#doubted.add(`${file}|${group}`)
  }

  *all(): Iterable<FoundCall> {
    for (const call of this.#calls.values())
      yield call.via === 'exact' && this.#doubted.has(`${call.file}|${call.group}`) ? { ...call, via: 'weak' } : call
  }
}
