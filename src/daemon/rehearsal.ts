import { HindcastError } from '../domain/errors.ts'
import type { Engine } from '../engine/engine.ts'
import type { Clock, Rehearsal } from '../ports.ts'
import type { Host } from '../wire/host.ts'

/** Takes an event that did not happen through the engine as a real one, and keeps nothing of it. */
export const rehearsalOf = (engine: Engine, host: Host, clock: Clock): Rehearsal => ({
  async rehearse(event) {
    const { draft, reason } = host.decode(host.imagine(event), { now: clock.now(), via: 'hook' })
    if (!draft) throw new HindcastError('bad-input', reason)
    const { answer, tokens, sections, omitted } = await engine.take(draft, { rehearsal: true })
    const { context = '', ...said } = answer
    return { text: context, ...said, tokens, sections, omitted, answer: host.encode(draft, answer) }
  },
})
