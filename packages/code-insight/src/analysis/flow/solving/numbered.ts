/** Values and nodes have smaller numbers: memory ends long before. */
const MOST = 2 ** 26

/** One number for two. */
export const pairOf = (first: number, second: number): number => first * MOST + second

/** Numbers by a name and a number: many times faster than one table by a text of both. */
export class NumberedTables {
  readonly #byName = new Map<string, Map<number, number>>()

  at(name: string): Map<number, number> {
    const found = this.#byName.get(name)
    if (found) return found
    const made = new Map<number, number>()
    this.#byName.set(name, made)
    return made
  }
}

/** Sets of numbers by a name. */
export class NumberedSets {
  readonly #byName = new Map<string, Set<number>>()

  /** True if the number was not there. */
  add(name: string, number: number): boolean {
    const found = this.#byName.get(name)
    if (found) return found.size < found.add(number).size
    this.#byName.set(name, new Set([number]))
    return true
  }
}
