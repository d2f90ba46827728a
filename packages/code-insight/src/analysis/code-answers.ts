import type { CodeReference } from './facts.ts'
import type { CallEdge, CodePlace, UnresolvedCall } from './graph.ts'
import type { CodeTier } from './language.ts'
import type { EntityKind, Outline } from './outline.ts'

/** How far the index is: what an answer can be trusted for. */
export interface IndexState {
  /** Files with code, and how many of them are indexed. */
  readonly files: number
  readonly filesIndexed: number
  /** Every file is indexed. */
  readonly complete: boolean
  /** Files whose edges may be out of date: they, or what they depend on, changed a moment ago. */
  readonly pending: number
}

/** Languages by how far they are understood; a tier without any is missing. */
export type Tiers = Readonly<Partial<Record<CodeTier, readonly string[]>>>

/** What every answer says besides its own. */
interface Told {
  /** The languages of the project, by the number of their files, most first. */
  readonly languages: readonly string[]
  /** By what its parts were found: the languages that each tier stands for here. */
  readonly tiers: Tiers
  /** Calls that may belong to the answer, but whose targets are not known. */
  readonly unresolved: readonly UnresolvedCall[]
  readonly index: IndexState
  /** What is incomplete, in sentences: files that could not be parsed, and so on. */
  readonly notes: readonly string[]
  /** Where only the text has what was asked about; absent if none has. */
  readonly mentions?: readonly TextMention[] | undefined
}

/** A line that has what was asked about; what it means there is not known. */
export interface TextMention {
  readonly file: string
  readonly line: number
  /** The name, or the name of the file, that stands there. */
  readonly name: string
  /** `text`: it is not parsed. Of a parsed file, what the name stands in. */
  readonly in: 'text' | 'string' | 'comment' | 'code'
  /** The line looks like a declaration of that name. */
  readonly declares: boolean
  /** What seems to be declared around the line. */
  readonly within?: string | undefined
}

/** An entity as answers show it. */
export interface ShownEntity extends CodePlace {
  readonly kind: EntityKind | 'file'
  readonly signature: string
  readonly doc?: string | undefined
}

/** Something that no known use leads to, with what leaves it in doubt. */
export interface PerhapsUnused extends ShownEntity {
  readonly why: string
}

/** An outline of a file, with what is known of the file itself. */
export interface FileOutline extends Outline {
  readonly file: string
}

/** A caller of callers, by the shortest way to what was asked about. */
export interface ImpactedPlace extends CodePlace {
  /** 1: calls it directly. */
  readonly depth: number
  /** What it calls on that way. */
  readonly via: CodePlace
  /** Where. */
  readonly callLine: number
  /** The product along the way. */
  readonly confidence: number
  readonly isTest: boolean
}

/** An import, and where it leads: a file or folder of the project, or a package outside. */
export interface ShownImport {
  readonly module: string
  readonly line: number
  readonly names: readonly string[]
  readonly isType: boolean
  readonly isExport: boolean
  /** The files that it loads; none if it leads outside the project. */
  readonly files: readonly string[]
  /** The package, if it leads outside. */
  readonly outside?: string | undefined
}

/** An import of what was asked about. */
export interface Importer {
  readonly file: string
  readonly line: number
  readonly module: string
  readonly names: readonly string[]
  /** The file that passes on what was asked about, where that is another than the one that defines it. */
  readonly through?: string | undefined
}

/** A folder among the others: a layer is one above the highest that it depends on; folders of a cycle share theirs. */
export interface FolderPlace {
  readonly folder: string
  readonly layer: number
  readonly files: number
  /** Folders that it imports or calls, and those that do so with it. */
  readonly uses: readonly string[]
  readonly usedBy: readonly string[]
}

/** A result of a search. */
export interface FoundCode extends ShownEntity {
  readonly score: number
  /** What matched: its name, its documentation, its body, or only what it means. */
  readonly why: 'name' | 'doc' | 'body' | 'meaning'
}

/** A call of a snippet, and what it may mean. */
export interface SnippetCall {
  readonly name: string
  /** Where it is called first, within the snippet. */
  readonly line: number
  /** Nothing but its name says what it may be. */
  readonly isByName: boolean
  readonly targets: readonly ShownEntity[]
}

/** An entity that differs between two revisions. */
export interface ChangedEntity extends ShownEntity {
  /** `signature`: how it is called changed, and perhaps its body. */
  readonly change: 'added' | 'removed' | 'signature' | 'body' | 'moved'
  /** The signature before, or where it stood before it was moved. */
  readonly before?: string | undefined
  readonly movedFrom?: CodePlace | undefined
  /** What calls it now; for a removed one, what still does so by name. */
  readonly dependents: readonly CodePlace[]
}

/** A symbol's type and `path:line`. */
export interface SymbolLocation {
  readonly type: string
  readonly location: string
}

/** An answer; `candidates` and `unknown` take the place of any where its target is not one thing. */
export type CodeAnswer = Told & AnswerBody

/** What is particular to each answer. */
export type AnswerBody =
  | { readonly kind: 'outline'; readonly files: readonly FileOutline[]; readonly more: number }
  | { readonly kind: 'search'; readonly query: string; readonly results: readonly FoundCode[] }
  | {
      readonly kind: 'callers'
      readonly subjects: readonly ShownEntity[]
      readonly callers: readonly CallEdge[]
      /** Uses other than calls. */
      readonly references: readonly CodeReference[]
    }
  | { readonly kind: 'callees'; readonly subjects: readonly ShownEntity[]; readonly callees: readonly CallEdge[] }
  | { readonly kind: 'graph'; readonly edges: readonly CallEdge[] }
  | {
      readonly kind: 'impact'
      readonly subjects: readonly ShownEntity[]
      readonly callers: readonly ImpactedPlace[]
      /** Uses of the subjects other than calls: what happens to them from there on is not followed. */
      readonly references: readonly CodeReference[]
      /** The test files among them. */
      readonly tests: readonly string[]
      /** There are callers beyond the depth. */
      readonly isCut: boolean
    }
  | {
      readonly kind: 'dead'
      readonly dead: readonly ShownEntity[]
      /** Nothing is known to use these, either, but something may; `why` says what. */
      readonly perhaps: readonly PerhapsUnused[]
      readonly entities: number
    }
  | { readonly kind: 'imports'; readonly file: string; readonly imports: readonly ShownImport[] }
  | { readonly kind: 'importers'; readonly target: string; readonly importers: readonly Importer[] }
  | {
      readonly kind: 'arch'
      readonly folders: readonly FolderPlace[]
      /** Files that import each other in a circle, each circle once. */
      readonly cycles: readonly (readonly string[])[]
    }
  | { readonly kind: 'signatures'; readonly calls: readonly SnippetCall[] }
  | {
      readonly kind: 'diff'
      readonly base: string
      readonly head: string | null
      readonly changes: readonly ChangedEntity[]
      /** Changed files that are not code, could not be parsed, or have no part that changed (only imports did). */
      readonly otherFiles: readonly string[]
    }
  | {
      readonly kind: 'index'
      readonly symbols: Readonly<Record<string, SymbolLocation | readonly SymbolLocation[]>>
    }
  | { readonly kind: 'candidates'; readonly target: string; readonly candidates: readonly ShownEntity[] }
  | { readonly kind: 'unknown'; readonly target: string; readonly near?: string | undefined; readonly why: string }
