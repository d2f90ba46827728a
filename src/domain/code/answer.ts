import type { AnswerBody, CodeAnswer } from './code-answers.ts'
import type { UnresolvedCall } from './graph.ts'
import type { CodeQuestion } from './questions.ts'
import type { CodeView, Prepared } from './view.ts'

/** An answer's own part, with the unresolved calls that may belong to it. */
export type Answered = AnswerBody & { readonly unresolved?: readonly UnresolvedCall[] | undefined }

/** Answers a question from the index. `prepared`: what `signatures` and `diff` need besides. */
export function answerOf(question: CodeQuestion, view: CodeView, prepared: Prepared = {}): CodeAnswer {
  const body = bodyOf(question, view, prepared)
  return { ...body, languages: view.languages(), unresolved: body.unresolved ?? [], index: view.state(), notes: [] }
}

/** The files that have to be fresh before a question is answered. */
export function filesOfQuestion(_question: CodeQuestion, _view: CodeView): readonly string[] {
  return []
}

/** The files that an answer names: if one of them changed since it was indexed, the question is to be answered again. */
export function filesOfAnswer(_answer: CodeAnswer): readonly string[] {
  return []
}

function bodyOf({ kind }: CodeQuestion, _view: CodeView, _prepared: Prepared): Answered {
  return { kind: 'unknown', target: '', why: `${kind} cannot be answered yet` }
}
