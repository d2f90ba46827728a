import { joinPaths } from '@hindcast/text/paths.ts'
import type { CodeFiles, ImportResolver, ImportTarget } from '../../../language.ts'
import { type CompilerOptions, compilerOptionsOf } from './compiler-options.ts'
import { entriesOf, importsOf } from './entries.ts'
import { endingOf, fileAt, isScript } from './files.ts'
import { type PackageManifest, packagesOf } from './manifests.ts'
import { below, folderOf, starMatch } from './paths.ts'

/** Folders that builds write to, as the first part of a path within a package, and what may follow. */
const BUILT = /^(?:dist|lib|build|out|esm|cjs|es|umd|types|typings|output|_?build|bundles?|dist-[\w-]+)(?:\/|$)/
const SOURCES = ['src', 'source', 'lib', '']

/** Resolves imports of JavaScript and TypeScript as bundlers and the compiler do, to sources rather than to what is built. */
export function ecmascriptResolver(files: CodeFiles): ImportResolver {
  const finder = new Finder(files)
  const known = new Map<string, ImportTarget>()
  return {
    resolve: (module, from) => {
      const key = `${folderOf(from)}\n${endingOf(from)}\n${module}`
      const found = known.get(key) ?? finder.resolve(module, from)
      known.set(key, found)
      return found
    },
  }
}

class Finder {
  private readonly files: CodeFiles
  private readonly packages: ReturnType<typeof packagesOf>
  private readonly optionsOf: (folder: string) => CompilerOptions

  constructor(files: CodeFiles) {
    this.files = files
    this.packages = packagesOf(files)
    this.optionsOf = compilerOptionsOf(files)
  }

  resolve(written: string, from: string): ImportTarget {
    const module = written.replace(/[?].*$/, '').replace(/(?<=.)#.*$/, '')
    const outside: ImportTarget = { kind: 'outside', name: packageName(module) }
    if (module === '' || /^(?:node|bun|npm|jsr|data|https?|virtual|file):/.test(module)) return outside
    if (/^\.{0,2}(?:\/|$)/.test(module) && module !== '') return this.relative(module, from) ?? outside
    if (module.startsWith('#')) return this.ofPackageImports(module, from) ?? this.mapped(module, from) ?? outside
    return this.mapped(module, from) ?? this.ofPackage(module, from) ?? outside
  }

  /** A leading slash is the root of the package, as web servers have it. */
  private relative(module: string, from: string): ImportTarget | undefined {
    const folder = module.startsWith('/') ? (this.packages.around(from)?.folder ?? '') : folderOf(from)
    const path = joinPaths(folder, module)
    return path === undefined ? undefined : this.at(path, from)
  }

  /** What stands at a path: a file, or the entry of a package in that folder. */
  private at(path: string, from: string): ImportTarget | undefined {
    const file = fileAt(path, from, this.files)
    if (file !== undefined) return isScript(file) ? { kind: 'file', path: file } : undefined
    const manifest = this.packages.around(`${path}/package.json`)
    return manifest?.folder === path ? this.entry(manifest, '.', from) : undefined
  }

  /** `paths` and `baseUrl` of the nearest compiler options. */
  private mapped(module: string, from: string): ImportTarget | undefined {
    const { paths, baseUrl } = this.optionsOf(folderOf(from))
    for (const { pattern, to } of paths) {
      const star = starMatch(pattern, module)
      if (star === undefined) continue
      for (const target of to) {
        const found = this.at(joinPaths('', target.replace('*', star)) ?? '', from) ?? this.built(target, star, from)
        if (found !== undefined) return found
      }
    }
    const path = baseUrl === undefined ? undefined : joinPaths(baseUrl, module)
    return path === undefined ? undefined : this.at(path, from)
  }

  /** A path that leads into a package's output. */
  private built(target: string, star: string, from: string): ImportTarget | undefined {
    const path = target.replace('*', star)
    const manifest = this.packages.around(path)
    const inside = manifest === undefined ? undefined : below(manifest.folder, path)
    return manifest === undefined || inside === undefined ? undefined : this.source(manifest, inside, from)
  }

  private ofPackageImports(module: string, from: string): ImportTarget | undefined {
    const manifest = this.packages.around(from)
    if (manifest === undefined) return undefined
    for (const path of importsOf(manifest, module)) {
      const found = path.startsWith('.') ? this.source(manifest, path, from) : this.ofPackage(path, from)
      if (found !== undefined) return found
    }
    return undefined
  }

  private ofPackage(module: string, from: string): ImportTarget | undefined {
    const name = packageName(module)
    const own = this.packages.around(from)
    const manifest = own?.name === name ? own : this.packages.named(name)
    if (manifest === undefined) return undefined
    const subpath = module === name ? '.' : `.${module.slice(name.length)}`
    const found = this.entry(manifest, subpath, from)
    return found ?? (subpath === '.' ? { kind: 'folder', path: manifest.folder } : undefined)
  }

  /** Declarations without their code are the last resort. */
  private entry(manifest: PackageManifest, subpath: string, from: string): ImportTarget | undefined {
    let declared: ImportTarget | undefined
    for (const path of entriesOf(manifest, subpath)) {
      const found = this.source(manifest, path, from)
      if (found?.kind === 'file' && !found.path.includes('.d.')) return found
      declared ??= found
    }
    const usual = subpath === '.' ? ['index', 'main', 'mod'] : [subpath]
    for (const folder of SOURCES)
      for (const name of usual) {
        const found = this.inside(manifest, `${folder}/${name}`, from)
        if (found !== undefined) return found
      }
    return declared
  }

  /** The source of a path that a manifest names: what it is built from, else the path itself. */
  private source(manifest: PackageManifest, path: string, from: string): ImportTarget | undefined {
    const relative = joinPaths('', path)
    if (relative === undefined) return undefined
    for (const candidate of [...this.unbuilt(manifest, relative), relative]) {
      const found = this.inside(manifest, candidate, from)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Where the source of a built file may be: as the compiler options say, else by the names that most projects use. */
  private unbuilt(manifest: PackageManifest, path: string): readonly string[] {
    const { outDir, rootDir } = this.optionsOf(manifest.folder)
    const output = outDir === undefined ? undefined : below(manifest.folder, outDir)
    const said = output === undefined ? undefined : below(output, path)
    const root = rootDir === undefined ? undefined : (below(manifest.folder, rootDir) ?? '')
    const bySettings =
      said === undefined ? [] : [root, 'src', ''].flatMap((each) => (each === undefined ? [] : `${each}/${said}`))
    const rests: string[] = []
    for (let rest = path; BUILT.test(rest); rests.push(rest)) rest = rest.replace(BUILT, '')
    return [
      ...bySettings,
      ...rests.flatMap((rest) => SOURCES.slice(0, 2).map((folder) => `${folder}/${rest}`)),
      ...rests,
    ]
  }

  private inside(manifest: PackageManifest, path: string, from: string): ImportTarget | undefined {
    const whole = joinPaths(manifest.folder, path)
    const file = whole === undefined ? undefined : fileAt(whole, asTypeScript(from), this.files)
    return file !== undefined && isScript(file) ? { kind: 'file', path: file } : undefined
  }
}

/** In a package's output, the source is preferred whoever asks. */
const asTypeScript = (from: string): string => `${from.slice(0, from.length - endingOf(from).length)}.ts`

/** `@scope/name/part` → `@scope/name`; of a path, itself. */
const packageName = (module: string): string => /^(?:@[^/]+\/)?[^./][^/]*/.exec(module)?.[0] ?? module
