/** What an entity is, in words that every language shares. */
export type EntityKind =
  | 'function'
  | 'method'
  | 'class'
  | 'interface'
  | 'enum'
  | 'type'
  | 'namespace'
  | 'variable'
  | 'field'
  /** Of a text without calls: what has parts of its own (a heading, a build stage), and what has none (a key, an instruction). */
  | 'section'
  | 'entry'

/** One definition of a file. */
export interface Entity {
  /** Qualified within its file: `Class.method`, `outer.inner`. */
  readonly name: string
  readonly kind: EntityKind
  /** Of its name, and of the whole definition with its decorators. */
  readonly line: number
  readonly startLine: number
  readonly endLine: number
  /** In the language's own syntax, on one line. */
  readonly signature: string
  /** The first line of its documentation. */
  readonly doc?: string | undefined
  /** Visible to other files: exported, or public at top level where a language exports everything. */
  readonly exported: boolean
  /** The index of the entity that it is nested in. */
  readonly parent?: number | undefined
  /** Decorators' names, and marks such as `async`, `static`, `abstract`, `getter`. */
  readonly marks: readonly string[]
}

/** A part of a text, as a reader without a grammar finds it. */
export interface TextEntry {
  readonly name: string
  readonly kind: EntityKind
  /** From 1. */
  readonly line: number
  /** Default: the line before the next entry that is not within this one. */
  readonly endLine?: number | undefined
  /** How deep it is nested, from 1: it is within the last entry before it that is less deep. */
  readonly level: number
  /** On one line; default: the name. What a line sets must not be in it. */
  readonly signature?: string | undefined
  readonly doc?: string | undefined
}

/** One import, as it is written. */
export interface ImportFact {
  readonly module: string
  readonly line: number
  /** The imported names; `*` is the module itself, or all of it. */
  readonly names: readonly string[]
  /** It re-exports what it imports. */
  readonly isExport: boolean
  /** Of types alone: nothing runs. */
  readonly isType: boolean
}

/** The first layer: what a file defines and imports. */
export interface Outline {
  readonly language: string
  readonly lines: number
  /** The first line of the file's own documentation. */
  readonly doc?: string | undefined
  /** In the order of the file. */
  readonly entities: readonly Entity[]
  readonly imports: readonly ImportFact[]
  /** Line ranges that could not be parsed; the rest is as complete as it can be. */
  readonly errors: readonly { readonly from: number; readonly to: number }[]
  /** Says of itself that it is generated. */
  readonly isGenerated: boolean
}

/** The last part of a qualified name. */
export const lastName = (name: string): string => name.slice(name.lastIndexOf('.') + 1)
