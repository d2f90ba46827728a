import { join, relative } from 'node:path'
import type ts from 'typescript'
import type { ImportResolver } from '../../analysis/language.ts'
import { Assignments } from './assignments.ts'
import type { Compiler } from './compiler.ts'
import { optionsOf } from './config.ts'
import { CompilerDisk } from './disk.ts'
import { Hierarchy } from './hierarchy.ts'
import { type Library, ParsedFiles } from './parsed-files.ts'
import type { ShardPlan } from './shards.ts'
import { Tracer } from './tracer.ts'
import type { ShardView } from './view.ts'

/** What shards of one project share. */
export interface ShardHost {
  /** The project's root, absolute and without links. */
  readonly root: string
  readonly compiler: Compiler
  readonly library: Library
  /** Whether a path, from the root, is one of the project's sources. */
  isOwn(path: string): boolean
  /** The text of a file that is not as it is on disk, by its path from the root. */
  text(path: string): string | undefined
  /** Where an import leads that the compiler does not follow to a source. */
  readonly resolver: ImportResolver | undefined
}

/** One state of a shard: its program, and what is known from it. */
export interface ShardState {
  readonly view: ShardView
  readonly tracer: Tracer
  readonly hierarchy: Hierarchy
}

/** One package of a project in the compiler. After a change, only what has changed is parsed and checked again. */
export class Shard {
  readonly #host: ShardHost
  readonly #options: ts.CompilerOptions
  readonly #disk: CompilerDisk
  readonly #parsed: ParsedFiles
  readonly #assignments = new Assignments()
  readonly #compilerHost: ts.CompilerHost
  #roots: readonly string[]
  #resolutions: ts.ModuleResolutionCache
  #program: ts.Program | undefined
  #state: ShardState | undefined

  constructor(plan: ShardPlan, host: ShardHost) {
    const { ts } = host.compiler
    this.#host = host
    this.#roots = plan.files
    this.#disk = new CompilerDisk(host.root, host.compiler)
    this.#options = optionsOf(ts, this.#disk, plan.config === undefined ? undefined : join(host.root, plan.config))
    this.#parsed = new ParsedFiles(host.compiler, this.#disk, host.library, (path) => host.text(this.#pathOf(path)))
    this.#resolutions = this.#freshResolutions()
    this.#compilerHost = this.#makeHost()
  }

  /** These files have changed, appeared or vanished; `files`: the shard's sources from now on. */
  changed(paths: readonly string[], files: readonly string[]): void {
    for (const path of paths) this.#parsed.changed(join(this.#host.root, path))
    const isSame = files.length === this.#roots.length && files.every((path, at) => path === this.#roots[at])
    if (!isSame) {
      this.#resolutions = this.#freshResolutions()
      this.#program = undefined
    }
    this.#roots = files
    this.#state = undefined
  }

  /** Frees what checking has found so far; the parsed files stay. */
  forgetTypes(): void {
    this.#state = undefined
  }

  /** The program as the files are now. */
  state(): ShardState {
    this.#state ??= this.#check()
    return this.#state
  }

  /** A source of the program. */
  file(path: string): ts.SourceFile | undefined {
    this.state()
    return this.#program?.getSourceFile(join(this.#host.root, path))
  }

  /** A file's path from the project's root. */
  pathOf(file: ts.SourceFile): string {
    return this.#pathOf(file.fileName)
  }

  #check(): ShardState {
    const { ts } = this.#host.compiler
    const checker = this.#bound()
    const isOwn = (file: ts.SourceFile) => !file.isDeclarationFile && this.#host.isOwn(this.#pathOf(file.fileName))
    const files = this.#program?.getSourceFiles().filter(isOwn) ?? []
    const own = new Set(files)
    const view: ShardView = { ts, checker, files, isOwn: (file) => own.has(file) }
    const hierarchy = new Hierarchy(view)
    return { view, hierarchy, tracer: new Tracer(view, hierarchy, this.#assignments) }
  }

  #makeProgram(): ts.Program {
    const { ts } = this.#host.compiler
    return ts.createProgram({
      rootNames: this.#roots.map((path) => join(this.#host.root, path)),
      options: this.#options,
      host: this.#compilerHost,
      ...(this.#program ? { oldProgram: this.#program } : {}),
    })
  }

  /** Binds all files. One whose tree is so deep that this overflows the stack is left empty. */
  #bound(): ts.TypeChecker {
    this.#program = this.#makeProgram()
    try {
      return this.#program.getTypeChecker()
    } catch (error) {
      const deep = this.#program.getSourceFiles().filter((file) => isDeep(this.#host.compiler.ts, file))
      if (deep.length === 0) throw error
      for (const file of deep) this.#parsed.skip(file.fileName)
      this.#program = this.#makeProgram()
      return this.#program.getTypeChecker()
    }
  }

  #makeHost(): ts.CompilerHost {
    const { ts, libs } = this.#host.compiler
    const { sys } = ts
    return {
      getSourceFile: (name, options) => this.#parsed.get(name, options),
      getDefaultLibFileName: (options) => join(libs, ts.getDefaultLibFileName(options)),
      getDefaultLibLocation: () => libs,
      writeFile: () => undefined,
      getCurrentDirectory: () => this.#host.root,
      getCanonicalFileName: (name) => (sys.useCaseSensitiveFileNames ? name : name.toLowerCase()),
      useCaseSensitiveFileNames: () => sys.useCaseSensitiveFileNames,
      getNewLine: () => '\n',
      fileExists: (name) => this.#host.text(this.#pathOf(name)) !== undefined || this.#disk.fileExists(name),
      readFile: (name) => this.#parsed.read(name),
      directoryExists: this.#disk.directoryExists,
      getDirectories: this.#disk.getDirectories,
      realpath: (name) => sys.realpath?.(name) ?? name,
      resolveModuleNameLiterals: (names, from, redirected, options, file) =>
        names.map((name) => this.#resolve(name, from, redirected, options, file)),
    }
  }

  #resolve(
    literal: ts.StringLiteralLike,
    from: string,
    redirected: ts.ResolvedProjectReference | undefined,
    options: ts.CompilerOptions,
    file: ts.SourceFile,
  ): ts.ResolvedModuleWithFailedLookupLocations {
    const { ts } = this.#host.compiler
    const mode = ts.getModeForUsageLocation(file, literal, options)
    const found = ts.resolveModuleName(
      literal.text,
      from,
      options,
      this.#compilerHost,
      this.#resolutions,
      redirected,
      mode,
    )
    const path = found.resolvedModule?.resolvedFileName
    if (path !== undefined && !isBuilt(path) && this.#host.isOwn(this.#pathOf(path))) return found
    const inside = this.#pathOf(from)
    const target = inside.startsWith('..') ? undefined : this.#host.resolver?.resolve(literal.text, inside)
    if (target?.kind !== 'file' || !this.#host.isOwn(target.path)) return found
    const extension = /(?:\.d)?\.[cm]?[jt]sx?$/.exec(target.path)?.[0] ?? '.ts'
    return {
      ...found,
      resolvedModule: { resolvedFileName: join(this.#host.root, target.path), extension },
    } as typeof found
  }

  #freshResolutions(): ts.ModuleResolutionCache {
    const { ts } = this.#host.compiler
    return ts.createModuleResolutionCache(this.#host.root, (name) => name, this.#options)
  }

  #pathOf(path: string): string {
    return relative(this.#host.root, path).replaceAll('\\', '/')
  }
}

const isBuilt = (path: string): boolean => /\.d\.[cm]?ts$/.test(path)

/** Nodes within nodes, beyond which a recursive walk may overflow the stack. */
const DEEPEST = 1000

function isDeep(ts: Compiler['ts'], file: ts.SourceFile): boolean {
  let level: ts.Node[] = [file]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true
    const next: ts.Node[] = []
    for (const node of level) ts.forEachChild(node, (child) => void next.push(child))
    level = next
  }
  return false
}
