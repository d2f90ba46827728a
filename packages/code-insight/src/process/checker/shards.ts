import { posix } from 'node:path'

/** Part of a project that is checked together: what stands below one configuration or package. */
export interface ShardPlan {
  /** Its folder, from the project's root; `` is the root itself. */
  readonly folder: string
  /** The configuration it is checked with, its own or that of a folder above. */
  readonly config: string | undefined
  /** Its own sources. */
  readonly files: readonly string[]
  /** Which part of a large package it is; undefined: all of it. */
  readonly part?: number
}

const SOURCE = /\.[cm]?[jt]sx?$/
const CONFIG = /^[tj]sconfig\.json$/

/** Whether a file is one that the checker reads. */
export const isChecked = (path: string): boolean => SOURCE.test(path)

/**
 * The shards of a project's files (POSIX, from its root): each source belongs to the nearest folder above with a
 * `tsconfig.json`, `jsconfig.json` or named `package.json`. ParsedFiles below none are in no shard.
 */
export function shardsOf(files: readonly string[], isPackage: (manifest: string) => boolean): ShardPlan[] {
  const configs = new Map<string, string>()
  const folders = new Set<string>()
  for (const path of files) {
    const name = posix.basename(path)
    const folder = folderOf(path)
    if (CONFIG.test(name)) {
      folders.add(folder)
      if (name === 'tsconfig.json' || !configs.has(folder)) configs.set(folder, path)
    } else if (name === 'package.json' && !folders.has(folder) && (folder === '' || isPackage(path)))
      folders.add(folder)
  }
  const owned = new Map<string, string[]>()
  for (const path of files.filter(isChecked)) {
    const folder = above(folderOf(path)).find((each) => folders.has(each))
    if (folder !== undefined) addTo(owned, folder, path)
  }
  return [...owned].map(([folder, own]) => {
    const nearest = above(folder).find((each) => configs.has(each))
    return { folder, config: nearest === undefined ? undefined : configs.get(nearest), files: own }
  })
}

/** A package in parts by folder, none of more than this many bytes unless one file alone has more. */
export function partsOf(plan: ShardPlan, bytesOf: (path: string) => number, most: number): ShardPlan[] {
  const total = (files: readonly string[]): number => files.reduce((sum, path) => sum + bytesOf(path), 0)
  const split = (files: readonly string[], depth: number): (readonly string[])[] => {
    if (files.length < 2 || total(files) <= most) return [files]
    const inner = new Map<string, string[]>()
    for (const path of files) addTo(inner, path.split('/').slice(0, depth).join('/'), path)
    const parts: (readonly string[])[] = []
    for (const piece of [...inner.values()].flatMap((each) => split(each, depth + 1))) {
      const last = parts.at(-1)
      if (last && total(last) + total(piece) <= most) parts[parts.length - 1] = [...last, ...piece]
      else parts.push(piece)
    }
    return parts
  }
  return split([...plan.files].sort(), 1).map((files, part) => ({ ...plan, files, part }))
}

const folderOf = (path: string): string => (path.includes('/') ? posix.dirname(path) : '')

/** The folder and those above it, the nearest first. */
function above(folder: string): string[] {
  const parts = folder === '' ? [] : folder.split('/')
  return Array.from({ length: parts.length + 1 }, (_, at) => parts.slice(0, parts.length - at).join('/'))
}

function addTo(owned: Map<string, string[]>, folder: string, path: string): void {
  const own = owned.get(folder)
  if (own) own.push(path)
  else owned.set(folder, [path])
}
