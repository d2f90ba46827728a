import type { ImportTarget } from '../../language.ts'
import { NONE } from '../flows.ts'
import type { Loaded, Solver } from './solver.ts'

/** Where an imported name leads. */
export type ImportedName =
  | { readonly kind: 'module'; readonly file: Loaded }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'member'; readonly file: Loaded; readonly name: string }
  | { readonly kind: 'outside'; readonly text: string }

const targets = new WeakMap<Solver, Map<string, ImportTarget>>()

function targetOf(solver: Solver, module: string, from: string, member?: string): ImportTarget {
  const cache = targets.get(solver) ?? new Map<string, ImportTarget>()
  targets.set(solver, cache)
  const key = `${from}|${module}|${member ?? ''}`
  const found = cache.get(key) ?? solver.sources.target(module, from, member)
  cache.set(key, found)
  return found
}

/** A name of a file's import: a module, or a member of one. */
export function resolveImport(solver: Solver, file: Loaded, module: number, name: string): ImportedName {
  const written = file.flows.imports[module] ?? ''
  const base = targetOf(solver, written, file.path)
  const loaded = base.kind === 'file' ? solver.file(base.path) : undefined
  if (name === '*') {
    if (loaded) return { kind: 'module', file: loaded }
    return base.kind === 'folder'
      ? { kind: 'folder', path: base.path }
      : { kind: 'outside', text: outsideName(written, '') }
  }
  // What a package imports from itself is its submodule: its own name is only what this import makes of it
  if (loaded && loaded !== file && (loaded.flows.exports[name] !== undefined || name === 'default'))
    return { kind: 'member', file: loaded, name }
  const part = targetOf(solver, written, file.path, name)
  const own =
    part.kind === 'file' && !(base.kind === 'file' && base.path === part.path) ? solver.file(part.path) : undefined
  if (own) return { kind: 'module', file: own }
  if (part.kind === 'folder' && (!loaded || loaded === file)) return { kind: 'folder', path: part.path }
  return loaded ? { kind: 'member', file: loaded, name } : { kind: 'outside', text: outsideName(written, name) }
}

function outsideName(module: string, name: string): string {
  const stem = module.replace(/^node:/, '')
  return name === '' || name === 'default' ? stem : `${stem}.${name}`
}

/** Whether an import of all names gets this one. */
export function isInAll({ flows, language }: Loaded, name: string): boolean {
  if (!language.semantics.exportsAll) return true
  return flows.listed ? flows.listed.includes(name) : !name.startsWith('_')
}

/** A module of a package's folder, by name. */
export function submodule(solver: Solver, file: Loaded, folder: string, name: string): ImportedName | undefined {
  const { packageFile } = file.language.semantics
  if (packageFile === undefined) return undefined
  const target = targetOf(solver, `.${name}`, folder === '' ? packageFile : `${folder}/${packageFile}`)
  if (target.kind === 'folder') return { kind: 'folder', path: target.path }
  const found = target.kind === 'file' ? solver.file(target.path) : undefined
  return found ? { kind: 'module', file: found } : undefined
}

/** Lets what a file exports under a name flow into a node. False: it exports nothing of that name. */
export function exportInto(
  solver: Solver,
  file: Loaded,
  name: string,
  to: number,
  seen: ReadonlySet<Loaded> = new Set(),
): boolean {
  const variable = file.flows.exports[name]
  if (variable !== undefined) {
    solver.edge(solver.node(file, variable), to)
    return true
  }
  const inside = new Set([...seen, file])
  for (const star of file.flows.stars) {
    const target = resolveImport(solver, file, star, name)
    if (target.kind === 'module') solver.put(to, solver.value({ kind: 'module', file: target.file.number }))
    else if (target.kind !== 'member' || inside.has(target.file) || !isInAll(target.file, name)) continue
    else if (!exportInto(solver, target.file, name, to, inside)) continue
    return true
  }
  if (name === 'default' && file.flows.whole !== NONE) {
    solver.edge(solver.node(file, file.flows.whole), to)
    return true
  }
  return false
}
