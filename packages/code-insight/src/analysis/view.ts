import type { IndexState } from './code-answers.ts'
import type { ExportedName } from './exported-names.ts'
import type { CodeReference } from './facts.ts'
import type { CallEdge, CodePlace, UnresolvedCall } from './graph.ts'
import type { ImportTarget } from './language.ts'
import type { Entity, ImportFact, Outline } from './outline.ts'
import type { Snippet } from './snippet.ts'

/** A file of the project that the index knows. */
export interface CodeFile {
  readonly path: string
  /** Undefined: no code, or none that is understood. */
  readonly language?: string | undefined
  readonly isTest: boolean
  readonly isGenerated: boolean
  readonly isVendored: boolean
  /** Why there is no outline of it, or not of all of it: `it is over 2 MB`, `syntax errors in lines 3-5`. */
  readonly problem?: string | undefined
}

/** An entity with its file. */
export interface Placed {
  readonly file: string
  readonly entity: Entity
}

/** An import with where it leads: several targets where its names are modules of their own. */
export interface ResolvedImport {
  readonly fact: ImportFact
  readonly targets: readonly ImportTarget[]
}

/** An import of one file by another. */
export interface ImportEdge {
  readonly from: string
  readonly to: string
  readonly fact: ImportFact
}

/** An entity that matches a search, before it is ranked. `doc` and `body`: which of the words stand there. */
export interface CodeCandidate extends Placed {
  readonly doc: readonly string[]
  readonly body: readonly string[]
}

/** An entity that is like a search in meaning; `similarity`: the cosine of both. */
export interface SimilarEntity extends Placed {
  readonly similarity: number
}

/**
 * What questions are answered from: an index, read synchronously. The first group is cheap at any size of the project;
 * the iterators of the second read all of it (below a folder, if one is given), in the order of files. Paths are POSIX, from the
 * project's root; a folder is '' (the root) or without a slash at its end.
 */
export interface CodeView {
  /** Absolute. */
  readonly root: string
  /** Where the question is asked, from the root. */
  readonly folder: string
  state(): IndexState
  /** The languages with files, most files first. */
  languages(): readonly string[]
  file(path: string): CodeFile | undefined
  hasFolder(path: string): boolean
  /** Paths that end with this: `util.ts`, `app/util.ts`. At most 20. */
  pathsEnding(path: string): readonly string[]
  outline(path: string): Outline | undefined
  /** The lines of a file (of code or not), from 1, both inclusive, as it is on the disk; none if it is gone or no text. */
  source(path: string, from: number, to: number): readonly string[]
  /** Entities whose own name, the last part of the qualified one, is this. */
  named(name: string): readonly Placed[]
  /** Own names of entities, and names of files, that are like this one: those that share its first letters or a part. At most 200. */
  namesLike(name: string): readonly string[]
  /** Edges to, and from, the entities of one qualified name in a file. */
  callsTo(file: string, name: string): readonly CallEdge[]
  callsFrom(file: string, name: string): readonly CallEdge[]
  referencesTo(file: string, name: string): readonly CodeReference[]
  /** Unresolved calls of something with this last name. */
  unresolvedNamed(name: string): readonly UnresolvedCall[]
  /** Unresolved calls within a file, of one entity if it is given. */
  unresolvedIn(file: string, name?: string): readonly UnresolvedCall[]
  imports(path: string): readonly ResolvedImport[]
  /** The names that a file exports, with what they stand for. */
  exports(path: string): readonly ExportedName[]
  /** The imports that lead to a file, and those of a package outside or a module by the name it is imported by. */
  importersOf(path: string): readonly ImportEdge[]
  importersOfModule(module: string): readonly { readonly from: string; readonly fact: ImportFact }[]
  /** Entities with at least one of these words (as `searchWords` gives them) in name, documentation or body, the best `limit`. */
  searched(words: readonly string[], limit: number): readonly CodeCandidate[]
  /** The entities whose embeddings are most similar to this one, the most similar first. */
  similar(embedding: readonly number[], limit: number): readonly SimilarEntity[]
  /** Files whose text may have all words of one of these lists, in whatever case; those that were not read yet are among them. */
  naming(words: readonly (readonly string[])[]): readonly CodeFile[]
  /** Manifests by the names that the languages declare, and the text of one. */
  manifests(): readonly string[]
  text(path: string): string | undefined

  /** All files that are known, also those without code (templates, configuration). */
  files(folder?: string): Iterable<CodeFile>
  entities(folder?: string): Iterable<Placed>
  /** Edges that begin in the folder. */
  edges(folder?: string): Iterable<CallEdge>
  references(): Iterable<CodeReference>
  unresolved(folder?: string): Iterable<UnresolvedCall>
  importEdges(folder?: string): Iterable<ImportEdge>
}

/** A side of a changed file: its text, and its outline where it is code that can be parsed. */
export interface FileSide {
  readonly path: string
  readonly text: string
  readonly outline?: Outline | undefined
}

/** A file that differs between two revisions; one side is missing where it was added or deleted. Renamed files have both. */
export interface FileSides {
  readonly before?: FileSide | undefined
  readonly after?: FileSide | undefined
}

/** What is made ready for a question, because it takes a parser or git. */
export interface Prepared {
  /** What the snippet of `signatures` calls. */
  readonly snippet?: Snippet | undefined
  /** The files that differ, for `diff`. */
  readonly sides?: readonly FileSides[] | undefined
}

/** The place of an entity. */
export const placeOf = ({ file, entity }: Placed): CodePlace => ({ file, name: entity.name, line: entity.line })
