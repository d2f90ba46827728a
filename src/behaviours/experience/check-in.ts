import { behaviour, on } from '../../domain/behaviour.ts'
import { checkInLine } from '../../domain/context/belief-lines.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactsFor } from '../../domain/facts.ts'
import { isOwnCall } from '../../domain/tool.ts'

/** Below what is known of a file, and what the call's own result says. */
const RANK = 20

type Called = EventOf<'PostToolUse' | 'PostToolUseFailure'>

const needs = ({ session, agent, classification, tool }: Called) =>
  isOwnCall(classification.target, tool)
    ? undefined
    : ({ settings: { fact: 'settings' }, own: { fact: 'ownExperience', session, agent: agent?.id } } as const)

const reaction = {
  lane: 'reply',
  onFailure: 'pass',
  answers: ['context'],
  needs,
  decide: checkInRequest,
} as const

/** Asks whether a belief still holds, beside the result of every tenth call. */
export default behaviour({
  name: 'check-in',
  summary: 'While an agent tests a belief: asks after every ten tool calls whether it still holds (`checkIn.every`).',
  reactions: [on('PostToolUse', reaction), on('PostToolUseFailure', reaction)],
})

function checkInRequest(_: Called, { settings, own }: FactsFor<typeof needs>) {
  const { every } = settings.checkIn
  if (own === undefined || every === 0 || own.calls % every !== 0) return []
  return [{ kind: 'context', type: 'reminder', rank: RANK, items: [checkInLine(own.experience, own.calls)] } as const]
}
