import { dirname, join } from 'node:path'
import type ts from 'typescript'
import type { TypeScript } from './compiler.ts'
import type { CompilerDisk } from './disk.ts'

/** How deep references of configurations are followed. */
const DEEPEST = 3
/** As many files may a configuration extend, all in all: of a ring, the compiler would try every way around. */
const MOST_EXTENDED = 100

/**
 * The compiler's options for a shard, from its configuration if there is one: what decides how modules are found and
 * what JSX is. Everything else is set so that most is inferred, in JavaScript too; errors do not matter.
 */
export function optionsOf(ts: TypeScript, disk: CompilerDisk, config: string | undefined): ts.CompilerOptions {
  const given = config === undefined ? {} : read(ts, disk, config, 0)
  const isOld = given.moduleResolution === ts.ModuleResolutionKind.Classic || given.module === undefined
  return {
    ...given,
    ...(isOld ? { module: ts.ModuleKind.Preserve, moduleResolution: ts.ModuleResolutionKind.Bundler } : {}),
    target: given.target ?? ts.ScriptTarget.ESNext,
    jsx: given.jsx ?? ts.JsxEmit.Preserve,
    strict: true,
    strictNullChecks: true,
    noImplicitAny: true,
    allowJs: true,
    checkJs: false,
    allowImportingTsExtensions: true,
    esModuleInterop: true,
    allowSyntheticDefaultImports: true,
    experimentalDecorators: given.experimentalDecorators ?? false,
    // A large data file would be parsed, and held
    resolveJsonModule: false,
    // What is outside the project is known by its declarations alone
    maxNodeModuleJsDepth: 0,
    skipLibCheck: true,
    noEmit: true,
    composite: false,
    incremental: false,
    disableSourceOfProjectReferenceRedirect: true,
  }
}

function read(ts: TypeScript, disk: CompilerDisk, path: string, depth: number): ts.CompilerOptions {
  const { config } = ts.readConfigFile(path, disk.text)
  if (typeof config !== 'object' || config === null) return {}
  let left = MOST_EXTENDED
  const host: ts.ParseConfigHost = {
    useCaseSensitiveFileNames: ts.sys.useCaseSensitiveFileNames,
    fileExists: disk.fileExists,
    readFile: (extended) => (left-- > 0 ? disk.text(extended) : undefined),
    // Which files there are is known already
    readDirectory: () => [],
  }
  const { options } = ts.parseJsonConfigFileContent(config, host, dirname(path), undefined, path)
  const referenced = referencesOf(config)[0]
  // A configuration that only lists others says nothing of its files
  const isList = Array.isArray(config.files) && config.files.length === 0
  if (!isList || referenced === undefined || depth >= DEEPEST) return options
  const target = join(dirname(path), referenced)
  return { ...read(ts, disk, /\.json$/.test(target) ? target : join(target, 'tsconfig.json'), depth + 1), ...options }
}

function referencesOf(config: { readonly references?: unknown }): string[] {
  if (!Array.isArray(config.references)) return []
  return config.references.flatMap((each) => (typeof each?.path === 'string' ? [each.path] : []))
}
