import type { IndexedFiles, KnownFile } from './indexed-files.ts'

/** What flows from one part to another is not seen, and what is solved together takes memory. */
const MOST_LINES = 15_000

/**
 * The parts of a project that are resolved together: neighbours by their paths. They stay the same while no file comes or
 * goes, so that a file that is resolved again has the calls that it had.
 */
export class ProjectParts {
  readonly #known: IndexedFiles
  #parts: ReadonlyMap<KnownFile, readonly KnownFile[]> | undefined

  constructor(known: IndexedFiles) {
    this.#known = known
  }

  /** The part that a file belongs to; the file alone if it was left out. */
  of(file: KnownFile): readonly KnownFile[] {
    this.#parts ??= this.#divided()
    return this.#parts.get(file) ?? [file]
  }

  /** Files came or went, or all were read for the first time. */
  forget(): void {
    this.#parts = undefined
  }

  #divided(): ReadonlyMap<KnownFile, readonly KnownFile[]> {
    const sorted = [...this.#known.code()].sort((a, b) => (a.path < b.path ? -1 : 1))
    const parts = new Map<KnownFile, readonly KnownFile[]>()
    let part: KnownFile[] = []
    let lines = 0
    for (const file of sorted) {
      lines += file.lines
      if (lines > MOST_LINES && part.length > 0) {
        part = []
        lines = file.lines
      }
      part.push(file)
      parts.set(file, part)
    }
    return parts
  }
}
