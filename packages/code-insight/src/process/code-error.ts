/** What can be wrong with a question: it is bad or about nothing, only a person may ask it, or answering it failed. */
export type CodeErrorCode = 'bad-input' | 'not-found' | 'needs-person' | 'code-failed'

/** An error that says what is wrong with a question; `remedy`, if something better helps than what always helps against its code. */
export class CodeError extends Error {
  readonly code: CodeErrorCode
  readonly remedy: string | undefined

  constructor(
    code: CodeErrorCode,
    why: string,
    { remedy, ...options }: ErrorOptions & { readonly remedy?: string } = {},
  ) {
    super(why, options)
    this.name = 'CodeError'
    this.code = code
    this.remedy = remedy
  }
}
