/** The names under which something is stored in values. */
export class StoredNames {
  readonly #names = new Map<number, Set<string>>()
  readonly #told = new Map<number, ((name: string) => void)[]>()

  /** Something is stored under a name of a value. */
  add(value: number, name: string): void {
    const names = this.#names.get(value)
    if (names?.has(name)) return
    if (names) names.add(name)
    else this.#names.set(value, new Set([name]))
    for (const tell of this.#told.get(value) ?? []) tell(name)
  }

  has(value: number, name: string): boolean {
    return this.#names.get(value)?.has(name) ?? false
  }

  /** Tells each of a value's names, those of later too. */
  each(value: number, tell: (name: string) => void): void {
    const told = this.#told.get(value)
    if (told) told.push(tell)
    else this.#told.set(value, [tell])
    for (const name of [...(this.#names.get(value) ?? [])]) tell(name)
  }
}
