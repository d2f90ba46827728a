import { joinPaths } from '@hindcast/text/paths.ts'
import type { CodeFiles } from '../../../language.ts'

const TYPESCRIPT = ['.ts', '.tsx', '.mts', '.cts']
const JAVASCRIPT = ['.js', '.jsx', '.mjs', '.cjs']
/** Files that hold scripts. */
const PAGES = ['.vue', '.svelte', '.astro']
const DECLARED = ['.d.ts', '.d.mts', '.d.cts']

/** What a file's ending may stand for: an import names what is built. */
const BUILT_FROM: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.jsx', '.d.ts'],
  '.jsx': ['.tsx', '.d.ts'],
  '.mjs': ['.mts', '.ts', '.d.mts'],
  '.cjs': ['.cts', '.ts', '.d.cts'],
  '.d.ts': ['.ts', '.tsx', '.js'],
  '.d.mts': ['.mts', '.ts', '.mjs'],
  '.d.cts': ['.cts', '.ts', '.cjs'],
}

const ENDING = /(?:\.d)?\.[cm]?[jt]sx?$|\.(?:vue|svelte|astro|html?)$/

/** Whether a path is of a file of JavaScript or TypeScript, or of one that holds some. */
export const isScript = (path: string): boolean => ENDING.test(path)

/** A path's ending, if it is one of ours. */
export const endingOf = (path: string): string => ENDING.exec(path)?.[0] ?? ''

/** The file that a path means, as a compiler finds it: with an ending left out or of what is built from it, or an index. */
export function fileAt(path: string, from: string, files: CodeFiles): string | undefined {
  return asFile(path, from, files) ?? (files.hasFolder(path) || path === '' ? indexOf(path, from, files) : undefined)
}

function asFile(path: string, from: string, files: CodeFiles): string | undefined {
  if (path === '') return undefined
  const ending = endingOf(path)
  const stem = path.slice(0, path.length - ending.length)
  const sources = (BUILT_FROM[ending] ?? []).map((other) => stem + other)
  const isFromJavaScript = JAVASCRIPT.includes(endingOf(from))
  const exact =
    ending === '' ? [] : isFromJavaScript ? [path, ...sources] : [...sources.filter(isSource), path, ...sources]
  const [first, second] = isFromJavaScript ? [JAVASCRIPT, TYPESCRIPT] : [TYPESCRIPT, JAVASCRIPT]
  const added = [...first, ...second, ...PAGES, ...DECLARED].map((each) => path + each)
  return [...exact, ...added].find((each) => files.has(each))
}

const isSource = (path: string): boolean => !DECLARED.includes(endingOf(path))

function indexOf(folder: string, from: string, files: CodeFiles): string | undefined {
  const index = joinPaths(folder, 'index')
  return index === undefined ? undefined : asFile(index, from, files)
}
