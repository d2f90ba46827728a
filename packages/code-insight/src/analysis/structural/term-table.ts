import { SourceLines } from '../source-lines.ts'
import type { Term } from './terms.ts'

/** The terms of a file, each once, and the places where something is called or used. */
export class TermTable {
  readonly terms: Term[] = []
  readonly sites: [number, number][] = []
  readonly uses: [number, number][] = []
  readonly #lines: SourceLines
  readonly #indexes = new Map<string, number>()
  readonly #used = new Set<string>()

  constructor(text: string) {
    this.#lines = new SourceLines(text)
  }

  /** The index of a term. */
  of(term: Term): number {
    const key = term.join(' ')
    const before = this.#indexes.get(key)
    if (before !== undefined) return before
    const index = this.terms.push(term) - 1
    this.#indexes.set(key, index)
    return index
  }

  /** The index of a place: an entity and a line. */
  site(offset: number, owner: number): number {
    const line = this.#lines.at(offset)
    const last = this.sites.at(-1)
    if (last?.[0] === owner && last[1] === line) return this.sites.length - 1
    return this.sites.push([owner, line]) - 1
  }

  /** Something that is named other than to be called: once in an entity. */
  use(term: number, offset: number, owner: number): void {
    const [kind] = this.terms[term] as Term
    if (kind !== 'name' && kind !== 'within' && kind !== 'member') return
    const key = `${term} ${owner}`
    if (this.#used.has(key)) return
    this.#used.add(key)
    this.uses.push([term, this.site(offset, owner)])
  }
}
