import { folderOf, joinPaths } from '@hindcast/text/paths.ts'
import { parse } from 'jsonc-parser'
import type { CodeFiles, ImportResolver } from '../../language.ts'

/** A namespace that `composer.json` keeps in a folder. */
interface Autoload {
  readonly prefix: string
  readonly folder: string
}

/** A name of a namespace is the file that `composer.json` says (PSR-4), a file is the one of that path. */
export function resolver(project: CodeFiles): ImportResolver {
  const loads = project.manifests
    .flatMap((path) => autoloads(path, project.text(path) ?? ''))
    .sort((one, other) => other.prefix.length - one.prefix.length)
  return {
    resolve: (module, from, member) => {
      const included = module.startsWith('./') ? joinPaths(folderOf(from), module) : undefined
      if (included !== undefined && project.has(included)) return { kind: 'file', path: included }
      const name = [module, member].filter(Boolean).join('\\')
      for (const { prefix, folder } of loads) {
        if (!name.startsWith(prefix)) continue
        const path = joinPaths(folder, `${name.slice(prefix.length).replaceAll('\\', '/')}.php`)
        if (path !== undefined && project.has(path)) return { kind: 'file', path }
      }
      return { kind: 'outside', name: module }
    },
  }
}

function autoloads(path: string, text: string): readonly Autoload[] {
  const written: unknown = parse(text)
  return ['autoload', 'autoload-dev'].flatMap((section) => {
    const rules = at(at(written, section), 'psr-4')
    if (typeof rules !== 'object' || rules === null) return []
    return Object.entries(rules).flatMap(([prefix, folders]) =>
      [folders].flat().map((folder) => ({ prefix, folder: joinPaths(folderOf(path), String(folder)) ?? '' })),
    )
  })
}

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined
