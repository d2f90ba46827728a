import type { CodeFiles, ImportResolver, ImportTarget } from '../../language.ts'
import { STANDARD_MODULES } from './standard-library.ts'

/** Files that stand at the root of what can be imported. */
export const MANIFESTS = ['pyproject.toml', 'setup.py', 'setup.cfg']

/** Folders that a manifest names as roots: `where = ["lib"]`, `"" = "lib"`, `from = "lib"`, `pythonpath = ["lib"]`. */
const NAMED_ROOTS = /(?:\bwhere|\bpythonpath|\bfrom|["']{2})\s*[=:]\s*\[?\s*((?:["']?[\w./-]+["']?,?[ \t]*)+)/g

/** Finds modules as Python would, if it were started in any of the places that are usual. */
export function resolver(project: CodeFiles): ImportResolver {
  const declared = rootsOf(project)
  return {
    resolve: (module, from, member) => {
      const dots = /^\.*/.exec(module)?.[0].length ?? 0
      const rest = module
        .slice(dots)
        .split('.')
        .filter((part) => part !== '')
      if (dots === 0 && rest.length === 0) return { kind: 'outside', name: module }
      const roots = dots > 0 ? [parentOf(from, dots)] : searched(rest[0] ?? '', from, declared, project)
      const usable = roots.filter((root) => root !== undefined)
      return found(usable, rest, from, member, project) ?? { kind: 'outside', name: module }
    },
  }
}

/** The folder that so many leading dots mean; undefined above the project's root. */
function parentOf(from: string, dots: number): string | undefined {
  let folder: string | undefined = folderOf(from)
  for (let up = 1; up < dots; up++) folder = folder === '' || folder === undefined ? undefined : folderOf(folder)
  return folder
}

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0))
const within = (folder: string, name: string): string =>
  folder === '' ? name : name === '' ? folder : `${folder}/${name}`

/** The folders of all manifests and those that they name, besides the project's own, the deepest first. */
function rootsOf(project: CodeFiles): readonly string[] {
  const roots = new Set(['', 'src'])
  for (const manifest of project.manifests) {
    const folder = folderOf(manifest)
    roots.add(folder).add(within(folder, 'src'))
    for (const [, names = ''] of (project.text(manifest) ?? '').matchAll(NAMED_ROOTS)) {
      for (const name of names.split(/[\s,"']+/)) roots.add(within(folder, name.replace(/^\.\/?|\/$/g, '')))
    }
  }
  const depth = (path: string): number => (path === '' ? 0 : path.split('/').length)
  return [...roots].filter((root) => project.hasFolder(root)).sort((a, b) => depth(b) - depth(a) || (a < b ? -1 : 1))
}

/** The roots in which a file's absolute imports are looked up, in order. */
function searched(name: string, from: string, declared: readonly string[], project: CodeFiles): readonly string[] {
  const folder = folderOf(from)
  const around = ancestorsOf(folder)
  const isPackage = (path: string): boolean => project.has(within(path, '__init__.py'))
  // Python starts with the folder of the script; a file of a package is no script
  const base = around.find((path) => !isPackage(path)) ?? ''
  const near = declared.filter((root) => around.includes(root) || around.includes(folderOf(root)))
  const others = declared.filter((root) => !near.includes(root))
  // Where nothing says what is a root, any folder around may be one: but not for what Python itself has
  const guessed = STANDARD_MODULES.has(name) ? [] : around
  return [...new Set([base, ...near, ...guessed, ...others])]
}

/** A folder and all above it, from the inside out. */
function ancestorsOf(folder: string): readonly string[] {
  const all = [folder]
  for (let path = folder; path !== ''; all.push(path)) path = folderOf(path)
  return all
}

/** The first module of this name in any of the roots; a folder without files of its own counts only if there is no file anywhere. */
function found(
  roots: readonly string[],
  rest: readonly string[],
  from: string,
  member: string | undefined,
  project: CodeFiles,
): ImportTarget | undefined {
  for (const root of roots) {
    const path = within(root, rest.join('/'))
    const submodule = member === undefined ? undefined : fileOf(within(path, member), project)
    const file = submodule ?? fileOf(path, project)
    // A file that is named like what it imports means the other one
    if (file !== undefined && (file !== from || rest.length === 0)) return { kind: 'file', path: file }
  }
  const folders = roots.map((root) => within(root, rest.join('/')))
  const inner = member === undefined ? [] : folders.map((folder) => within(folder, member))
  const path = [...inner, ...folders].find((folder) => folder !== '' && project.hasFolder(folder))
  return path === undefined ? undefined : { kind: 'folder', path }
}

/** The file of a module: a package before a module of the same name, and stubs only where there is nothing else. */
function fileOf(path: string, project: CodeFiles): string | undefined {
  if (path === '') return ['__init__.py', '__init__.pyi'].find((file) => project.has(file))
  return [`${path}/__init__.py`, `${path}.py`, `${path}/__init__.pyi`, `${path}.pyi`].find((file) => project.has(file))
}
