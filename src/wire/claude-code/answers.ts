import type { Answer } from '../../domain/answer.ts'

/** Where an answer stands in the host's JSON: `top`, or `own`, the part that belongs to the event (`hookSpecificOutput`). */
export interface Output {
  readonly top?: Readonly<Record<string, unknown>>
  readonly own?: Readonly<Record<string, unknown>>
}

/** Puts one kind of answer into its field. */
export type AnswerField<K extends keyof Answer> = (value: NonNullable<Answer[K]>) => Output

/** Reaches the model; on Stop and SubagentStop it keeps the turn going. */
export const additionalContext: AnswerField<'context'> = (context) => ({ own: { additionalContext: context } })

/** Shown to the person, not to the model. */
export const systemMessage: AnswerField<'note'> = (note) => ({ top: { systemMessage: note } })

/** Erases a prompt, sends a result back with the reason, keeps a turn going. */
export const block: AnswerField<'block'> = (reason) => ({ top: { decision: 'block', reason } })

/** Refuses a tool call or a switch of models. */
export const permissionDeny: AnswerField<'deny'> = (reason) => ({
  own: { permissionDecision: 'deny', permissionDecisionReason: reason },
})

/** Has the person asked; where nobody can be asked the host refuses, with the reason. */
export const permissionAsk: AnswerField<'ask'> = (reason) => ({
  own: { permissionDecision: 'ask', permissionDecisionReason: reason },
})

/** Answers the permission dialog with no. */
export const requestDeny: AnswerField<'deny'> = (reason) => ({
  own: { decision: { behavior: 'deny', message: reason } },
})

/** Replaces a tool's input as a whole. */
export const updatedInput: AnswerField<'rewrite'> = (input) => ({ own: { updatedInput: input } })

/** Asks for FileChanged on these absolute paths. */
export const watchPaths: AnswerField<'watch'> = (paths) => ({ own: { watchPaths: paths } })
