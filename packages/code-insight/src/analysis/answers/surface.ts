import { folderOf } from '@hindcast/text/paths.ts'
import { UNPUBLISHED } from '../conventions.ts'
import type { Declared } from '../dead.ts'
import { isDeclarationFile, languageOf, languageOfManifest } from '../known-languages.ts'
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
    const published = languageOfManifest(path)?.conventions?.published
    const found = published?.(path, view.text(path) ?? '', view) ?? UNPUBLISHED
    if (found.isPublished) folders.push(folderOf(path))
    for (const [file, name] of found.names) add(names, file, name)
    return found.files
  })
  const stated = statedIn(known)
  const packageOf = packagesIn(view)
  const packages = new Set([...stated].map(packageOf))
  const isOffered = (path: string) => modulesOf(path) !== undefined && packages.has(packageOf(path))
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

/** How modules of a file's language are public; undefined where only manifests say so, and for mere declarations. */
const modulesOf = (file: string) => (isDeclarationFile(file) ? undefined : languageOf(file)?.conventions?.publicModules)

/** Files that state what they offer. */
const statedIn = ({ entities }: Declared): ReadonlySet<string> =>
  new Set(entities.flatMap(({ file, entity }) => (entity.name === modulesOf(file)?.statedBy ? [file] : [])))

/** Finds the outermost package that a module is in; the module itself if it is in none. */
export function packagesIn(view: CodeView): (path: string) => string {
  const isPackage = new Map<string, boolean>()
  return (path) => {
    let found = path
    const packageFile = languageOf(path)?.semantics.packageFile
    for (let folder = folderOf(path); folder !== '' && packageFile !== undefined; folder = folderOf(folder)) {
      const known = isPackage.get(folder) ?? view.file(`${folder}/${packageFile}`) !== undefined
      isPackage.set(folder, known)
      if (!known) break
      found = folder
    }
    return found
  }
}

const isPrivatePart = (file: string, name: string): boolean =>
  languageOf(file)?.conventions?.privateName.test(name) === true

const isPublicModule = (path: string): boolean => !path.split('/').some((part) => isPrivatePart(path, part))

function add(names: Map<string, Set<string>>, file: string, name: string): boolean {
  const own = names.get(file) ?? new Set()
  names.set(file, own)
  if (own.has(name)) return false
  own.add(name)
  return true
}

/** What a file states to offer is for those who import all of it: its other public names can be imported all the same. */
const exportsOf = (file: string, view: CodeView): ReadonlySet<string> =>
  new Set(
    view.outline(file)?.entities.flatMap(({ name, exported }) => {
      const [top = name] = name.split('.')
      return exported || (modulesOf(file) !== undefined && !isPrivatePart(file, top)) ? [top] : []
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
