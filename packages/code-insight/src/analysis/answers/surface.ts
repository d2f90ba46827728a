import { baseName, folderOf } from '@hindcast/text/paths.ts'
import type { Declared } from '../dead.ts'
import { MODULE } from '../graph.ts'
import type { CodeView } from '../view.ts'

/** What a project's packages offer to others. */
export interface Surface {
  /** Whether others can reach a top-level name of a file. */
  has(file: string, name: string): boolean
  /** Whether a file belongs to a package that others use. */
  isLibrary(file: string): boolean
}

/** The public names of every published package of a project: its entry files' exports, and what they pass on. */
export function publicSurface(view: CodeView, known: Declared): Surface {
  const names = new Map<string, Set<string>>()
  const folders: string[] = []
  const entries = [...view.manifests()].flatMap((path) => {
    const found = entryFiles(path, view)
    if (found.isPublished) folders.push(folderOf(path))
    for (const [file, name] of found.names) add(names, file, name)
    return found.files
  })
  const stated = statedIn(known)
  const packageOf = packagesIn(view)
  const packages = new Set([...stated].map(packageOf))
  const isWhole = folders.length === 0 && !hasProgram(view, known)
  const isOffered = (path: string) => path.endsWith('.py') && (isWhole || packages.has(packageOf(path)))
  const modules = [...view.files()].flatMap(({ path, isTest }) =>
    isOffered(path) && !isTest && packageOf(path) !== path && isPublicModule(path) ? [path] : [],
  )
  for (const file of [...entries, ...stated, ...modules]) add(names, file, '*')
  passOn(names, view)
  const isExported = new Map<string, ReadonlySet<string>>()
  return {
    has(file, name) {
      const own = names.get(file)
      if (own === undefined) return false
      if (own.has(name)) return true
      const exported = isExported.get(file) ?? exportsOf(file, view)
      isExported.set(file, exported)
      return own.has('*') && exported.has(name)
    },
    isLibrary: (file) =>
      stated.has(file) || isOffered(file) || folders.some((folder) => folder === '' || file.startsWith(`${folder}/`)),
  }
}

/** Python files that state what they offer. */
const statedIn = ({ entities }: Declared): ReadonlySet<string> =>
  new Set(entities.flatMap(({ file, entity }) => (entity.name === '__all__' ? [file] : [])))

/** Finds the outermost package that a module of Python's is in; the module itself if it is in none. */
export function packagesIn(view: CodeView): (path: string) => string {
  const isPackage = new Map<string, boolean>()
  return (path) => {
    let found = path
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
      const known = isPackage.get(folder) ?? view.file(`${folder}/__init__.py`) !== undefined
      isPackage.set(folder, known)
      if (!known) break
      found = folder
    }
    return found
  }
}

const isPublicModule = (path: string): boolean => !/(^|\/)_(?!_)/.test(path)

/** Whether any file is there to be run: it says so, or it stands outside of packages and calls what it defines. */
function hasProgram(view: CodeView, known: Declared): boolean {
  const callers = new Set([...view.edges()].flatMap(({ from }) => (from.name === MODULE ? [from.file] : [])))
  const files = [...new Set([...known.entities.map(({ file }) => file), ...callers])]
  return files.some((path) => {
    if (view.file(path)?.isTest !== false) return false
    if (!path.endsWith('.py')) return true
    const isLoose = view.file(`${folderOf(path)}/__init__.py`) === undefined
    if (isLoose && callers.has(path) && view.importersOf(path).length === 0) return true
    return baseName(path) === '__main__.py' || /^if __name__ ==/m.test(view.text(path) ?? '')
  })
}

function add(names: Map<string, Set<string>>, file: string, name: string): boolean {
  const own = names.get(file) ?? new Set()
  names.set(file, own)
  if (own.has(name)) return false
  own.add(name)
  return true
}

/** What `__all__` leaves out of `import *` can be imported from a module of Python's all the same. */
const exportsOf = (file: string, view: CodeView): ReadonlySet<string> =>
  new Set(
    view.outline(file)?.entities.flatMap(({ name, exported }) => {
      const [top = name] = name.split('.')
      return exported || (file.endsWith('.py') && !top.startsWith('_')) ? [top] : []
    }),
  )

/** An entry file passes on what it re-exports; whatever it imports by name it may export further below. */
function passOn(names: Map<string, Set<string>>, view: CodeView): void {
  const open = [...names.keys()]
  for (let file = open.pop(); file !== undefined; file = open.pop())
    for (const { fact, targets } of view.imports(file)) {
      const isWhole = fact.isExport && fact.names.includes('*')
      const passed = fact.names.filter((name) => name !== '*' || isWhole)
      for (const target of targets) {
        if (target.kind !== 'file') continue
        const isNew = passed.map((name) => add(names, target.path, name)).some(Boolean)
        if (isNew) open.push(target.path)
      }
    }
}

interface Entries {
  readonly isPublished: boolean
  readonly files: readonly string[]
  /** Single names, each with its file. */
  readonly names: readonly (readonly [string, string])[]
}

const NONE: Entries = { isPublished: false, files: [], names: [] }

function entryFiles(manifest: string, view: CodeView): Entries {
  const text = view.text(manifest) ?? ''
  if (baseName(manifest) === 'package.json') return npmEntries(manifest, text, view)
  return /^(pyproject\.toml|setup\.(py|cfg))$/.test(baseName(manifest)) ? pythonEntries(manifest, text, view) : NONE
}

function npmEntries(manifest: string, text: string, view: CodeView): Entries {
  const json = parsed(text)
  const folder = folderOf(manifest)
  const { main, module, exports, types, typings, source, browser, bin } = json
  const isPublished = json.private !== true && typeof json.name === 'string'
  const programs = stringsIn(bin).flatMap((path) => sourcesOf(folder, path, view))
  if (!isPublished) return { ...NONE, files: programs }
  const stated = [main, module, exports, types, typings, source, browser].flatMap(stringsIn)
  const files = (stated.length === 0 ? ['index.js'] : stated).flatMap((path) => sourcesOf(folder, path, view))
  // Without a list of what may be imported, every file may; those of other packages' kind are none of it
  const open =
    exports === undefined ? filesBelow(folder, view, (path) => folderOf(path) === folder || !isBuilt(stated)) : []
  const all = files.length === 0 ? filesBelow(folder, view, () => true) : [...files, ...open]
  return { isPublished, files: [...all, ...programs], names: [] }
}

/** Whether what is published is made from the sources, which others then cannot import. */
const isBuilt = (stated: readonly string[]): boolean => stated.some((path) => BUILT.test(path))

const BUILT = /^(?:\.\/)?(?:dist|build|out|es|esm|cjs|umd|lib-\w+|types)\//

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** The sources of a published file: itself, or the file of that name in `src/`, whatever its ending; `*` is any name. */
function sourcesOf(folder: string, stated: string, view: CodeView): readonly string[] {
  const path = stated.replace(/^\.\//, '').replace(/\/$/, '/index.js')
  const parts = path.split('/')
  const tails = parts.map((_, at) => parts.slice(at).join('/'))
  const places = [path, ...tails.map((tail) => `src/${tail}`), ...tails.slice(1)]
  if (path.includes('*')) return filesBelow(folder, view, () => true)
  for (const place of places) {
    const stem = (folder === '' ? '' : `${folder}/`) + place.replace(/(\.d)?\.[cm]?[jt]sx?$/, '')
    const found = ENDINGS.map((ending) => stem + ending).filter((each) => view.file(each)?.language !== undefined)
    if (found.length > 0) return found
  }
  return []
}

const ENDINGS = [
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '/index.ts',
  '/index.tsx',
  '/index.js',
  '',
]

const filesBelow = (folder: string, view: CodeView, isMeant: (path: string) => boolean): readonly string[] =>
  [...view.files(folder)]
    .filter(({ path, language }) => language !== undefined && isMeant(path))
    .map(({ path }) => path)

/** Modules without a leading underscore are a Python package's surface; scripts name a function of theirs. */
function pythonEntries(manifest: string, text: string, view: CodeView): Entries {
  const folder = folderOf(manifest)
  const isPublished = baseName(manifest) !== 'pyproject.toml' || /^\[(project|tool\.poetry)\]/m.test(text)
  const names = [...text.matchAll(/([\w.]+):(\w+)/g)].flatMap(([, module = '', name = '']) =>
    view.pathsEnding(`${module.replaceAll('.', '/')}.py`).map((file) => [file, name] as const),
  )
  if (!isPublished) return { ...NONE, names }
  const files = filesBelow(folder, view, (path) => path.endsWith('.py') && isPublicModule(path.slice(folder.length)))
  return { isPublished, files, names }
}
