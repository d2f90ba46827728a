import { type Clean, cleanLiteral } from '@hindcast/redaction/clean.ts'
import { cleanWords } from '@hindcast/redaction/derived.ts'
import { baseName } from '@hindcast/text/paths.ts'
import { isCode, manifestNames, type Parsing, parsingOf } from '../../analysis/known-languages.ts'
import { mayUseNames } from '../../analysis/text-words.ts'
import type { IndexFile } from './index-file.ts'
import { DUE } from './schema.ts'

/** A file of the project as it was when it was last read. */
export interface KnownFile {
  readonly id: number
  readonly path: Clean
  readonly parsing: Parsing | undefined
  /** Read by some language's resolver. */
  readonly isManifest: boolean
  size: number
  /** Epoch milliseconds; 0: to be read in any case. */
  mtime: number
  /** The key of its facts; empty if it has none. */
  hash: Clean
  lines: number
  state: number
  /** The words of its text are in the index. */
  hasWords: boolean
}

/** The files of an index in memory, and what is due. */
export class IndexedFiles {
  readonly #index: IndexFile
  readonly #files = new Map<string, KnownFile>()
  readonly #byId = new Map<number, KnownFile>()
  #folders: ReadonlyMap<string, Clean> | undefined

  constructor(index: IndexFile) {
    this.#index = index
    for (const row of index.all(
      'SELECT id, path, size, mtime, hash, lines, state, has_words FROM files ORDER BY path',
    )) {
      const { id, path, size, mtime, hash, lines, state } = row as unknown as KnownFile
      this.#add({
        id,
        path,
        size,
        mtime,
        hash,
        lines,
        state,
        hasWords: row.has_words === 1,
        parsing: parsingOf(path),
        isManifest: manifestNames.has(baseName(path)),
      })
    }
  }

  get(path: string): KnownFile | undefined {
    return this.#files.get(path)
  }

  byId(id: number): KnownFile | undefined {
    return this.#byId.get(id)
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  hasFolder(path: string): boolean {
    return this.folder(path) !== undefined
  }

  /** A folder that holds some of the files, by its path; '' is the root. */
  folder(path: string): Clean | undefined {
    return path === '' ? cleanLiteral`` : this.#folderSet().get(path)
  }

  all(): IterableIterator<KnownFile> {
    return this.#files.values()
  }

  /** Files with code. */
  *code(): Iterable<KnownFile> {
    for (const file of this.#files.values()) if (isCode(file.path)) yield file
  }

  /** Files with code of which this is due. */
  due(state: number): KnownFile[] {
    return [...this.#files.values()].filter((file) => file.state === state && isCode(file.path))
  }

  /** Files without code that were not read since they came or changed. */
  dueTexts(): KnownFile[] {
    return [...this.#files.values()].filter((file) => file.state === DUE.all && !isCode(file.path))
  }

  count(): { readonly files: number; readonly read: number; readonly resolved: number; readonly done: number } {
    let [files, read, resolved, done] = [0, 0, 0, 0]
    for (const { state } of this.code()) {
      files++
      if (state < DUE.all) read++
      if (state < DUE.calls) resolved++
      if (state === DUE.nothing) done++
    }
    return { files, read, resolved, done }
  }

  /** Adds what is new of a project's files; returns it, and what is to be removed. Within a transaction. */
  set(
    paths: readonly Clean[],
    isFile: (path: string) => boolean,
  ): { readonly added: readonly KnownFile[]; readonly removed: readonly KnownFile[] } {
    const wanted = new Set(paths)
    const removed = [...this.#files.values()].filter(({ path }) => !wanted.has(path))
    const added = paths.filter((path) => !this.#files.has(path) && isFile(path)).map((path) => this.#insert(path))
    if (added.length > 0) this.#folders = undefined
    return { added, removed }
  }

  remove({ id, path }: KnownFile): void {
    this.#files.delete(path)
    this.#byId.delete(id)
    this.#folders = undefined
  }

  #insert(path: Clean): KnownFile {
    const parsing = parsingOf(path)
    const language = parsing?.language.name
    const state = isRead(path) ? DUE.all : DUE.nothing
    const id = this.#index.run(
      "INSERT INTO files (path, size, mtime, hash, language, is_test, is_vendored, state) VALUES (?, 0, 0, '', ?, ?, ?, ?)",
      path,
      language ?? null,
      Number(parsing?.language.isTest(path) ?? false),
      Number(isVendored(path)),
      state,
    )
    const file = {
      id,
      path,
      size: 0,
      mtime: 0,
      hash: cleanLiteral``,
      lines: 0,
      state,
      hasWords: false,
      parsing,
      isManifest: manifestNames.has(baseName(path)),
    }
    this.#add(file)
    return file
  }

  #add(file: KnownFile): void {
    this.#files.set(file.path, file)
    this.#byId.set(file.id, file)
  }

  #folderSet(): ReadonlyMap<string, Clean> {
    if (this.#folders) return this.#folders
    const folders = new Map<string, Clean>()
    for (const { path } of this.#files.values()) {
      for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
        const folder = path.slice(0, at)
        if (folders.has(folder)) break
        folders.set(folder, cleanWords(folder, [path]))
      }
    }
    this.#folders = folders
    return folders
  }
}

/** Whether a change of a file concerns the index. */
export const isWatched = ({ path, isManifest }: KnownFile): boolean => isRead(path) || isManifest

/** Whether the index holds what a file says: an outline, or the words of its text. */
export const isRead = (path: string): boolean => parsingOf(path) !== undefined || mayUseNames(path)

const VENDORED = /(?:^|\/)(?:vendor|vendored|_vendor|third_party|third-party|extern|dist|build|bower_components)\//

/** Whether a path says that somebody else wrote the file, or that it was built. */
const isVendored = (path: string): boolean => VENDORED.test(path)
