import { baseName } from '@hindcast/text/paths.ts'

/**
 * Whether two texts differ only in what formatters change: white space, quotes, semicolons, trailing commas, parentheses
 * around one parameter, and the order of imports.
 */
export function isOnlyFormatted(before: string, now: string): boolean {
  const [old, young] = [parted(before), parted(now)]
  return unformatted(old.rest) === unformatted(young.rest) && sortedNames(old.imports) === sortedNames(young.imports)
}

/** Lines that import something, apart from the others: formatters sort and wrap them. */
function parted(text: string): { readonly imports: string; readonly rest: string } {
  const imports = text.match(IMPORT) ?? []
  return { imports: imports.join('\n'), rest: text.replace(IMPORT, '') }
}

const IMPORT =
  /^[ \t]*(?:import\b[^;'"\n]*(?:\{[^}]*\}[^;'"\n]*)?(?:['"][^'"\n]*['"])?;?|from \S+ import (?:\([^)]*\)|[^\n]*)|#include[^\n]*|(?:pub )?use [\w:{}, *\n]+;|using [\w.]+;)[ \t]*$/gm

const unformatted = (text: string): string =>
  text
    .replace(/['"`]/g, '"')
    .replace(/[;\s]+/g, '')
    .replace(/,(?=[)\]}])/g, '')
    .replace(/\((\w+)\)=>/g, '$1=>')

const sortedNames = (text: string): string => (text.match(/[\w$@./*-]+/g) ?? []).toSorted().join(' ')

/** Whether a program writes the file: a lock file, build output, a snapshot, or one that says so at its top. */
export const isGenerated = (path: string, text: string): boolean =>
  GENERATED_NAME.test(baseName(path)) || GENERATED_FOLDER.test(path) || SAYS_SO.test(text.slice(0, HEAD))

const HEAD = 600
const GENERATED_NAME =
  /^(?:package-lock\.json|pnpm-lock\.yaml|npm-shrinkwrap\.json|go\.sum)$|\.(?:lock|lockb|snap|min\.\w+|map|pb\.\w+)$|[._-]generated\b/i
const GENERATED_FOLDER =
  /(?:^|\/)(?:dist|build|out|target|coverage|node_modules|vendor|__snapshots__|generated|__generated__)\//i
const SAYS_SO = /@generated\b|\b(?:auto-?|code |automatically )generated\b|\bdo not edit\b/i
