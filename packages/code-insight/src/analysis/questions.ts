/** What `search` ranks below source unless it is asked for. */
export type SearchExtra = 'tests' | 'docs' | 'generated' | 'vendored'

/**
 * A question about a project's code. `target` is a file, a folder, or a symbol: `name`, `Class.method`, `path:name` or
 * `path:line`; relative paths are those of the folder that the question is asked in, or of the project's root.
 */
export type CodeQuestion =
  | { readonly kind: 'outline' | 'callers' | 'callees' | 'imports' | 'importers'; readonly target: string }
  | { readonly kind: 'graph' | 'dead' | 'arch' | 'index'; readonly target?: string | undefined }
  | { readonly kind: 'impact'; readonly target: string; readonly depth: number }
  | {
      readonly kind: 'search'
      readonly query: string
      readonly extras: readonly SearchExtra[]
      readonly limit: number
      /** The embedding of `query`, as far as there is one: what means the same in other words is found, too. */
      readonly embedding?: readonly number[] | undefined
    }
  | {
      readonly kind: 'signatures'
      readonly snippet: string
      /** A language's name; default: that of `file`. */
      readonly language?: string | undefined
      /** The file that the snippet is, or would be, part of: its imports say what names mean. */
      readonly file?: string | undefined
    }
  | {
      readonly kind: 'diff'
      /** Revisions of git; without a head, the files as they are now. */
      readonly base: string
      readonly head?: string | undefined
    }

/** The name of a question. */
export type QuestionKind = CodeQuestion['kind']
