import { join } from 'node:path'
import type ts from 'typescript'
import { isNestedDeeper } from '../files/read.ts'
import type { Compiler } from './compiler.ts'
import type { CompilerDisk } from './disk.ts'

/** Brackets within brackets, beyond which the compiler's recursion would overflow the stack. */
const DEEPEST = 400

interface Parsed {
  readonly text: string
  readonly file: ts.SourceFile
}

/** The parsed declarations of the standard library, by language version: they are the same for all shards. */
export type Library = Map<string, ts.SourceFile>

/** The parsed files of a shard. A file is parsed again only where its text has changed. */
export class ParsedFiles {
  readonly #compiler: Compiler
  readonly #disk: CompilerDisk
  readonly #library: Library
  readonly #given: (path: string) => string | undefined
  readonly #parsed = new Map<string, Parsed>()
  readonly #stale = new Set<string>()
  /** Files that are left empty, because binding them overflows the stack. */
  readonly #skipped = new Set<string>()

  /** `given`: the text of a file that is not as it is on disk. */
  constructor(compiler: Compiler, disk: CompilerDisk, library: Library, given: (path: string) => string | undefined) {
    this.#compiler = compiler
    this.#disk = disk
    this.#library = library
    this.#given = given
  }

  get(path: string, options: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined {
    if (path.startsWith(join(this.#compiler.libs, 'lib.'))) return this.#libraryFile(path, options)
    const known = this.#parsed.get(path)
    if (known && !this.#stale.has(path)) return known.file
    this.#stale.delete(path)
    const text = this.read(path)
    if (text === undefined) {
      this.#parsed.delete(path)
      return undefined
    }
    if (known?.text === text) return known.file
    const file = this.#parse(path, text, options)
    this.#parsed.set(path, { text, file })
    return file
  }

  /** The text of a file, or nothing if it cannot be read; a file that is too large or too deep is empty. */
  read(path: string): string | undefined {
    const given = this.#given(path)
    const text = given ?? this.#disk.text(path)
    return text === undefined ? undefined : this.#skipped.has(path) || isNestedDeeper(text, DEEPEST) ? '' : text
  }

  /** The file is read again when it is needed next. */
  changed(path: string): void {
    this.#stale.add(path)
    this.#skipped.delete(path)
  }

  /** The file is empty from now on, until it changes. */
  skip(path: string): void {
    this.#stale.add(path)
    this.#skipped.add(path)
  }

  #libraryFile(path: string, options: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined {
    const version = typeof options === 'object' ? options.languageVersion : options
    const key = `${version}:${path}`
    const text = this.#library.has(key) ? '' : this.#disk.text(path)
    if (text === undefined) return undefined
    const file = this.#library.get(key) ?? this.#parse(path, text, version)
    this.#library.set(key, file)
    return file
  }

  #parse(path: string, text: string, options: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile {
    const { ts } = this.#compiler
    const given = typeof options === 'object' ? options : { languageVersion: options }
    // Documentation is read in JavaScript only, where it states types
    const how = { ...given, jsDocParsingMode: ts.JSDocParsingMode.ParseForTypeInfo }
    try {
      return ts.createSourceFile(path, text, how)
    } catch {
      return ts.createSourceFile(path, '', how)
    }
  }
}
