/** A line of a file as far as it is code. */
export interface CodeLine {
  /** From 1. */
  readonly line: number
  readonly text: string
}

/** A statement that only passes a list of names on. `begins` reaches up to the list, `ends` is where that is over. */
export interface NameList {
  readonly begins: RegExp
  readonly ends: RegExp
  /** A file with several of them is a bundle: each is of a module within it, and passes nothing on. */
  readonly isSingle?: boolean | undefined
}

/** Files whose names a framework or tool looks for: both patterns must match. */
export interface FrameworkFile {
  readonly path: RegExp
  readonly name: RegExp
}

/** The files of a project, as far as what its packages offer depends on them; a folder is '' for the root. */
export interface SourceFiles {
  files(folder: string): Iterable<{ readonly path: string; readonly language?: string | undefined }>
  file(path: string): { readonly language?: string | undefined } | undefined
  /** Paths that end with this: `util.ts`, `app/util.ts`. */
  pathsEnding(path: string): readonly string[]
}

/** What a package's manifest says that others may use. */
export interface Published {
  /** Whether it is there for others at all; a program may have a manifest too. */
  readonly isPublished: boolean
  /** All that these files export, and pass on. */
  readonly files: readonly string[]
  /** Single names, each with its file. */
  readonly names: readonly (readonly [file: string, name: string])[]
}

/** How modules are public where no manifest lists them: each module of a package is, unless its name says otherwise. */
export interface PublicModules {
  /** The name by which a file states what it offers. */
  readonly statedBy: string
  /** Whether a file says that it is there to be run. */
  isProgram(path: string, text: string): boolean
  /** Names of files outside of packages that set a project up: what they import is not thereby part of a program. */
  readonly setUp: RegExp
}

/**
 * What a language's text says besides its syntax: comments, lists of names, reflection, and what is there for others. Only
 * what is called unused depends on it.
 */
export interface Conventions {
  /** The lines without comments and documentation. Where that is not certain, text is taken for code. */
  codeLines(lines: readonly string[]): Iterable<CodeLine>
  /** Imports and lists of exports, also of several lines. */
  readonly lists: readonly NameList[]
  /** Global. What goes through all names of something: of a module or object (the group `of`), of the file itself without one. */
  readonly reflected: RegExp
  /** Loads a module whose name only a run knows, or all of a folder. */
  readonly loads: RegExp
  /** A file with this may reach any of its names, and with this even those that no object holds. */
  readonly reflects: RegExp
  readonly reflectsLocals: RegExp
  /** Names that say that they are for their own class or module only. */
  readonly privateName: RegExp
  /** Qualified names of methods that the language itself calls. */
  readonly calledByLanguage: RegExp
  /** Top-level names that the language, or who runs tests and plugins, looks for. */
  readonly lookedFor?: RegExp | undefined
  readonly frameworkFiles: readonly FrameworkFile[]
  /** What a manifest (`Language.manifests`) publishes. */
  published(manifest: string, text: string, project: SourceFiles): Published
  readonly publicModules?: PublicModules | undefined
}

/** Nothing is published. */
export const UNPUBLISHED: Published = { isPublished: false, files: [], names: [] }
