import { HindcastError } from '../domain/errors.ts'
import type { Engine } from '../engine/engine.ts'
import type { Clock, Rehearsal } from '../ports.ts'
import { defaultOf, type Host, hostNamed } from '../wire/host.ts'

/** Runs an imagined event through the engine like a real one, without storing anything. */
export const rehearsalOf = (engine: Engine, hosts: readonly [Host, ...Host[]], clock: Clock): Rehearsal => ({
  async rehearse({ host: name, ...event }) {
    const host = name === undefined ? defaultOf(hosts) : hostNamed(hosts, name)
    if (!host) {
      const remedy = `use ${hosts.map((one) => one.name).join(' or ')}`
      throw new HindcastError('bad-input', `unknown client '${name}'`, { remedy })
    }
    const { draft, reason } = host.decode(host.imagine(event), { now: clock.now(), via: 'hook' })
    if (!draft) throw new HindcastError('bad-input', reason)
    const { answer, tokens, sections, omitted } = await engine.take(draft, { rehearsal: true })
    const { context = '', ...said } = answer
    return { text: context, ...said, tokens, sections, omitted, answer: host.encode(draft, answer) }
  },
})
