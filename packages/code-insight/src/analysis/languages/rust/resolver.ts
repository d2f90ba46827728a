import { baseName, folderOf } from '@hindcast/text/paths.ts'
import type { CodeFiles, ImportResolver, ImportTarget } from '../../language.ts'

/** A crate: its folder, and the file that its paths begin at. */
interface Crate {
  readonly name: string
  readonly folder: string
}

/** A path leads through the modules of a crate to the last of them that is a file; the rest is in it. */
export function resolver(project: CodeFiles): ImportResolver {
  const crates = project.manifests
    .filter((path) => baseName(path) === 'Cargo.toml')
    .flatMap((path): Crate[] => {
      const written = project.text(path) ?? ''
      const section = written.split(/^\s*(?=\[)/m).find((each) => /^\[(?:package|lib)\]/.test(each))
      const name = /^\s*name\s*=\s*"([^"]+)"/m.exec(section ?? '')?.[1]
      return name === undefined ? [] : [{ name: name.replaceAll('-', '_'), folder: folderOf(path) }]
    })
    .sort((one, other) => other.folder.length - one.folder.length)
  const files = new ModuleFiles(project, crates)
  return { resolve: (module, from, member) => files.target(module, from, member) }
}

const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

class ModuleFiles {
  readonly #project: CodeFiles
  readonly #crates: readonly Crate[]

  constructor(project: CodeFiles, crates: readonly Crate[]) {
    this.#project = project
    this.#crates = crates
  }

  target(module: string, from: string, member?: string): ImportTarget {
    const [first = '', ...rest] = module.split('::')
    const outside: ImportTarget = { kind: 'outside', name: module }
    const start = this.#start(first, from)
    if (start === undefined) return outside
    const path = this.#walk(start, member === undefined ? rest : [...rest, member], from)
    return path === undefined ? outside : { kind: 'file', path }
  }

  /** The file that a path's first name stands for. */
  #start(first: string, from: string): string | undefined {
    if (first === 'crate') return this.#rootOf(from)
    if (first === 'self') return from
    if (first === 'super') return this.#above(from)
    const crate = this.#crates.find(({ name }) => name === first)
    return this.#child(from, first) ?? (crate && this.#rootIn(crate.folder))
  }

  /** `from` may be a module in a file: its `super` is the file. */
  #walk(start: string, names: readonly string[], from: string): string {
    let at = start
    for (const [index, name] of names.entries()) {
      const next = name === 'super' && index < 3 ? this.#above(at) : name === 'self' ? at : this.#child(at, name)
      if (next === undefined) return at
      at = next
    }
    return at === '' ? from : at
  }

  #child(file: string, name: string): string | undefined {
    const folder = this.#folderOf(file)
    return [join(folder, `${name}.rs`), join(folder, `${name}/mod.rs`)].find((path) => this.#project.has(path))
  }

  /** Where the modules of a file are. */
  #folderOf(file: string): string {
    const isRoot = baseName(file) === 'mod.rs' || this.#rootOf(file) === file
    return isRoot ? folderOf(file) : file.replace(/\.rs$/, '')
  }

  #above(file: string): string | undefined {
    if (this.#rootOf(file) === file) return file
    const folder = baseName(file) === 'mod.rs' ? folderOf(folderOf(file)) : folderOf(file)
    const inFolder = ['mod.rs', 'lib.rs', 'main.rs'].map((name) => join(folder, name))
    return [`${folder}.rs`, ...inFolder].find((path) => this.#project.has(path)) ?? this.#rootOf(file)
  }

  /** The root of the crate that a file is of; one beside the library is a crate of its own. */
  #rootOf(file: string): string | undefined {
    const folder = this.#crates.find((crate) => crate.folder === '' || file.startsWith(`${crate.folder}/`))?.folder
    if (folder === undefined) return undefined
    const inner = folder === '' ? file : file.slice(folder.length + 1)
    const own = /^(?:tests|benches|examples|src\/bin)\/[^/]+(?:\/main)?\.rs$|^(?:src\/main|build)\.rs$/.test(inner)
    return own ? file : this.#rootIn(folder)
  }

  #rootIn(folder: string): string | undefined {
    return ['src/lib.rs', 'src/main.rs', 'lib.rs', 'main.rs']
      .map((name) => join(folder, name))
      .find((path) => this.#project.has(path))
  }
}
