import { join, relative, sep } from 'node:path'
import { readGuardedSync } from '@hindcast/guarded/file.ts'
import { blankPrivate } from '@hindcast/redaction/masked.ts'
import { settingsText } from '../files/read.ts'
import type { Compiler } from './compiler.ts'

/** The largest file that is parsed, in bytes: what is larger is data. */
const LARGEST = 1_500_000

/** What the compiler sees of the disk: the project, and its own library. */
export class CompilerDisk {
  readonly #root: string
  readonly #compiler: Compiler

  /** `root`: absolute and without links. */
  constructor(root: string, compiler: Compiler) {
    this.#root = root
    this.#compiler = compiler
  }

  readonly fileExists = (path: string): boolean => this.#isSeen(path) && this.#compiler.ts.sys.fileExists(path)

  readonly directoryExists = (path: string): boolean =>
    this.#isSeen(path) && this.#compiler.ts.sys.directoryExists(path)

  readonly getDirectories = (path: string): string[] =>
    this.#isSeen(path) ? this.#compiler.ts.sys.getDirectories(path) : []

  /** A file's text without private passages; undefined if there is none. One that is too large is empty. */
  readonly text = (path: string): string | undefined => {
    const isLibrary = this.#isLibrary(path)
    if (!isLibrary && !this.#isSeen(path)) return undefined
    if (path.endsWith('.json')) return settingsText(this.#root, relative(this.#root, path))
    const most = isLibrary ? Number.MAX_SAFE_INTEGER : LARGEST
    const found = readGuardedSync(path, { most, within: isLibrary ? undefined : this.#root })
    if (found.refusal === 'too large') return ''
    const bytes = found.bytes
    if (bytes === undefined) return undefined
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return blankPrivate(bytes.toString('utf16le').slice(1))
    return blankPrivate(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  }

  #isLibrary(path: string): boolean {
    return path.startsWith(join(this.#compiler.libs, 'lib.'))
  }

  #isSeen(path: string): boolean {
    return path === this.#root || path.startsWith(this.#root + sep) || path.startsWith(this.#compiler.libs)
  }
}
