import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf, isSource } from './tree.ts'

/** How long the files of one part of the project are, in lines. */
export interface Sizes {
  readonly median: number
  /** Nine files in ten are no longer. */
  readonly p90: number
  readonly longest: number
}

/** The sizes of the sources below these parts of a folder, but for those that are data and named so. */
export function sizesOf(folder: string, parts: readonly string[], data: readonly string[] = []): Sizes {
  const lines = filesOf(folder, parts)
    .filter((path) => isSource(path) && !data.includes(path))
    .map((path) => (readFileSync(join(folder, path), 'utf8').match(/\n/g) ?? []).length)
    .sort((a, b) => a - b)
  const at = (share: number) => lines[Math.min(lines.length - 1, Math.floor(lines.length * share))] ?? 0
  return { median: at(0.5), p90: at(0.9), longest: at(1) }
}
