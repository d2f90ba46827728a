import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/**
 * What a test file needs in order to run: nothing; a file of the built product, above all the store's worker; or processes,
 * most of them built programs.
 */
export type Need = 'pure' | 'store' | 'process'

const HERE = import.meta.dirname
const ROOT = join(HERE, '..')
const SOURCE = /^(?:src|packages\/[^/]+\/src)\//
/** The folders of the packages' tests. */
const PACKAGES = readdirSync(join(ROOT, 'packages')).map((name) => join(ROOT, 'packages', name, 'test'))
// Projects of their own
const OTHERS = ['e2e', 'faults', 'house', 'long']
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g
const STARTS_PROCESSES = /'(?:node:child_process|node:worker_threads|execa)'/
const READS_THE_BUILD = /(?:resolve\('|'(?:\.\.\/)+)dist\b/

/** The test files of each need, found by what they do, and what they import from outside of the sources. */
export function filesByNeed(): Readonly<Record<Need, string[]>> {
  const found: Record<Need, string[]> = { pure: [], store: [], process: [] }
  for (const folder of [HERE, ...PACKAGES])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      const isOurs = name.endsWith('.test.ts') && !OTHERS.includes(name.split('/')[0] ?? '')
      if (isOurs) found[needOf(join(folder, name))].push(relative(ROOT, join(folder, name)))
    }
  return found
}

function needOf(file: string): Need {
  const needed = [...closure(file)].map((path) => OWN.get(path) ?? 'pure')
  return needed.find((need) => need === 'process') ?? needed.find((need) => need === 'store') ?? 'pure'
}

/** What each file that was read needs by itself, and what it imports. */
const OWN = new Map<string, Need>()
const IMPORTED = new Map<string, readonly string[]>()

function closure(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const path of importsOf(file)) closure(path, found)
  return found
}

function importsOf(file: string): readonly string[] {
  const known = IMPORTED.get(file)
  if (known) return known
  const text = readFileSync(file, 'utf8')
  OWN.set(file, STARTS_PROCESSES.test(text) ? 'process' : READS_THE_BUILD.test(text) ? 'store' : 'pure')
  const paths = [...text.matchAll(IMPORT)].map(([, path = '']) => resolve(dirname(file), path))
  const imported = paths.filter((path) => !SOURCE.test(relative(ROOT, path)) && existsSync(path))
  IMPORTED.set(file, imported)
  return imported
}
