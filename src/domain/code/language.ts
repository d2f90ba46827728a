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

/** How a language's calls work, as far as its syntax does not say so. Read by the flow analysis. */
export interface Semantics {
  /** The method that runs when an instance is made. */
  readonly constructor: string
  /** Whether a method's first parameter is the receiver. */
  readonly explicitSelf: boolean
  /** Whether a class is instantiated by calling it without `new`. */
  readonly callsClasses: boolean
  /** Method of the receiver that an operator, or a construct (`for`, `next`, `with`, `exit`, `call`, `subscript` …), runs. */
  readonly implicit: Readonly<Record<string, readonly string[]>>
  /** Builtin functions and methods that call what is passed to them, hand out elements, and so on. */
  readonly models: readonly Model[]
  /** Method names of builtin types: calls of them on an unknown receiver are not searched by name alone. */
  readonly commonMethods: ReadonlySet<string>
  /** Free names that belong to the language. */
  readonly globals: ReadonlySet<string>
  /** `function`: assigning declares, and blocks have no names of their own; `block`: names are declared, in their block. */
  readonly scoping: 'function' | 'block'
  /** The file that a package's folder is known by; its sibling modules are its members (`__init__.py`). */
  readonly packageFile?: string | undefined
  /** Every top-level name is exported, not only those that say so. */
  readonly exportsAll: boolean
  /** Generic types that stand for their arguments (`Optional`, `Promise`), and those that stand for the class itself (`type`). */
  readonly transparentTypes: ReadonlySet<string>
  readonly classTypes: ReadonlySet<string>
}

/** What a builtin function or method does with the values it gets. */
export interface Model {
  /** `map`, `functools.partial`; with a leading dot, a method of any value that is no instance of a project's class: `.forEach`. */
  readonly of: string
  /** Calls argument `fn` (position or keyword) with these values. */
  readonly calls?: { readonly fn: number | string; readonly args: readonly ModelValue[] } | undefined
  /** What the call gives. */
  readonly gives?: readonly ModelValue[] | undefined
  /** What is put into the receiver's elements. */
  readonly puts?: readonly ModelValue[] | undefined
}

/**
 * `receiver`, argument N or a keyword argument; `elements …` of one; `returned`: what the called function gives;
 * `list of …`: a new list with it; `partial`: argument 0 with the other arguments bound; `attribute`: `getattr`.
 */
export type ModelValue =
  | { readonly from: 'receiver' | 'returned' | 'partial' | 'attribute' }
  | { readonly from: 'argument'; readonly at: number | string }
  | { readonly from: 'elements'; readonly of: ModelValue }
  | { readonly from: 'list'; readonly of: readonly ModelValue[] }

/** One programming language: a folder of `languages/`. */
export interface Language {
  readonly name: string
  /** By a file name's ending, the grammar to parse it with. */
  readonly grammars: Readonly<Record<string, string>>
  /** First lines of scripts without an ending (`#!…python`). */
  readonly shebang?: RegExp | undefined
  /** File names that `resolver` reads. */
  readonly manifests: readonly string[]
  /** The neutral tree of a file. */
  lower(root: SyntaxNode, text: string): ModuleNode
  resolver(project: CodeFiles): ImportResolver
  readonly semantics: Semantics
  /** Whether a path is a test by the language's conventions. */
  isTest(path: string): boolean
}
