import type { Clean } from '@hindcast/redaction/clean.ts'
import type { Conventions } from './conventions.ts'
import type { TextEntry } from './outline.ts'
import type { Semantics } from './semantics.ts'
import type { SyntaxNode } from './syntax.ts'
import type { ModuleNode } from './tree.ts'

/** What an import leads to: a file of the project, a folder that stands for a package without a file, or something outside. */
export type ImportTarget =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'outside'; readonly name: string }

/** The files of a project, as far as resolving an import depends on them. Paths are POSIX, from its root. */
export interface CodeFiles {
  has(path: string): boolean
  hasFolder(path: string): boolean
  /** The files whose paths are this, or end with a slash and this: `util/text.h`. */
  ending(path: string): readonly string[]
  /** The paths of all manifests, by the names that the languages declare. */
  readonly manifests: readonly string[]
  /** The text of a manifest. */
  text(path: string): string | undefined
}

/** Finds what a module's name means in one file. One for a project; made anew when a manifest or a file name changes. */
export interface ImportResolver {
  /** `member`: a name imported from it, which may be a module of its own (`from package import module`). */
  resolve(module: string, from: string, member?: string): ImportTarget
}

/** What names mean where calls are found by what is written, not by what flows where. */
export interface CallsByName {
  /**
   * What sees its own names without an import: a file, all files of a folder, those that declare the same package, or the whole
   * program, where imports only say what else it consists of.
   */
  readonly module: 'file' | 'folder' | 'package' | 'program'
  /** Members are called by their names alone within their class. */
  readonly hasImplicitReceiver?: boolean | undefined
  /** A name alone is a call of it. */
  readonly callsBare?: boolean | undefined
  /** A call by a name alone is never one of what a variable holds. */
  readonly callsNoVariables?: boolean | undefined
  /** A value of a type from outside may stand for one of its type's arguments. */
  readonly hasSmartPointers?: boolean | undefined
  /** A class is of an interface by having its methods, without saying so. */
  readonly hasShapes?: boolean | undefined
  /** Free functions of the language whose result is of the type, or like the value, that they are given first. */
  readonly likeFirst?: readonly string[] | undefined
  /** Languages of the same family see each other's names. */
  readonly family?: string | undefined
  /** Groups of outside types of which each may be given for any other. */
  readonly convertible?: readonly (readonly string[])[] | undefined
  /** A class has one function of a name: those further up are overridden, whatever arguments they take. */
  readonly hasOneOfName?: boolean | undefined
  /** What paths begin with that are modules by themselves (`crate`). */
  readonly roots?: readonly string[] | undefined
  /** What a method is called that runs where an instance is made, unless that is what its class is called. */
  readonly constructorName?: string | undefined
  /** Functions from outside that make an instance of the type that they are given (`make_unique<T>()`). */
  readonly makers?: readonly string[] | undefined
}

/**
 * How far a language is understood. `full`: what flows where, so that calls are resolved; `structural`: what tables say of
 * its grammar, and calls by their names; `text`: at most what its text consists of.
 */
export type CodeTier = 'full' | 'structural' | 'text'

/** A text of which only parts are code. Both give a text of the same length and lines, blank where it is not meant. */
export interface EmbeddedCode {
  /** What is parsed. */
  code(text: string): string
  /** What may use names outside of that. */
  uses(text: string): string
}

/** One language: a folder of `languages/`. */
export interface Language {
  readonly name: Clean
  readonly tier: CodeTier
  /**
   * By a file name's ending (`.go`), or by the name itself up to a dot and in lower case (`makefile`), the grammar to parse it
   * with; '' where `entries` reads the text without one.
   */
  readonly grammars: Readonly<Record<string, string>>
  /** The grammar of texts that say of themselves that they are of a dialect (Flow's `@flow`). */
  readonly dialect?: { readonly marked: RegExp; readonly grammar: string } | undefined
  /**
   * What to parse instead of a text that its grammar did not understand: each part that it does not know is spelt as one that
   * it knows, and every character keeps its place. The tree is lowered with the text itself.
   */
  parsableText?(text: string): string
  readonly embedded?: EmbeddedCode | undefined
  /** Its files only talk about names, and use none. */
  readonly isProse?: boolean | undefined
  /** Its files set values, which are not found by what they say; keys, and what refers to code by its form, are. */
  readonly isSettings?: boolean | undefined
  /** Its files may begin as markup does. Any other language's that do are none of it (translations, a page). */
  readonly isMarkup?: boolean | undefined
  /** Folders that its tools write, which are never a project's own. */
  readonly outputs?: readonly string[] | undefined
  /** First lines of scripts without an ending (`#!…python`). */
  readonly shebang?: RegExp | undefined
  /** File names that `resolver` reads. */
  readonly manifests: readonly string[]
  /** What a text consists of, in a language without a grammar, in its order; nothing is lowered then. */
  entries?(text: string): readonly TextEntry[]
  /** The neutral tree of a file. */
  lower(root: SyntaxNode, text: string): ModuleNode
  resolver(project: CodeFiles): ImportResolver
  readonly semantics: Semantics
  /** Its calls are found by their names alone, not by what flows where. */
  readonly byName?: CallsByName | undefined
  /** What its text says besides; without it, nothing in the language is called unused. */
  readonly conventions?: Conventions | undefined
  /** A file of this name, whatever its ending, stands for its folder (`index`). */
  readonly folderFile?: string | undefined
  /** Paths of files that only declare, for the sake of types, what others have (`.d.ts`). */
  readonly declares?: RegExp | undefined
  /** Whether a path is a test by the language's conventions. */
  isTest(path: string): boolean
}
