import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import typescript from '../../../src/analysis/languages/typescript/index.ts'
import { pathEndings } from '../../../src/analysis/path-endings.ts'
import { Checker, type CheckerOptions } from '../../../src/process/checker/checker.ts'
import type { CheckedFile, SiteKind } from '../../../src/process/checker/site.ts'

export const COMPILER = createRequire(import.meta.url).resolve('typescript')

/** Parsing the standard library costs more than any of these projects. */
const LIBRARY = new Map()

/** A folder of real files with a checker over it. */
export class Project {
  readonly root = mkdtempSync(join(tmpdir(), 'checker-'))
  readonly #files = new Set<string>()
  readonly checker: Checker

  constructor(files: Readonly<Record<string, string>>, options: Partial<CheckerOptions> = {}) {
    for (const [path, text] of Object.entries(files)) this.write(path, text)
    this.checker = new Checker({
      root: this.root,
      compiler: COMPILER,
      files: () => [...this.#files],
      resolver: () => this.#resolver(),
      library: LIBRARY,
      ...options,
    })
  }

  #resolver() {
    const all = [...this.#files]
    return typescript.resolver({
      has: (path) => this.#files.has(path),
      hasFolder: (path) => all.some((each) => each.startsWith(`${path}/`)),
      ending: pathEndings(() => all),
      manifests: all.filter((each) => typescript.manifests.includes(basename(each))),
      text: (path) => (this.#files.has(path) ? readFileSync(join(this.root, path), 'utf8') : undefined),
    })
  }

  write(path: string, text: string): void {
    const target = join(this.root, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
    this.#files.add(path)
  }

  remove(path: string): void {
    rmSync(join(this.root, path))
    this.#files.delete(path)
  }

  /** What the checker says of a file that it can read. */
  read(path: string): CheckedFile {
    const checked = this.checker.sitesOf(path)
    if ('why' in checked) throw new Error(checked.why)
    return checked
  }

  /** Its edges: `from -> to @line`; those to other files with the file before the name; a `?` for what is left open. */
  edges(path: string, kinds?: readonly SiteKind[]): string[] {
    const { sites } = this.read(path)
    return sites
      .filter(({ kind }) => !kinds || kinds.includes(kind))
      .flatMap(({ from, to, line, isOpen }) => {
        return to.map(({ file, name }) => {
          return `${from.name} -> ${file === path ? '' : `${file} `}${name} @${line}${isOpen ? ' ?' : ''}`
        })
      })
  }

  close(): void {
    this.checker.close()
    rmSync(this.root, { recursive: true })
  }
}

/** The project of `edgesOf`: with one checker for all, what the compiler knows of the standard library is read once. */
let shared: Project | undefined

/** The edges of one file of TypeScript in a project of its own. */
export function edgesOf(text: string, name = 'main.ts'): string[] {
  shared ??= new Project({ 'tsconfig.json': '{"compilerOptions": {"jsx": "preserve"}}' })
  shared.write(name, text)
  shared.checker.changed([name])
  try {
    return shared.edges(name)
  } finally {
    shared.remove(name)
    shared.checker.changed([name])
  }
}
