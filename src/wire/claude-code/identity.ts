import type { Draft } from '../../domain/events.ts'

/** What names an event beside its session: the tool call it belongs to, or marks that tell it apart within its prompt. */
export type Naming = { readonly call: string; readonly phase: Phase } | { readonly marks: readonly string[] }

/** A call has one result, so success and failure are both `post`. */
export type Phase = 'pre' | 'post' | 'denied' | 'batch'

/** Named by a tool call's id, which is unique; by its tool within the prompt where the host gave none. */
export const byCall = (toolUseId: string, phase: Phase, tool: string): Naming =>
  toolUseId === '' ? { marks: [tool] } : { call: toolUseId, phase }

/** Named within its prompt by what a transcript shows too; text that changes between tellings is no mark. */
export const byMarks = (...marks: readonly (string | undefined)[]): Naming => ({
  marks: marks.map((mark) => mark ?? ''),
})

/**
 * The rule of ids: a call's phase is unique and knows no session, since forks repeat it under a new one; all else counts
 * within its prompt (before the first prompt: its session), agent and name.
 */
export function identityOf(
  naming: Naming,
  of: { name: string; session: string; promptId?: string | undefined; agent?: { id: string } | undefined },
): Draft['identity'] {
  if ('call' in naming) return { parts: [naming.call, naming.phase], ordinal: false }
  return { parts: [of.promptId || of.session, of.agent?.id ?? '', of.name, ...naming.marks], ordinal: true }
}
