import { type Clean, cleanLiteral } from '@hindcast/redaction/clean.ts'
import { cleanStringify } from '@hindcast/redaction/derived.ts'
import type { IndexFile } from './index-file.ts'

const UNDER_WORK = cleanLiteral`under work`
const ENDS = cleanLiteral`ends`

/** A file during which the process ended so often is left alone until it changes. */
const MOST_ENDS = 3

/**
 * Remembers what was being worked on, so that a file that ends the process (it hangs, or needs too much memory) does not
 * do so forever: files that were under work when a process ended are worked on alone, and given up after some times.
 */
export class Suspects {
  readonly #index: IndexFile
  readonly #ends: Map<number, number>

  constructor(index: IndexFile) {
    this.#index = index
    const ends = JSON.parse(String(index.get("SELECT value FROM meta WHERE key = 'ends'")?.value ?? '[]'))
    this.#ends = new Map(ends as [number, number][])
    const under = JSON.parse(String(index.get("SELECT value FROM meta WHERE key = 'under work'")?.value ?? '[]'))
    for (const id of under as number[]) this.#ends.set(id, (this.#ends.get(id) ?? 0) + 1)
    if ((under as number[]).length > 0) this.#save()
  }

  /** To be worked on alone. */
  has(id: number): boolean {
    return this.#ends.has(id)
  }

  isGivenUp(id: number): boolean {
    return (this.#ends.get(id) ?? 0) >= MOST_ENDS
  }

  /** Called before work on some files. */
  begin(ids: readonly number[]): void {
    this.#set(UNDER_WORK, ids)
  }

  /** Called when it is done. */
  done(ids: readonly number[]): void {
    this.#set(UNDER_WORK, [])
    const cleared = ids.filter((id) => !this.isGivenUp(id) && this.#ends.delete(id))
    if (cleared.length > 0) this.#save()
  }

  /** The file has another text now. */
  forgive(id: number): void {
    if (this.#ends.delete(id)) this.#save()
  }

  #save(): void {
    this.#set(ENDS, [...this.#ends])
  }

  #set(key: Clean, value: readonly (number | readonly number[])[]): void {
    this.#index.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', key, cleanStringify(value))
  }
}
