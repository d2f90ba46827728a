import { joinPaths } from '@hindcast/text/paths.ts'
import type { CodeFiles } from '../../../language.ts'
import { isObject, type Json, jsonOf, manifestPath, stringsOf } from './manifests.ts'
import { folderOf, upwards } from './paths.ts'

/** What a tsconfig.json says of where files are. */
export interface CompilerOptions {
  readonly baseUrl?: string | undefined
  /** Each pattern with the paths it leads to, from the root, longest pattern first. */
  readonly paths: readonly { readonly pattern: string; readonly to: readonly string[] }[]
  readonly outDir?: string | undefined
  readonly rootDir?: string | undefined
}

/** The options that hold for a folder: the nearest tsconfig.json's or jsconfig.json's, with what it extends. */
export function compilerOptionsOf(files: CodeFiles): (folder: string) => CompilerOptions {
  const known = new Map<string, CompilerOptions>()
  const find = (folder: string): CompilerOptions => {
    for (const each of upwards(folder)) {
      const path = ['tsconfig.json', 'jsconfig.json']
        .map((name) => joinPaths(each, name) ?? '')
        .find((candidate) => files.text(candidate) !== undefined)
      if (path !== undefined) return withReferences(path, files)
    }
    return { paths: [] }
  }
  return (folder) => {
    const found = known.get(folder) ?? find(folder)
    known.set(folder, found)
    return found
  }
}

/** A file that only refers to others means what they say, the first of them that says it. */
function withReferences(path: string, files: CodeFiles): CompilerOptions {
  const own = read(path, files, new Set())
  if (own.paths.length > 0 || own.baseUrl !== undefined) return own
  const { references } = jsonOf(files.text(path))
  const others = (Array.isArray(references) ? references : [])
    .map((each) => (isObject(each) ? manifestPath(folderOf(path), each.path) : undefined))
    .filter((target) => target?.endsWith('.json'))
    .map((target) => read(target ?? '', files, new Set()))
  const first = others.find(({ paths, baseUrl }) => paths.length > 0 || baseUrl !== undefined)
  return first === undefined ? own : { ...own, paths: first.paths, baseUrl: first.baseUrl }
}

function read(path: string, files: CodeFiles, seen: Set<string>): CompilerOptions {
  const text = seen.has(path) ? undefined : files.text(path)
  seen.add(path)
  const json = jsonOf(text)
  const folder = folderOf(path)
  const inherited = stringsOf(json.extends)
    .filter((each) => each.startsWith('.'))
    .map((each) => extended(joinPaths(folder, each), files, seen))
  const options = isObject(json.compilerOptions) ? json.compilerOptions : {}
  const own = ownOptions(options, folder)
  return [...inherited, own].reduce<CompilerOptions>(
    (all, next) => ({
      baseUrl: next.baseUrl ?? all.baseUrl,
      paths: next.paths.length > 0 ? next.paths : all.paths,
      outDir: next.outDir ?? all.outDir,
      rootDir: next.rootDir ?? all.rootDir,
    }),
    { paths: [] },
  )
}

/** The ending may be left out. */
function extended(path: string | undefined, files: CodeFiles, seen: Set<string>): CompilerOptions {
  if (path === undefined) return { paths: [] }
  const found = [path, `${path}.json`, `${path}/tsconfig.json`].find((each) => files.text(each) !== undefined)
  return found === undefined ? { paths: [] } : read(found, files, seen)
}

function ownOptions(options: Json, folder: string): CompilerOptions {
  const baseUrl = manifestPath(folder, options.baseUrl)
  const paths = isObject(options.paths) ? options.paths : {}
  return {
    baseUrl,
    outDir: manifestPath(folder, options.outDir),
    rootDir: manifestPath(folder, options.rootDir),
    paths: Object.entries(paths)
      .map(([pattern, targets]) => ({
        pattern,
        to: stringsOf(targets).flatMap((target) => manifestPath(baseUrl ?? folder, target) ?? []),
      }))
      .sort((a, b) => b.pattern.length - a.pattern.length),
  }
}
