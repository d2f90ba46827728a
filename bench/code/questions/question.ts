/**
 * A question about a program that has one right answer; a program's tests are no part of it, neither as callers nor
 * otherwise. In answers and subjects, files are POSIX paths from the program's root, and functions `FILE NAME`, with the
 * name qualified in its file (`Class.method`, `outer.inner`, `<module>` for statements at the top).
 *
 * - `definition`: where is defined what `name` stands for on the subject's `line` of `file`? `FILE:LINE` of its function or class.
 * - `callers`: which functions call `name` of `file`?
 * - `imports`: which files of the program does `file` import, at its top or within a function? In Python, `from a import b`
 *   means the file of the module `a.b` if there is one, and otherwise that of `a`; packages that are only passed through
 *   on the way to a module do not count.
 * - `impact`: which functions call `name` of `file`, directly or through others? The function itself counts only if it
 *   can come to call itself again.
 */
export interface Question {
  /** The program's name. */
  readonly package: string
  readonly kind: 'definition' | 'callers' | 'imports' | 'impact'
  readonly subject: { readonly file: string; readonly name?: string; readonly line?: number }
  /** In order, without repetition. */
  readonly answer: readonly string[]
}
