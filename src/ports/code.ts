import type { CodeAnswer } from '../domain/code/code-answers.ts'
import type { CodeQuestion } from '../domain/code/questions.ts'

/** The code of projects. */
export interface Code {
  /**
   * Answers a question asked in a folder, about the project that contains it; or, if the target is an existing path
   * outside of that, about the project that contains the target. The first question builds the project's index and is
   * answered from what is indexed by then. Throws `not-found` if there is no such folder or revision, `bad-input` if
   * the question cannot be answered for it.
   */
  ask(folder: string, question: CodeQuestion): Promise<CodeAnswer>
}
