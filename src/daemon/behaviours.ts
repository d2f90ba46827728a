import type { Behaviour } from '../domain/behaviour.ts'
import type { Engine } from '../engine/engine.ts'
import type { Behaviours } from '../ports.ts'

/** The behaviours of an engine, each with its sentence. */
export const behavioursOf = (engine: Engine, behaviours: readonly Behaviour[]): Behaviours => ({
  list: () =>
    engine.health().map(({ behaviour, on, failures, error }) => {
      const summary = behaviours.find(({ name }) => name === behaviour)?.summary ?? ''
      return { name: behaviour, summary, on, failures, error }
    }),
  revive: (name) => engine.revive(name),
})
