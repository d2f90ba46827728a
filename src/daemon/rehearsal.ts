import { HindcastError } from '../domain/errors.ts'
import type { Engine } from '../engine/engine.ts'
import type { Clock, Rehearsal } from '../ports.ts'
import type { Host } from '../wire/host.ts'

/** Lets an event that did not happen take the way of a real one, up to what would be kept. */
export const rehearsalOf = (engine: Engine, host: Host, clock: Clock): Rehearsal => ({
  async rehearse(event) {
    const { draft, reason } = host.decode(host.imagine(event), { now: clock.now(), via: 'hook' })
    if (!draft) throw new HindcastError('bad-input', reason)
    const { answer, tokens, sections, omitted } = await engine.take(draft, { rehearsal: true })
    return { text: answer.context ?? '', note: answer.note, tokens, sections, omitted }
  },
})
