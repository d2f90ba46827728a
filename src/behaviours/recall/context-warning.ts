import { behaviour, on } from '../../domain/behaviour.ts'
import { type Warning, warnings } from '../../domain/context/strain-lines.ts'
import type { Effect } from '../../domain/effects.ts'
import type { FactsFor } from '../../domain/facts.ts'

/** Short and urgent, so it ranks above recalled records. */
const RANK = 70

const reaction = {
  lane: 'reply',
  onFailure: 'pass',
  needs: ({ session }: { readonly session: string }) =>
    ({
      settings: { fact: 'settings' },
      usage: { fact: 'usage', session },
      strain: { fact: 'strain', scope: session },
      freeMemory: { fact: 'freeMemory' },
    }) as const,
} as const

/**
 * Warns when something is nearly used up, once for each threshold and session; for the context again after compact and
 * clear.
 */
export default behaviour({
  name: 'context-warning',
  summary: 'Warns when the context is 70, 80 and 90% full, free memory is low, or many subagents are running.',
  reactions: [
    on('UserPromptSubmit', {
      ...reaction,
      decide: ({ at }, known) => {
        const found = untoldWarnings(known, at, 'model')
        if (found.length === 0) return []
        const items = found.map(({ text }) => ({ text, ids: [], rank: RANK }))
        return [{ kind: 'context', type: 'notice', rank: RANK, items }, warned(found, 'model')]
      },
    }),
    on('Stop', {
      ...reaction,
      decide: ({ at }, known) => {
        const found = untoldWarnings(known, at, 'person')
        if (found.length === 0) return []
        const text = `Hindcast: ${found.map((each) => each.text).join(' ')}`
        return [{ kind: 'note', text, rank: RANK }, warned(found, 'person')]
      },
    }),
  ],
})

type Audience = 'model' | 'person'

function untoldWarnings(
  { settings, usage, strain, freeMemory }: FactsFor<typeof reaction.needs>,
  at: number,
  to: Audience,
): readonly Warning[] {
  const told = new Set(strain.warned)
  // The last reading may be from before a compaction
  const isCurrent = usage !== undefined && usage.at > (strain.emptiedAt ?? 0)
  const load = {
    usage: isCurrent ? usage : undefined,
    freeMemoryMb: freeMemory,
    agents: strain.agents,
    limits: settings.limits,
    at,
  }
  return warnings(load).filter(({ mark }) => !told.has(`${mark}, ${to}`))
}

/** The model and the person get separate texts. */
function warned(found: readonly Warning[], to: Audience): Extract<Effect<'Stop', 'reply'>, { kind: 'emit' }> {
  const of = found.flatMap(({ mark, passed }) => [...passed, mark]).map((mark) => `${mark}, ${to}`)
  return { kind: 'emit', name: 'Warned', n: 0, body: { of } }
}
