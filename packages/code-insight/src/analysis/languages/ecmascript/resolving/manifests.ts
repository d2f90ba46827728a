import { joinPaths } from '@hindcast/text/paths.ts'
import { parse } from 'jsonc-parser'
import { pathPattern } from '../../../ignore-rules.ts'
import type { CodeFiles } from '../../../language.ts'
import { below, folderOf, upwards } from './paths.ts'

/** The file names that say where imports lead. */
export const manifestNames: readonly string[] = [
  'package.json',
  'pnpm-workspace.yaml',
  'lerna.json',
  'tsconfig.json',
  'jsconfig.json',
  'tsconfig.base.json',
  'tsconfig.app.json',
  'tsconfig.lib.json',
  'tsconfig.node.json',
  'tsconfig.build.json',
  'tsconfig.common.json',
  'tsconfig.shared.json',
  'tsconfig.options.json',
  'tsconfig.paths.json',
  'tsconfig.src.json',
]

/** A JSON object of a file that anyone may have written. */
export type Json = Readonly<Record<string, unknown>>

/** Reads a JSON file with comments; an object without members if it is anything else. */
export function jsonOf(text: string | undefined): Json {
  const value: unknown = text === undefined ? undefined : parse(text, [], { allowTrailingComma: true })
  return isObject(value) ? value : {}
}

/** Whether a value has members. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The strings of a list; of a string, itself. */
export const stringsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string')

/** One package.json. */
export interface PackageManifest {
  readonly folder: string
  readonly name: string | undefined
  readonly json: Json
}

/** The packages of a project, by their folders and by their names. */
export interface Packages {
  /** The package that a file belongs to. */
  around(path: string): PackageManifest | undefined
  /** The package that an import of this name means, if it is of the project. */
  named(name: string): PackageManifest | undefined
}

/**
 * Reads every package.json. Of several packages of one name, a member of a workspace comes first; one that is an example
 * or test data counts only if nothing else has its name and it is a member.
 */
export function packagesOf(files: CodeFiles): Packages {
  const byFolder = new Map<string, PackageManifest>()
  for (const path of files.manifests)
    if (path === 'package.json' || path.endsWith('/package.json')) {
      const json = jsonOf(files.text(path))
      const folder = folderOf(path)
      byFolder.set(folder, { folder, json, name: typeof json.name === 'string' ? json.name : undefined })
    }
  const isMember = membersOf(byFolder, files)
  const byName = new Map<string, PackageManifest>()
  const ranked = [...byFolder.values()].sort(
    (a, b) => Number(isMember(b.folder)) - Number(isMember(a.folder)) || a.folder.length - b.folder.length,
  )
  for (const manifest of ranked)
    if (manifest.name !== undefined && !byName.has(manifest.name))
      if (isMember(manifest.folder) || !ASIDE.test(`/${manifest.folder}/`)) byName.set(manifest.name, manifest)
  return {
    around: (path) => {
      for (const folder of upwards(folderOf(path))) {
        const found = byFolder.get(folder)
        if (found !== undefined) return found
      }
      return undefined
    },
    named: (name) => byName.get(name),
  }
}

const ASIDE = /\/(?:node_modules|fixtures?|__fixtures__|__mocks__|examples?|templates?|testdata|test|tests|__tests__)\//

/** Whether a folder is a member of a workspace, by npm's, yarn's, pnpm's or lerna's word. */
function membersOf(packages: ReadonlyMap<string, PackageManifest>, files: CodeFiles): (folder: string) => boolean {
  const roots: { readonly folder: string; readonly patterns: readonly string[] }[] = []
  for (const { folder, json } of packages.values()) {
    const { workspaces } = json
    roots.push({ folder, patterns: stringsOf(isObject(workspaces) ? workspaces.packages : workspaces) })
  }
  for (const path of files.manifests) {
    const folder = folderOf(path)
    if (path.endsWith('pnpm-workspace.yaml')) roots.push({ folder, patterns: listed(files.text(path) ?? '') })
    if (path.endsWith('lerna.json')) roots.push({ folder, patterns: stringsOf(jsonOf(files.text(path)).packages) })
  }
  const tests = roots.flatMap(({ folder, patterns }) => {
    const rules = patterns.map((pattern) => ({ isOut: pattern.startsWith('!'), test: globOf(pattern) }))
    return rules.length === 0 ? [] : [{ folder, rules }]
  })
  return (folder) =>
    tests.some((root) => {
      const path = root.folder === folder ? undefined : below(root.folder, folder)
      const fitting = path === undefined ? [] : root.rules.filter(({ test }) => test(path))
      return fitting.length > 0 && !fitting.some(({ isOut }) => isOut)
    })
}

/** The entries below `packages:` of a YAML file. */
function listed(yaml: string): readonly string[] {
  const found: string[] = []
  let isInside = false
  for (const line of yaml.split('\n')) {
    if (/^\S/.test(line)) isInside = /^packages\s*:/.test(line)
    const entry = isInside ? /^\s*-\s*(?:'([^']*)'|"([^"]*)"|([^\s#'"]+))/.exec(line) : null
    if (entry !== null) found.push(entry[1] ?? entry[2] ?? entry[3] ?? '')
  }
  return found
}

/** Whether a folder is what `packages/*`, `apps/**`, `!x` or `{a,b}/*` says. */
function globOf(pattern: string): (folder: string) => boolean {
  const plain = pattern.replace(/^!/, '').replace(/^\.\//, '').replace(/\/+$/, '')
  const tests = alternativesOf(plain).map(pathPattern)
  return (folder) => tests.some((test) => test(folder))
}

/** More would be no list that a person wrote. */
const MOST_ALTERNATIVES = 100

/** `{a,b}/*` as `a/*` and `b/*`; none if there are too many. */
function alternativesOf(pattern: string): readonly string[] {
  let all = [pattern]
  for (;;) {
    const next = all.flatMap((each) => {
      const found = /\{([^{}]*)\}/.exec(each)
      if (found === null) return [each]
      const [before, after] = [each.slice(0, found.index), each.slice(found.index + found[0].length)]
      return (found[1] ?? '').split(',').map((one) => before + one + after)
    })
    if (next.length > MOST_ALTERNATIVES) return []
    if (next.every((each, at) => each === all[at])) return next
    all = next
  }
}

/** A path that a manifest names, from the root; undefined above it. */
export const manifestPath = (folder: string, path: unknown): string | undefined =>
  typeof path === 'string' ? joinPaths(folder, path) : undefined
