import type { Answer } from '../../domain/answer.ts'
import { repliesTo } from '../../domain/effects.ts'
import type { EventName } from '../../domain/events.ts'

/** An answer as the host's JSON: what the event does not admit is left out, and nothing is ever allowed. */
export function encode(event: EventName, answer: Answer): object {
  // A denied call is neither asked about nor rewritten
  const said: Answer = answer.deny ? { ...answer, ask: '', rewrite: undefined } : answer
  const outputs = repliesTo(event).flatMap((kind) => fieldOf(kind, event, said))
  const own = Object.assign({}, ...outputs.map((output) => output.own))
  const top = Object.assign({}, ...outputs.map((output) => output.top))
  return Object.keys(own).length === 0 ? top : { ...top, hookSpecificOutput: { hookEventName: event, ...own } }
}

/** Where an answer stands in the host's JSON: `top`, or `own`, the part that belongs to the event (`hookSpecificOutput`). */
interface Output {
  readonly top?: Readonly<Record<string, unknown>>
  readonly own?: Readonly<Record<string, unknown>>
}

type Kind = keyof Answer
type Field<K extends Kind> = (value: NonNullable<Answer[K]>, event: EventName) => Output

function fieldOf<K extends Kind>(kind: K, event: EventName, answer: Answer): readonly Output[] {
  const value = answer[kind]
  const isSaid = typeof value === 'string' || Array.isArray(value) ? value.length > 0 : value !== undefined
  const field: Field<K> = fields[kind]
  return isSaid ? [field(value as NonNullable<Answer[K]>, event)] : []
}

/** Each kind of answer in its field. */
const fields: { readonly [K in Kind]: Field<K> } = {
  // Reaches the model; on Stop and SubagentStop it keeps the turn going
  context: (context) => ({ own: { additionalContext: context } }),
  note: (note) => ({ top: { systemMessage: note } }),
  deny: (reason, event) => {
    // The permission dialog is answered by a decision of its own
    if (event === 'PermissionRequest') return { own: { decision: { behavior: 'deny', message: reason } } }
    return { own: { permissionDecision: 'deny', permissionDecisionReason: reason } }
  },
  // Where nobody can be asked the host refuses, with the reason
  ask: (reason) => ({ own: { permissionDecision: 'ask', permissionDecisionReason: reason } }),
  rewrite: (input) => ({ own: { updatedInput: input } }),
  block: (reason) => ({ top: { decision: 'block', reason } }),
  watch: (paths) => ({ own: { watchPaths: paths } }),
  refreshSkills: () => ({ own: { reloadSkills: true } }),
}
