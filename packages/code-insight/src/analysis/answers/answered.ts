import type { AnswerBody } from '../code-answers.ts'
import type { UnresolvedCall } from '../graph.ts'

/** An answer's own part, with the unresolved calls that may belong to it and what is to be noted of it. */
export type CodeAnswered = AnswerBody & {
  readonly unresolved?: readonly UnresolvedCall[] | undefined
  readonly notes?: readonly string[] | undefined
}
