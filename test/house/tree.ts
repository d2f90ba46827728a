import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { execa } from 'execa'

/** The project's own folder. */
export const PROJECT = resolve(import.meta.dirname, '../..')

// Made, fetched or recorded, or programs to measure by: not the project's own code
const FOREIGN = new Set(['node_modules', 'dist', 'fixtures', 'held-out', '.git', '.cache', 'coverage'])

/** The files below some parts of a folder, as sorted paths from that folder; a part that is not there has none. */
export function filesOf(folder: string, parts: readonly string[]): string[] {
  return parts.flatMap((part) => (existsSync(join(folder, part)) ? walk(folder, part) : [])).sort()
}

function walk(folder: string, part: string): string[] {
  return readdirSync(join(folder, part), { withFileTypes: true }).flatMap((entry) => {
    const path = part === '.' ? entry.name : `${part}/${entry.name}`
    if (entry.isDirectory()) return FOREIGN.has(entry.name) ? [] : walk(folder, path)
    return [path]
  })
}

/** The files of the product and of the packages beside it, without their tests, as sorted paths. */
export const sourcesOf = (folder: string): string[] =>
  filesOf(folder, ['src', 'packages']).filter((path) => /^(?:src|packages\/[^/]+\/src)\//.test(path))

/** Whether a path is a source in TypeScript or JavaScript. */
export const isSource = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path)

/** What one of the project's tools prints in a folder when it objects; nothing when it is content. */
export async function objections(folder: string, tool: string, args: readonly string[]): Promise<string> {
  const path = join(PROJECT, 'node_modules/.bin', tool)
  const { exitCode, all } = await execa(path, args, { cwd: folder, reject: false, all: true, env: { NO_COLOR: '1' } })
  return exitCode === 0 ? '' : all || `${tool} ended with ${exitCode}`
}
