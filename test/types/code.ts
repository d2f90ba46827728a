import type { CodeQuestion } from '../../packages/code-insight/src/analysis/questions.ts'
import type { Code } from '../../src/ports.ts'

// What must not compile: a question about code that is passed on without how far it may reach.

declare const question: CodeQuestion

/** Each call leaves out or empties the reach. */
export function refused(code: Code): void {
  // @ts-expect-error nothing is said of the reach, which would mean any project
  void code.ask('/app', question)
  // @ts-expect-error nor by a value that is missing
  void code.ask('/app', question, undefined)
  // @ts-expect-error a folder is not taken for a word
  void code.ask('/app', question, '/app')
}
