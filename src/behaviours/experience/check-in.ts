import { behaviour, on } from '../../domain/behaviour.ts'
import { checkInLine } from '../../domain/context/belief-lines.ts'
import type { EventOf } from '../../domain/events.ts'
import type { FactMap } from '../../domain/facts.ts'
import type { Settings } from '../../domain/settings.ts'
import { isOwnCall } from '../../domain/tool.ts'

/** Below what is known of a file, and what the call's own result says. */
const RANK = 20

type Called = EventOf<'PostToolUse' | 'PostToolUseFailure'>

const reaction = {
  lane: 'reply',
  onFailure: 'pass',
  answers: ['context'],
  needs: ({ session, agent, classification, tool }: Called) =>
    isOwnCall(classification.target, tool)
      ? undefined
      : ({ settings: { fact: 'settings' }, own: { fact: 'ownExperience', session, agent: agent?.id } } as const),
  decide: (_: Called, { settings, own }: Facts) => checkInRequest(settings, own),
} as const

/** Asks whether a belief still holds, beside the result of every tenth call. */
export default behaviour({
  name: 'check-in',
  summary: 'While an agent tests a belief: asks after every ten tool calls whether it still holds (`checkIn.every`).',
  reactions: [on('PostToolUse', reaction), on('PostToolUseFailure', reaction)],
})

interface Facts {
  readonly settings: Settings
  readonly own: FactMap['ownExperience']['answer']
}

function checkInRequest({ checkIn: { every } }: Settings, own: Facts['own']) {
  if (own === undefined || every === 0 || own.calls % every !== 0) return []
  return [{ kind: 'context', type: 'reminder', rank: RANK, items: [checkInLine(own.experience, own.calls)] } as const]
}
